import { rule } from '../support/filters';
import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { EVERYTHING, organizationWith } from './organization-with';

const FLAGGED = [rule('IS_FLAGGED', 'EQUALS', { boolValue: true })];

describe('UnflagObservations', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('removes flags by ORN and by filter, and counts those without a flag', async () => {
    const { org, orns } = await organizationWith(service, 4);
    await org.post('observations/actions/flag', { observationOrns: orns.slice(0, 3) });
    expect((await org.post('observations/actions/unflag', { observationOrns: [orns[0], orns[0], orns[3]] })).body).toEqual({
      unflaggedCount: 1,
      notFlaggedCount: 1,
    });
    const { body } = await org.get(`observations/${orns[0]}`);
    expect(body.observation.isFlagged).toBe(false);
    expect(body.observation.flaggedAt).toBeUndefined();
    expect((await org.post('observations', { filters: FLAGGED })).body.observations).toHaveLength(2);
    expect((await org.post('observations/actions/unflag', { filters: EVERYTHING })).body).toEqual({
      unflaggedCount: 2,
      notFlaggedCount: 2,
    });
    expect((await org.post('observations', { filters: FLAGGED })).body).toMatchObject({ observations: [], totalCount: '0' });
  });

  it('keeps every flag and its removal in the history', async () => {
    const { org, orns } = await organizationWith(service, 1);
    for (const call of ['flag', 'unflag', 'flag', 'unflag', 'unflag'])
      await org.post(`observations/actions/${call}`, { observationOrns: orns });
    const { body } = await org.post('observations/actions', { orn: orns[0] });
    const types = body.actions.map((action: { actionType: string }) => action.actionType.replace('OBSERVATION_ACTION_TYPE_', ''));
    expect(types).toEqual(['UNFLAGGED', 'FLAGGED', 'UNFLAGGED', 'FLAGGED', 'FIRST_SEEN']);
    expect(body.actions[0].actor).toMatchObject({ type: 'ACTOR_TYPE_API_CLIENT', id: org.credential.clientId });
    expect(new Set(body.actions.map((action: { id: string }) => action.id)).size).toBe(5);
  });

  it('counts exactly under concurrent unflagging', async () => {
    const { org } = await organizationWith(service, 50);
    await org.post('observations/actions/flag', { filters: EVERYTHING });
    const answers = await Promise.all(Array.from({ length: 6 }, () => org.post('observations/actions/unflag', { filters: EVERYTHING })));
    expect(answers.reduce((sum, answer) => sum + (answer.body.unflaggedCount as number), 0)).toBe(50);
    const { body } = await org.post('observations/groups', {});
    expect(body.observationGroups).toMatchObject([{ flaggedCount: '0', observationCount: '50' }]);
  });

  it('unflags all or nothing by ORN', async () => {
    const { org, orns } = await organizationWith(service, 2);
    const stranger = await organizationWith(service, 1);
    await org.post('observations/actions/flag', { observationOrns: orns });
    await org.post('observations/actions/status', { observationOrns: [orns[1]], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const unknown = orns[0]?.replace(/[0-9a-f]{12}:/, 'ffffffffffff:');
    const cases: [unknown[], number, string][] = [
      [[orns[0], 'nonsense'], 400, 'ORN_MALFORMED'],
      [[orns[0], stranger.orns[0]], 403, 'ORG_MISMATCH'],
      [[orns[0], unknown], 404, 'OBSERVATION_NOT_FOUND'],
      [[orns[0], orns[1]], 409, 'OBSERVATION_RESOLVED'],
      [Array(1001).fill(orns[0]), 400, 'INVALID_REQUEST'],
    ];
    for (const [observationOrns, status, reason] of cases) {
      const answer = await org.post('observations/actions/unflag', { observationOrns });
      expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
    }
    for (const request of [{}, { observationOrns: [], filters: [] }])
      expect(reasonOf(await org.post('observations/actions/unflag', request))).toBe('TARGET_MISSING');
    const { body } = await org.post('observations', { filters: FLAGGED, mode: 'OBSERVATION_MODE_ALL' });
    expect(body.observations).toHaveLength(2);
  });
});
