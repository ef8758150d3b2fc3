/** The structured content of a tool result. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the answers of many tools
export type Result = any;

export type CallTool = (name: string, input: object) => Promise<Result>;
/** Rows of a statement in which $1 is the organization. */
export type ReadRows = (sql: string, params?: unknown[]) => Promise<Record<string, unknown>[]>;

/** A question, the calls that answer it, and the correct answer from the database. */
export interface AnalystQuestion {
  question: string;
  answer: (call: CallTool) => Promise<unknown>;
  truth: (read: ReadRows) => Promise<unknown>;
}

export const EVENT = 'demo-log4j-wave';
const VENDOR = 'cobaltpayments.com';
const FOURTH_PARTY = 'google.com';
const SINCE = new Date(Date.now() - 90 * 86_400_000).toISOString();
const OPEN = 'o.organization_id = $1 AND o.view = 1 AND o.is_listed AND o.is_open';

const observationRule = (field: string, comparison: string, value?: object) => ({
  rule: { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value },
});
const vendorRule = (field: string, comparison: string, value: object) => ({
  rule: { field: { vendorsField: `VENDORS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value },
});
const column = (rows: Record<string, unknown>[], name: string): unknown[] => rows.map((row) => row[name]);
const list = (rows: Result[], name: string): string[] => rows.map((row) => String((row as Record<string, unknown>)[name])).sort();

export const ANALYST_QUESTIONS: readonly AnalystQuestion[] = [
  {
    question: 'Which vendors are hit by actively exploited weaknesses?',
    answer: async (call) => list((await call('GetExploitedVendors', {})).exploitedVendors, 'vendorDomain'),
    truth: async (read) =>
      column(await read(`SELECT DISTINCT o.party_domain AS d FROM observation o WHERE ${OPEN} AND o.is_known_exploited ORDER BY 1`), 'd'),
  },
  {
    question: 'Who has not answered us about Log4Shell?',
    answer: async (call) => {
      const { securityEvents } = await call('GetSecurityEvents', { filters: { cveIds: ['CVE-2021-44228'] }, limit: 5 });
      const { asked } = await call('GetUnansweredCompanies', { eventId: securityEvents[0].eventId });
      return list(asked, 'vendorDomain');
    },
    truth: async (read) =>
      column(
        await read(
          `SELECT DISTINCT q.vendor_domain AS d FROM vrm_request q
            WHERE q.organization_id = $1 AND q.event_id = $2 AND NOT EXISTS (
                  SELECT 1 FROM vendor_response_on_behalf b
                   WHERE b.organization_id = $1 AND b.event_id = q.event_id AND b.vendor_domain = q.vendor_domain)
            ORDER BY 1`,
          [EVENT],
        ),
        'd',
      ),
  },
  {
    question: 'What changed for Cobalt Payments in the last 90 days?',
    answer: async (call) => {
      const { openedCount, resolvedCount, score } = await call('GetVendorChanges', { vendorDomain: VENDOR, since: SINCE });
      return { opened: openedCount, resolved: resolvedCount, score: score?.to };
    },
    truth: async (read) =>
      (
        await read(
          `SELECT (count(*) FILTER (WHERE o.created_at >= $3))::text AS opened,
                  (count(*) FILTER (WHERE NOT o.is_open AND o.resolved_at >= $3))::text AS resolved,
                  (SELECT v.score FROM vendor v WHERE v.organization_id = $1 AND v.domain_name = $2) AS score
             FROM observation o WHERE o.organization_id = $1 AND o.view = 1 AND o.is_listed AND o.party_domain = $2`,
          [VENDOR, SINCE],
        )
      )[0],
  },
  {
    question: 'Where would an outage of Google hurt?',
    answer: async (call) => {
      const { connectedVendorCount, criticalVendorCount } = await call('GetFourthPartyOutage', { fourthPartyDomain: FOURTH_PARTY });
      return { vendors: connectedVendorCount, critical: criticalVendorCount };
    },
    truth: async (read) =>
      (
        await read(
          `SELECT count(*)::int AS vendors, (count(*) FILTER (WHERE r.is_critical))::int AS critical FROM fourth_party_relationship r
            WHERE r.organization_id = $1 AND r.fourth_party_domain = $2 AND r.is_listed AND r.is_current`,
          [FOURTH_PARTY],
        )
      )[0],
  },
  {
    question: 'How many critical findings are open?',
    answer: async (call) => {
      const filters = [observationRule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' })];
      return (await call('GetObservations', { filters, countMode: 'TOTAL_COUNT_MODE_EXACT', limit: 1 })).totalCount;
    },
    truth: async (read) => (await read(`SELECT count(*)::text AS n FROM observation o WHERE ${OPEN} AND o.severity = 5`))[0]?.n,
  },
  {
    question: 'Which CVE affects the most vendors?',
    answer: async (call) => {
      const input = { filters: [observationRule('CVE', 'IS_SET')], sortField: 'vendorCount', limit: 1 };
      return Number((await call('GetObservationGroups', input)).observationGroups[0].vendorCount);
    },
    truth: async (read) =>
      (
        await read(
          `SELECT count(DISTINCT o.vendor_id)::int AS n FROM observation o, unnest(o.cve_ids) c WHERE ${OPEN} GROUP BY c ORDER BY 1 DESC LIMIT 1`,
        )
      )[0]?.n,
  },
  {
    question: 'Which vendors score below 60?',
    answer: async (call) => {
      const filters = [vendorRule('SCORE', 'LESS_THAN', { numberValue: 60 })];
      return list((await call('GetVendors', { filters, sortField: 'score', sortOrder: 'SORT_ORDER_ASC' })).vendors, 'domainName');
    },
    truth: async (read) =>
      column(
        await read(
          `SELECT domain_name AS d FROM vendor WHERE organization_id = $1 AND score < 60 AND is_monitored AND offboarded_at IS NULL ORDER BY 1`,
        ),
        'd',
      ),
  },
  {
    question: 'Which contracts end within a year?',
    answer: async (call) => {
      const dateRangeValue = { startTime: new Date().toISOString(), endTime: new Date(Date.now() + 365 * 86_400_000).toISOString() };
      const filters = [vendorRule('CONTRACT_END_DATE', 'BETWEEN', { dateRangeValue })];
      return list((await call('GetVendors', { filters, fields: ['domainName', 'contractEndDate'] })).vendors, 'domainName');
    },
    truth: async (read) =>
      column(
        await read(
          `SELECT domain_name AS d FROM vendor WHERE organization_id = $1 AND offboarded_at IS NULL
              AND contract_end_date BETWEEN now() AND now() + interval '365 days' ORDER BY 1`,
        ),
        'd',
      ),
  },
  {
    question: 'On which fourth party do most vendors depend?',
    answer: async (call) => (await call('GetFourthPartyGroups', { limit: 1 })).fourthPartyGroups[0].connectedVendorCount,
    truth: async (read) =>
      (
        await read(
          `SELECT count(*)::int AS n FROM fourth_party_relationship r
            WHERE r.organization_id = $1 AND r.is_listed AND r.is_current GROUP BY r.fourth_party_domain ORDER BY 1 DESC LIMIT 1`,
        )
      )[0]?.n,
  },
  {
    question: 'Which vendors do the NetScaler attacks affect?',
    answer: async (call) => {
      const { securityEvents } = await call('GetSecurityEvents', { filters: { query: 'netscaler' }, limit: 5 });
      const impacts = ['CONFIRMED', 'LIKELY', 'POSSIBLE'].map((impact) => `SECURITY_EVENT_IMPACT_${impact}`);
      const input = { eventId: securityEvents[0].eventId, filters: { impacts } };
      const { companies } = await call('GetSecurityEventImpactedCompanies', input);
      return (companies as { organization: { domain: string } }[]).map(({ organization }) => organization.domain).sort();
    },
    truth: async (read) =>
      column(
        await read(
          `SELECT DISTINCT o.party_domain AS d FROM observation o
            WHERE ${OPEN} AND o.cve_ids && ARRAY['CVE-2023-4966', 'CVE-2019-19781'] ORDER BY 1`,
        ),
        'd',
      ),
  },
  {
    question: 'Why is the score of Cobalt Payments what it is?',
    answer: async (call) => {
      await call('GetReference', { topic: 'scoring' });
      const filters = [observationRule('VENDOR', 'EQUALS', { stringValue: VENDOR })];
      const { vendorScores } = await call('GetVendorScores', { filters, fields: ['overallScore', 'factors'] });
      const factors = vendorScores[0].factors as { openCount: string }[];
      return { score: vendorScores[0].overallScore, open: factors.reduce((sum, { openCount }) => sum + Number(openCount), 0) };
    },
    truth: async (read) =>
      (
        await read(
          `SELECT v.score, (SELECT count(*)::int FROM observation o WHERE ${OPEN} AND o.party_domain = $2) AS open
             FROM vendor v WHERE v.organization_id = $1 AND v.domain_name = $2`,
          [VENDOR],
        )
      )[0],
  },
  {
    question: 'Which questionnaires are not finished?',
    answer: async (call) => {
      const { questionnaires } = await call('GetQuestionnaires', {});
      return (questionnaires as { answeredCount: number; questionCount: number }[]).filter(
        (each) => each.answeredCount < each.questionCount,
      ).length;
    },
    truth: async (read) =>
      (await read(`SELECT count(*)::int AS n FROM questionnaire WHERE organization_id = $1 AND answered_count < question_count`))[0]?.n,
  },
];
