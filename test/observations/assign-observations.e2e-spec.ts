import { aFinding, importFindings } from '../support/observations';
import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { EVERYTHING, organizationWith } from './organization-with';

const PAST = '2026-01-31T00:00:00.000Z';
const FUTURE = '2199-01-31T00:00:00.000Z';

describe('AssignObservations', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('sets and clears owner and due date independently, and records it in the history', async () => {
    const { org, orns } = await organizationWith(service, 2);
    const [orn] = orns;
    const assign = async (request: object) => (await org.post('observations/actions/assign', { observationOrns: [orn], ...request })).body;
    const shown = async () => {
      const { assignee, dueAt, isOverdue } = (await org.get(`observations/${orn}`)).body.observation;
      return { assignee, dueAt, isOverdue };
    };
    expect(await shown()).toEqual({ isOverdue: false });
    expect(await assign({ assignee: 'Jo "the" Fixer', dueAt: '2026-01-31T01:00:00+01:00' })).toEqual({
      updatedCount: 1,
      unchangedCount: 0,
    });
    expect(await assign({ assignee: 'Jo "the" Fixer' })).toEqual({ updatedCount: 0, unchangedCount: 1 });
    expect(await shown()).toEqual({ assignee: 'Jo "the" Fixer', dueAt: PAST, isOverdue: true });
    expect(await assign({ dueAt: FUTURE })).toEqual({ updatedCount: 1, unchangedCount: 0 });
    expect(await assign({ assignee: null })).toEqual({ updatedCount: 1, unchangedCount: 0 });
    expect(await shown()).toEqual({ dueAt: FUTURE, isOverdue: false });
    expect(await assign({ assignee: null, dueAt: null })).toEqual({ updatedCount: 1, unchangedCount: 0 });
    expect(await shown()).toEqual({ isOverdue: false });

    const { actions } = (await org.post('observations/actions', { orn })).body;
    const ASSIGNED = 'OBSERVATION_ACTION_TYPE_ASSIGNED';
    expect(actions.map(({ actionType, assignee, dueAt }: Record<string, string>) => ({ actionType, assignee, dueAt }))).toEqual([
      { actionType: ASSIGNED },
      { actionType: ASSIGNED, dueAt: FUTURE },
      { actionType: ASSIGNED, assignee: 'Jo "the" Fixer', dueAt: FUTURE },
      { actionType: ASSIGNED, assignee: 'Jo "the" Fixer', dueAt: PAST },
      { actionType: 'OBSERVATION_ACTION_TYPE_FIRST_SEEN' },
    ]);
  });

  it('assigns the open observations of a filter, and moves updatedAt and the change feed', async () => {
    const { org, orns } = await organizationWith(service, 3);
    await org.post('observations/actions/status', { observationOrns: [orns[2]], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const before = (await org.get(`observations/${orns[0]}`)).body.observation.updatedAt as string;
    const { nextCursor } = (await org.post('changes', { start: 'CHANGE_START_NOW' })).body;
    expect((await org.post('observations/actions/assign', { filters: EVERYTHING, assignee: 'jo@example.com' })).body).toEqual({
      updatedCount: 2,
      unchangedCount: 0,
    });
    const { changes } = (await org.post('changes', { cursor: nextCursor })).body;
    expect(changes.map(({ id }: { id: string }) => id).sort()).toEqual(orns.slice(0, 2).sort());
    expect(changes[0].observation).toMatchObject({ assignee: 'jo@example.com' });
    expect(changes[0].observation.updatedAt > before).toBe(true);
  });

  it('survives imports and status changes; a resolved observation is not overdue', async () => {
    const { org, orns, vendor } = await organizationWith(service, 1);
    await org.post('observations/actions/assign', { observationOrns: orns, assignee: 'jo', dueAt: PAST });
    await importFindings(org, [aFinding(`h0.${vendor.domain}`, { severity: 'HIGH', lastSeen: '2026-03-01T00:00:00.000Z' })]);
    const shown = async () => (await org.get(`observations/${orns[0]}`)).body.observation;
    expect(await shown()).toMatchObject({ severity: 'OBSERVATION_SEVERITY_HIGH', assignee: 'jo', dueAt: PAST, isOverdue: true });
    await org.post('observations/actions/status', { observationOrns: orns, approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    expect(await shown()).toMatchObject({ assignee: 'jo', dueAt: PAST, isOverdue: false });
  });

  it('refuses invalid assignments', async () => {
    const { org, orns } = await organizationWith(service, 1);
    const stranger = await organizationWith(service, 1);
    const cases: [object, number, string][] = [
      [{ observationOrns: orns }, 400, 'NOTHING_TO_CHANGE'],
      [{ assignee: 'jo' }, 400, 'TARGET_MISSING'],
      [{ observationOrns: orns, assignee: '' }, 400, 'INVALID_REQUEST'],
      [{ observationOrns: orns, dueAt: 'tomorrow' }, 400, 'INVALID_REQUEST'],
      [{ observationOrns: [orns[0], stranger.orns[0]], assignee: 'jo' }, 403, 'ORG_MISMATCH'],
      [{ observationOrns: [orns[0], 'nonsense'], assignee: 'jo' }, 400, 'ORN_MALFORMED'],
    ];
    for (const [request, status, reason] of cases) {
      const answer = await org.post('observations/actions/assign', request);
      expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
    }
    expect((await org.post('observations/actions', { orn: orns[0] })).body.totalCount).toBe(1);
  });
});
