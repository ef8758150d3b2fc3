import { Database } from '#platform/database/database';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const CATEGORIES = ['ENCRYPTION', 'VULNERABILITY', 'DNS_HEALTH'];

/** Counts from the rows themselves; what the roll-ups must equal. */
const RECOUNT = `
  SELECT o.view, o.group_key AS key,
         count(*) FILTER (WHERE o.is_open) AS open, count(*) FILTER (WHERE NOT o.is_open) AS closed,
         ARRAY(SELECT count(*) FILTER (WHERE x.is_open AND x.severity = s) FROM observation x, generate_series(1, 5) s
                WHERE x.organization_id = $1 AND x.is_listed AND x.view = o.view AND x.group_key = o.group_key GROUP BY s ORDER BY s)::text[] AS by_severity,
         count(*) FILTER (WHERE o.is_open AND f.observation_id IS NOT NULL) AS open_flagged,
         count(*) FILTER (WHERE NOT o.is_open AND f.observation_id IS NOT NULL) AS closed_flagged,
         count(DISTINCT o.vendor_id) FILTER (WHERE o.is_open) AS open_vendors, count(DISTINCT o.vendor_id) FILTER (WHERE NOT o.is_open) AS closed_vendors,
         count(DISTINCT o.vendor_id) AS all_vendors,
         min(o.first_seen) FILTER (WHERE o.is_open) AS open_first, max(o.last_seen) FILTER (WHERE o.is_open) AS open_last,
         min(o.first_seen) FILTER (WHERE NOT o.is_open) AS closed_first, max(o.last_seen) FILTER (WHERE NOT o.is_open) AS closed_last,
         max(o.cvss_base_score) FILTER (WHERE o.is_open) AS open_cvss
    FROM observation o LEFT JOIN observation_flag f ON f.organization_id = o.organization_id AND f.observation_id = o.id
   WHERE o.organization_id = $1 AND o.is_listed
   GROUP BY 1, 2 ORDER BY 1, 2`;
const KEPT = `
  SELECT view, group_key AS key, open_count AS open, closed_count AS closed, open_by_severity::text[] AS by_severity, open_flagged, closed_flagged,
         open_vendors, closed_vendors, all_vendors, open_first_seen AS open_first, open_last_seen AS open_last,
         closed_first_seen AS closed_first, closed_last_seen AS closed_last, open_max_cvss AS open_cvss
    FROM observation_group WHERE organization_id = $1 AND open_count + closed_count > 0 ORDER BY 1, 2`;
const RECOUNT_VALUES = `
  SELECT field, value, sum(open)::text AS open, sum(closed)::text AS closed FROM (
    SELECT v.field, v.value, o.is_open::int AS open, (NOT o.is_open)::int AS closed
      FROM observation o CROSS JOIN LATERAL (
        VALUES ('VENDOR', o.party_domain), ('SUBJECT_DOMAIN', o.subject_domain), ('OBSERVATION_TYPE', o.observation_type), ('CATEGORY', o.category::text),
               ('SEVERITY', o.severity::text), ('CONFIDENCE', o.confidence::text), ('APPROVAL_STATUS', o.approval_status::text), ('SOURCE', o.source_name),
               ('ASSET_TYPE', o.asset_type::text), ('ASSET_PORT', o.asset_port::text), ('ASSET_PROTOCOL', o.asset_protocol::text),
               ('CVSS_SEVERITY', o.cvss_severity::text), ('KNOWN_EXPLOITED', o.is_known_exploited::text), ('RANSOMWARE_USE', o.is_ransomware_used::text)
      ) v(field, value) WHERE o.organization_id = $1 AND o.is_listed
    UNION ALL SELECT 'CVE', unnest(cve_ids), is_open::int, (NOT is_open)::int FROM observation WHERE organization_id = $1 AND is_listed
    UNION ALL SELECT 'CWE', unnest(cwe_ids), is_open::int, (NOT is_open)::int FROM observation WHERE organization_id = $1 AND is_listed
    UNION ALL SELECT 'TAG', unnest(tags), is_open::int, (NOT is_open)::int FROM observation WHERE organization_id = $1 AND is_listed
  ) counted WHERE value IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`;
const KEPT_VALUES = `
  SELECT field, value, open_count::text AS open, closed_count::text AS closed FROM observation_value
   WHERE organization_id = $1 AND open_count + closed_count > 0 ORDER BY 1, 2`;

