import { Database } from '#platform/database/database';
import { loadFilterOrganization } from '../../bench/filter-organization';
import type { Difference } from '../../src/admin/verify/derived';
import { OBSERVATION_ROLLUPS } from '../../src/admin/verify/observation-checks.sql';
import { fileDatabase, run } from '../support/database';
import { list, rule } from '../support/filters';
import { TestOrganization } from '../support/organization';
import { plansDuring, reportPlans, rowsRead } from '../support/plans';
import { differencesOf } from '../support/recounted';
import { startTestApp, type TestApp } from '../support/test-app';

const ROWS = 4_500;
/** Half of the rows have this CVE. */
const LARGE = rule('CVE', 'EQUALS', { stringValue: 'CVE-2020-1003' });
const IN_LARGE = ROWS / 2;

describe('the first and last seen, the highest score and known exploits of a large group', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service, { slots: 1000 });
    await loadFilterOrganization(service.app.get(Database), org.organization.id, ROWS, () => run(database.adminUrl, 'ANALYZE'));
  });
  afterAll(() => service.close());

  /** Where groups differ from a recount of their rows. */
  function differences(): Promise<Difference[]> {
    const groups = OBSERVATION_ROLLUPS.filter(({ name }) => name === 'observation groups');
    expect(groups).toHaveLength(1);
    return differencesOf(service, org, groups);
  }

  async function moved(request: object, to: 'RESOLVED' | 'BACKLOG', caller = org): Promise<number> {
    const { status, body } = await caller.post('observations/actions/status', { ...request, approvalStatus: `APPROVAL_STATUS_${to}` });
    expect(status).toBe(200);
    return body.updatedCount as number;
  }

  it('are those of the remaining rows, however far from the others they are', async () => {
    const times = { FIRST_SEEN: 'GREATER_THAN', LAST_SEEN: 'LESS_THAN' };
    for (const [field, comparison] of Object.entries(times)) {
      const kept = rule(field, comparison, { dateValue: '2026-07-15T00:00:00Z' });
      const filters = [LARGE, list('AND', [kept], true)];
      const count = await moved({ filters }, 'RESOLVED');
      expect(count).toBeGreaterThan(IN_LARGE / 4);
      expect(await differences()).toEqual([]);
      expect(await moved({ filters }, 'BACKLOG')).toBeGreaterThanOrEqual(count);
      expect(await differences()).toEqual([]);
    }
  });

  it('are unset when no row is left, and come back with the rows', async () => {
    const known = async () => {
      const { body } = await org.post('observations/groups', { filters: [LARGE] });
      return body.observationGroups as unknown[];
    };
    expect(await known()).toHaveLength(1);
    const count = await moved({ filters: [LARGE] }, 'RESOLVED');
    expect(count).toBeGreaterThan(IN_LARGE / 2);
    expect(await known()).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await moved({ filters: [LARGE] }, 'BACKLOG')).toBeGreaterThanOrEqual(count);
    expect(await known()).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  describe('with reported plans', () => {
    let reporting: TestApp;

    beforeAll(async () => {
      await reportPlans(database, 'on');
      reporting = await startTestApp({ PUBLIC_BASE_URL: service.url });
    });
    afterAll(() => reporting.close());

    it.each([
      ['firstSeen', 'SORT_ORDER_ASC'],
      ['lastSeen', 'SORT_ORDER_DESC'],
      ['cvssBaseScore', 'SORT_ORDER_DESC'],
      ['cvssBaseScore', 'SORT_ORDER_ASC'],
    ])('are corrected without reading the group when its first row by %s, %s, is resolved and reopened', async (sortField, sortOrder) => {
      const { body } = await org.post('observations', { filters: [LARGE], sortField, sortOrder, limit: 1 });
      const [{ orn }] = body.observations as [{ orn: string }];
      const caller = org.through(reporting.url);
      for (const to of ['RESOLVED', 'BACKLOG'] as const) {
        const plans = await plansDuring(() => moved({ observationOrns: [orn] }, to, caller));
        expect(plans.some(({ sql }) => sql.includes('UPDATE observation_group g'))).toBe(true);
        const read = Math.max(...plans.map(({ plan }) => rowsRead(plan).get('observation') ?? 0));
        expect(read).toBeLessThan(IN_LARGE / 2);
        expect(await differences()).toEqual([]);
      }
    });
  });
});
