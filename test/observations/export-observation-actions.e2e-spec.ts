import { exported, inOrder } from '../support/exports';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

interface Action {
  orn: string;
  actionType: string;
}

describe('ExportObservationActions', () => {
  let service: TestApp;
  let org: TestOrganization;
  let orns: string[];
  const ALL = { mode: 'OBSERVATION_MODE_ALL' };

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const { domain } = await aVendor(service, org);
    await importFindings(
      org,
      Array.from({ length: 12 }, (_, index) => aFinding(`h${index}.${domain}`, { severity: index < 6 ? 'HIGH' : 'LOW' })),
    );
    const high = [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })];
    await org.post('observations/actions/flag', { filters: high });
    for (const approvalStatus of ['APPROVAL_STATUS_TRIAGED_INTERNAL', 'APPROVAL_STATUS_RESOLVED']) {
      await org.post('observations/actions/status', { filters: high, approvalStatus, comment: `To ${approvalStatus}` });
    }
    orns = ((await org.post('observations', ALL)).body.observations as { orn: string }[]).map(({ orn }) => orn);
  });
  afterAll(() => service.close());

  async function historyOf(some: readonly string[]): Promise<Action[]> {
    const histories = await Promise.all(some.map((orn) => org.post('observations/actions', { orn })));
    return histories.flatMap(({ body }) => body.actions as Action[]);
  }

  it('contains the history of every observation, as GetObservationActions returns it', async () => {
    const history = await historyOf(orns);
    expect(new Set(history.map(({ actionType }) => actionType)).size).toBeGreaterThan(2);
    expect(inOrder(await exported(org, 'observations/actions/export', ALL))).toEqual(inOrder(history));
  });

  it('is limited to the observations of the mode and the filters', async () => {
    const open = ((await org.post('observations', {})).body.observations as { orn: string }[]).map(({ orn }) => orn);
    expect(open).toHaveLength(6);
    expect(inOrder(await exported(org, 'observations/actions/export'))).toEqual(inOrder(await historyOf(open)));
    const none = { filters: [rule('SUBJECT_DOMAIN', 'EQUALS', { stringValue: 'nobody.example.com' })] };
    expect(await exported(org, 'observations/actions/export', none)).toEqual([]);
  });

  it('returns the requested fields, and always the ids', async () => {
    const rows = await exported(org, 'observations/actions/export', { ...ALL, fields: ['actionType'] });
    expect(rows.length).toBeGreaterThan(12);
    for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'orn', 'actionType']);
  });
});
