import { Database } from '#platform/database/database';
import { loadFilterOrganization } from '../../bench/filter-organization';
import { fileDatabase, run, runFor } from '../support/database';
import { TestOrganization } from '../support/organization';
import { plansDuring, reportPlans, rowsRead } from '../support/plans';
import { startTestApp, type TestApp } from '../support/test-app';

/** Enough references for the planner to have a choice. */
const ROWS = 3_000;
const PAGE = 50;

describe('external references in a list', () => {
  const database = fileDatabase();
  let service: TestApp;
  let referring: TestOrganization;
  let without: TestOrganization;

  beforeAll(async () => {
    await reportPlans(database);
    service = await startTestApp();
    referring = await TestOrganization.create(service, { slots: 1000 });
    without = await TestOrganization.create(service, { slots: 1000 });
    const analyze = () => run(database.adminUrl, 'ANALYZE');
    await loadFilterOrganization(service.app.get(Database), referring.organization.id, ROWS, analyze);
    await loadFilterOrganization(service.app.get(Database), without.organization.id, 2 * PAGE, analyze);
    await runFor(
      database.adminUrl,
      without.organization.id,
      'DELETE FROM observation_reference WHERE organization_id = current_setting($$app.organization_id$$)::uuid',
    );
    await run(database.adminUrl, 'VACUUM ANALYZE');
  }, 300_000);
  afterAll(async () => {
    await service.close();
  });

  /** References, or entries of their indexes, that a page reads. */
  async function referencesRead(org: TestOrganization): Promise<number> {
    const plans = await plansDuring(async () => {
      const { status, body } = await org.post('observations', { limit: PAGE });
      expect([status, (body.observations as unknown[]).length]).toEqual([200, PAGE]);
    });
    const read = plans.flatMap(({ plan }) => [...rowsRead(plan)]).filter(([from]) => from.startsWith('observation_reference'));
    expect(read.length).toBeGreaterThan(0);
    return read.reduce((sum, [, rows]) => sum + rows, 0);
  }

  it('are looked up for the rows of the page', async () => {
    // The row after the page has one too, and one tells that the organization has any.
    expect(await referencesRead(referring)).toBeLessThanOrEqual(PAGE + 2);
  });

  it('are not looked for among those of other organizations', async () => {
    expect(await referencesRead(without)).toBe(0);
  });
});
