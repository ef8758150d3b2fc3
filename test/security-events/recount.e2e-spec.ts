import * as fc from 'fast-check';
import { Database } from '#platform/database/database';
import { recount } from '../../src/admin/verify/derived';
import { EVENT_CHECKS } from '../../src/admin/verify/event-checks.sql';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { aCve, anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

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

/** Number of sequences; npm run trial -- properties runs more. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 4);

/** A company that only tests of security events use, and the host that identifies its customers. */
const PROVIDER = 'fastmail.com';
const PROVIDERS_HOST = 'in1-smtp.messagingengine.com';

describe('stored impacts', () => {
  let service: TestApp;

  // Every import updates every organization: with few of them it is fast.
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(async () => {
    await service.close();
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
            // In either order: the vendor or its observations first.
            for (const sql of index % 2 === 0 ? statements : [...statements].reverse()) await inOrg(sql, vendor.domain);
          }
        }
        for (const check of EVENT_CHECKS) {
          const { found } = await service.app.get(Database).transaction(id, (tx) => recount(tx, id, check));
          expect(found).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
