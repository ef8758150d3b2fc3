import type { Database } from '#platform/database/database';
import { printOrn } from '#shared/orn';
import type { Caller } from '#platform/identity/caller';
import { latestStatement, type CompanyFile } from '../impact-history';
import { saidReason, VICTIM_REASON, viaReason } from '../impact-reason';
import type { View } from '#shared/view';
import { MAX_OBSERVATIONS, type ImpactReasoning } from './get-security-event-vendor-detail.dto';

interface FactsRow {
  namedAt: Date | null;
  openCount: number;
  closedCount: number;
  via: string | null;
  viaSeenAt: Date | null;
}

interface ObservationRow {
  id: string;
  title: string;
  cves: string[];
  at: Date;
  isOpen: boolean;
}

/** $1 organization, $2 event, $3 company. */
const FACTS = (view: View) => `
  SELECT w.named_at AS "namedAt", i.open_count AS "openCount", i.closed_count AS "closedCount", v.fourth_party AS via, v.seen_at AS "viaSeenAt"
    FROM security_event_impact i
    LEFT JOIN security_event_victim w ON i.is_named_victim AND w.event_id = i.event_id AND w.domain = i.party_domain
    LEFT JOIN security_event_via($1, ARRAY[$2::text], ARRAY[$3::text]) v ON i.via_fourth_party_domain IS NOT NULL
   WHERE i.organization_id = $1 AND i.view = ${view.number} AND i.event_id = $2::text AND i.party_domain = $3::text`;

/** The company's newest observations with one of the event's CVEs. Uses the index by company, as a CVE may occur everywhere. */
const OBSERVATIONS = (view: View) => {
  const newest = (state: string, at: string) => `
  (SELECT o.id, o.title, ARRAY(SELECT c FROM unnest(o.cve_ids) c WHERE c = ANY (e.cves)) AS cves, ${at} AS at, o.is_open AS "isOpen"
     FROM observation o, (SELECT array_agg(cve_id) AS cves FROM security_event_cve WHERE event_id = $2) e
    WHERE o.organization_id = $1 AND o.view = ${view.number} AND o.party_domain = $3 AND o.is_listed AND ${state} AND o.cve_ids && e.cves
    ORDER BY o.first_seen DESC, o.id DESC LIMIT ${MAX_OBSERVATIONS})`;
  return `${newest('o.is_open', 'o.last_seen')} UNION ALL ${newest('NOT o.is_open', 'coalesce(o.resolved_at, o.updated_at)')}`;
};

/** All facts behind the impact, in order of precedence. */
export async function readReasoning(database: Database, caller: Caller, view: View, file: CompanyFile): Promise<ImpactReasoning[]> {
  const params = [caller.organizationId, file.eventId, file.domain];
  const [facts] = await database.read<FactsRow>(caller.organizationId, FACTS(view), params, { prepared: true });
  const observed =
    facts && facts.openCount + facts.closedCount > 0
      ? await database.read<ObservationRow>(caller.organizationId, OBSERVATIONS(view), params, { prepared: true })
      : [];
  const shown = (row: ObservationRow): ImpactReasoning => ({
    factor: row.isOpen ? 'IMPACT_FACTOR_VULNERABILITY_OBSERVED' : 'IMPACT_FACTOR_MITIGATION_OBSERVED',
    description: `${row.isOpen ? 'Open' : 'Resolved'}: ${row.title} (${row.cves.join(', ')})`,
    observationOrn: printOrn({ view: view.orn, key: row.id, owner: caller.organization.domain }),
    observedAt: row.at.toISOString(),
  });

  const reasoning: ImpactReasoning[] = [];
  const said = latestStatement(file);
  if (said) {
    reasoning.push({
      factor: 'IMPACT_FACTOR_VENDOR_STATEMENT',
      description: saidReason(said.responseStatus, said.isOnBehalf),
      observedAt: said.at,
    });
  }
  if (facts?.namedAt) {
    reasoning.push({ factor: 'IMPACT_FACTOR_NAMED_VICTIM', description: VICTIM_REASON, observedAt: facts.namedAt.toISOString() });
  }
  reasoning.push(...observed.filter((row) => row.isOpen).map(shown));
  if (facts?.via && facts.viaSeenAt) {
    reasoning.push({ factor: 'IMPACT_FACTOR_FOURTH_PARTY', description: viaReason(facts.via), observedAt: facts.viaSeenAt.toISOString() });
  }
  reasoning.push(...observed.filter((row) => !row.isOpen).map(shown));
  return reasoning;
}