describe('roll-ups', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendors: TestVendor[];
  let random = 20261115;

  /** A small generator with a fixed start: a failing run can be run again. */
  function pick<T>(items: readonly T[]): T {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return items[Math.floor((random / 2_147_483_648) * items.length)] as T;
  }

  function someFinding(): Record<string, unknown> {
    const cve = pick([undefined, 'CVE-2020-0001', 'CVE-2021-0002']);
    const day = String(1 + pick([...Array(27).keys()])).padStart(2, '0');
    return aFinding(`${pick(['www', 'mail', 'shop'])}.${pick(vendors).domain}`, {
      observationType: pick(['type_a', 'type_b']),
      title: pick(['One', 'Two']),
      severity: pick(SEVERITIES),
      category: pick(CATEGORIES),
      ...(cve && {
        cveIds: [cve, ...(pick([true, false]) ? ['CVE-2019-9999'] : [])],
        cvssScores: [{ version: 'V3_1', baseScore: pick([5, 7.5, 9.8]), cvssVector: '', scoreSource: 'nvd' }],
      }),
      tags: pick([[], ['t1'], ['t1', 't2']]),
      confidence: pick(['LIKELY', 'CONFIRMED']),
      firstSeen: `2026-03-${day}T00:00:00.000Z`,
      lastSeen: `2026-04-${day}T00:00:00.000Z`,
    });
  }

  async function rows(sql: string): Promise<unknown[]> {
    return service.app.get(Database).read(org.organization.id, sql, [org.organization.id]);
  }

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendors = await Promise.all(Array.from({ length: 4 }, () => aVendor(service, org)));
  });
  afterAll(() => service.close());

  it('equal a recount after any sequence of imports, flags, status changes and vendors leaving', async () => {
    const filter = () => [
      {
        rule: {
          field: { observationsField: 'OBSERVATIONS_FIELD_VENDOR' },
          comparison: 'COMPARISON_EQUALS',
          value: { stringValue: pick(vendors).domain },
        },
      },
    ];
    const steps: (() => Promise<{ status: number }>)[] = [
      () => importFindings(org, Array.from({ length: 40 }, someFinding)),
      () => importFindings(org, Array.from({ length: 15 }, someFinding), { closeMissing: true }),
      () => org.post('observations/actions/flag', { filters: filter() }),
      () => org.post('observations/actions/status', { filters: filter(), approvalStatus: 'APPROVAL_STATUS_RESOLVED' }),
      () => org.post('observations/actions/status', { filters: filter(), approvalStatus: 'APPROVAL_STATUS_BACKLOG' }),
      () => org.post('observations/actions/status', { filters: filter(), approvalStatus: 'APPROVAL_STATUS_EXCLUDED', comment: 'accepted' }),
      async () => {
        const { domain } = pick(vendors);
        await service.app
          .get(Database)
          .transaction(org.organization.id, (tx) =>
            tx.query(`UPDATE observation SET is_listed = NOT is_listed WHERE organization_id = $1 AND party_domain = $2`, [
              org.organization.id,
              domain,
            ]),
          );
        return { status: 200 };
      },
      async () => {
        await service.app
          .get(Database)
          .transaction(org.organization.id, (tx) =>
            tx.query(`DELETE FROM observation WHERE organization_id = $1 AND party_domain = $2 AND severity = 3`, [
              org.organization.id,
              pick(vendors).domain,
            ]),
          );
        return { status: 200 };
      },
    ];
    for (let round = 0; round < 40; round += 1) {
      expect((await pick(steps)()).status).toBe(200);
      expect(await rows(KEPT)).toEqual(await rows(RECOUNT));
      expect(await rows(KEPT_VALUES)).toEqual(await rows(RECOUNT_VALUES));
    }
  });

  it('answer group lists and counts as the rows do', async () => {
    const always = {
      rule: { field: { observationsField: 'OBSERVATIONS_FIELD_TITLE' }, comparison: 'COMPARISON_CONTAINS', value: { stringValue: '' } },
    };
    const severe = {
      rule: {
        field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
        comparison: 'COMPARISON_GREATER_THAN_OR_EQUAL',
        value: { stringValue: 'OBSERVATION_SEVERITY_MEDIUM' },
      },
    };
    for (const mode of ['OBSERVATION_MODE_OPEN', 'OBSERVATION_MODE_RESOLVED', 'OBSERVATION_MODE_ALL']) {
      for (const filters of [[], [severe]]) {
        const kept = await org.post('observations/groups', { mode, filters, limit: 200 });
        const counted = await org.post('observations/groups', { mode, filters: [...filters, always], limit: 200 });
        expect(kept.body.observationGroups).toEqual(counted.body.observationGroups);
        expect(kept.body.totalCount).toBe(counted.body.totalCount);
        const list = await org.post('observations', { mode, filters, countMode: 'TOTAL_COUNT_MODE_EXACT' });
        const slow = await org.post('observations', { mode, filters: [...filters, always], countMode: 'TOTAL_COUNT_MODE_EXACT' });
        expect(list.body.totalCount).toBe(slow.body.totalCount);
      }
    }
  });
});
