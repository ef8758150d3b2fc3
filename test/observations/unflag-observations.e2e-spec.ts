import { rule } from '../support/filters';
import { startTestApp, type TestApp } from '../support/test-app';
import { EVERYTHING, organizationWith } from './organization-with';
import { expectRefusalsByOrn } from './refused-by-orn';

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
    await expectRefusalsByOrn('observations/actions/unflag', { org, orns, foreign: stranger.orns[0] });
    const { body } = await org.post('observations', { filters: FLAGGED, mode: 'OBSERVATION_MODE_ALL' });
    expect(body.observations).toHaveLength(2);
  });
});
