import * as fc from 'fast-check';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { Portfolio } from '../support/portfolio';
import { aCve, anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

/** Impacts worked out from nothing but the facts, by a query that shares nothing with the one that keeps them. */
const RECOUNT = `
  SELECT e.event_id, v.domain_name AS domain,
         CASE WHEN EXISTS (SELECT 1 FROM security_event_victim w WHERE w.event_id = e.event_id AND w.domain = v.domain_name) THEN 1
              WHEN s.open > 0 THEN 2
              WHEN EXISTS (SELECT 1 FROM fourth_party_relationship r JOIN security_event_victim w ON w.domain = r.fourth_party_domain
                            WHERE r.organization_id = $1 AND r.vendor_domain = v.domain_name AND r.is_current AND w.event_id = e.event_id) THEN 3
              WHEN s.closed > 0 THEN 4 END AS impact
    FROM security_event e CROSS JOIN vendor v
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE o.is_open) AS open, count(*) FILTER (WHERE NOT o.is_open) AS closed
        FROM observation o
       WHERE o.organization_id = $1 AND o.view = 1 AND o.party_domain = v.domain_name AND o.is_listed
         AND o.cve_ids && ARRAY(SELECT c.cve_id FROM security_event_cve c WHERE c.event_id = e.event_id)) s
   WHERE e.event_id = ANY ($2) AND v.organization_id = $1 AND v.lifecycle_status <> 4`;

const DIFFERENCES = `
  WITH wanted AS (SELECT * FROM (${RECOUNT}) r WHERE impact IS NOT NULL),
       kept AS (SELECT event_id, party_domain AS domain, impact FROM security_event_impact WHERE organization_id = $1 AND view = 1 AND impact IS NOT NULL AND event_id = ANY ($2)),
       counted AS (SELECT event_id, count(*) FILTER (WHERE impact = 1) AS confirmed, count(*) FILTER (WHERE impact = 2) AS likely,
                          count(*) FILTER (WHERE impact = 3) AS possible, count(*) FILTER (WHERE impact = 4) AS mitigated FROM wanted GROUP BY 1),
       fed AS (SELECT event_id, confirmed::bigint, likely::bigint, possible::bigint, mitigated::bigint FROM security_event_feed WHERE organization_id = $1 AND view = 1 AND event_id = ANY ($2))
  SELECT 'impact' AS what, (x.*)::text AS row FROM ((TABLE wanted EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE wanted)) x
  UNION ALL
  SELECT 'feed', (x.*)::text FROM ((TABLE counted EXCEPT TABLE fed) UNION ALL (TABLE fed EXCEPT TABLE counted)) x
  UNION ALL
  SELECT 'count', party_domain || ' ' || event_id FROM security_event_impact WHERE organization_id = $1 AND (open_count < 0 OR closed_count < 0)`;

const OF_VENDOR = `WHERE organization_id = $1 AND party_domain = $2`;
const CHANGES = {
  resolve: [`UPDATE observation SET approval_status = 4, resolved_at = now() ${OF_VENDOR}`],
  reopen: [`UPDATE observation SET approval_status = 1, resolved_at = NULL ${OF_VENDOR}`],
  unlist: [`UPDATE observation SET is_listed = false ${OF_VENDOR}`],
  list: [`UPDATE observation SET is_listed = true ${OF_VENDOR}`],
  offboard: [`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = $2`],
  onboard: [`UPDATE vendor SET lifecycle_status = 2 WHERE organization_id = $1 AND domain_name = $2`],
  remove: [`DELETE FROM vendor WHERE organization_id = $1 AND domain_name = $2`, `DELETE FROM observation ${OF_VENDOR}`],
};

/** A company that only security events are tested with, and the host by which its customers are known. */
const PROVIDER = 'fastmail.com';
const PROVIDERS_HOST = 'in1-smtp.messagingengine.com';

describe('kept impacts', () => {
  let own: OwnDatabase;
  let service: TestApp;

  // Every import tells every organization: with few of them it is quick.
  beforeAll(async () => {
    own = await createOwnDatabase();
    service = await startTestApp({ DATABASE_URL: own.serviceUrl });
  });
  afterAll(async () => {
    await service.close();
    await own.drop();
  });

  it('equal a recount after any sequence of changes', async () => {
    const place = fc.nat(2);
    const step = fc.oneof(
      fc.record({ does: fc.constant('find' as const), vendor: place, cves: fc.subarray([0, 1, 2]) }),
      fc.record({ does: fc.constant('event' as const), event: place, cves: fc.subarray([0, 1, 2]), victims: fc.subarray([0, 1, 2, 3]) }),
      fc.record({ does: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])), vendor: place }),
      fc.record({ does: fc.constant('rely' as const), vendor: place, current: fc.boolean() }),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const org = await TestOrganization.create(service);
        const { id } = org.organization;
        const vendors = (await Promise.all([0, 1, 2].map(() => aVendor(service, org)))) as [TestVendor, TestVendor, TestVendor];
        const [cves, events] = [
          [aCve(), aCve(), aCve()],
          [anEvent(), anEvent(), anEvent()],
        ];
        const portfolio = new Portfolio(service, org);
        const inOrg = (sql: string, ...params: unknown[]) => asOrganization(service, org, sql, [id, ...params]);

        for (const [index, one] of steps.entries()) {
          if (one.does === 'event') {
            const victims = one.victims.map((at) => vendors[at]?.domain ?? PROVIDER);
            await importEvents(service, [{ ...events[one.event], cveIds: one.cves.map((at) => cves[at]), victims }]);
            continue;
          }
          const vendor = vendors[one.vendor] as TestVendor;
          if (one.does === 'find') {
            await importFindings(org, [aFinding(`h${index}.${vendor.domain}`, { cveIds: one.cves.map((at) => cves[at]) })]);
          } else if (one.does === 'rely') {
            const timestamp = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
            await portfolio.detect([{ host: vendor.domain, mx: [one.current ? PROVIDERS_HOST : 'mx.elsewhere.example'], timestamp }]);
          } else {
            const statements = CHANGES[one.does];
            // Whichever goes first, the vendor or its observations.
            for (const sql of index % 2 === 0 ? statements : [...statements].reverse()) await inOrg(sql, vendor.domain);
          }
        }
        const ids = events.map((event) => event.eventId);
        expect(await inOrg(DIFFERENCES, ids)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  }, 240_000);
});
