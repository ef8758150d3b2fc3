import { rule } from '../support/filters';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';
import { organizationWith, EVERYTHING } from './organization-with';
import { expectRefusalsByOrn } from './refused-by-orn';

describe('FlagObservations', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('flags once, counts duplicates once, and writes one history entry each', async () => {
    const { org, orns } = await organizationWith(service, 3);
    expect((await org.post('observations/actions/flag', { observationOrns: [orns[0], orns[0], orns[1]] })).body).toEqual({
      flaggedCount: 2,
      alreadyFlaggedCount: 0,
    });
    expect((await org.post('observations/actions/flag', { filters: EVERYTHING })).body).toEqual({
      flaggedCount: 1,
      alreadyFlaggedCount: 2,
    });
    const history = await org.post('observations/actions', { orn: orns[0] });
    expect(history.body.totalCount).toBe(2);
    expect(history.body.actions[0]).toMatchObject({
      actionType: 'OBSERVATION_ACTION_TYPE_FLAGGED',
      actor: { type: 'ACTOR_TYPE_API_CLIENT', id: org.credential.clientId, displayName: 'Test' },
    });
    const { body } = await org.get(`observations/${orns[0]}`);
    expect(body.observation).toMatchObject({ isFlagged: true, flaggedAt: expect.any(String), approvalStatus: 'APPROVAL_STATUS_BACKLOG' });
  });

  it('counts exactly under concurrent flagging', async () => {
    const { org } = await organizationWith(service, 50);
    const answers = await Promise.all(Array.from({ length: 6 }, () => org.post('observations/actions/flag', { filters: EVERYTHING })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
    expect(answers.reduce((sum, answer) => sum + (answer.body.flaggedCount as number), 0)).toBe(50);
  });

  it('flags all or nothing by ORN', async () => {
    const { org, orns } = await organizationWith(service, 2);
    const stranger = await organizationWith(service, 1);
    await org.post('observations/actions/status', { observationOrns: [orns[1]], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    await expectRefusalsByOrn('observations/actions/flag', { org, orns, foreign: stranger.orns[0] });
    const conflict = await org.post('observations/actions/flag', { observationOrns: [orns[1]] });
    expect(
      conflict.body.details.find((detail: { '@type': string }) => detail['@type'].endsWith('PreconditionFailure')).violations[0].subject,
    ).toBe(orns[1]);
    expect(
      (await org.post('observations', { filters: [rule('IS_FLAGGED', 'EQUALS', { boolValue: true })], mode: 'OBSERVATION_MODE_ALL' })).body
        .observations,
    ).toEqual([]);
  });

  it('refuses a resolved observation', async () => {
    const { org, observation } = await importedOnce(service);
    const flagged = await org.post('observations/actions/flag', { observationOrns: [observation.orn] });
    expect(flagged.body).toEqual({ flaggedCount: 1, alreadyFlaggedCount: 0 });
    const moved = await org.post('observations/actions/status', {
      observationOrns: [observation.orn],
      approvalStatus: 'APPROVAL_STATUS_RESOLVED',
    });
    expect(moved.body).toEqual({ updatedCount: 1, unchangedCount: 0, skippedCount: 0, skipped: [] });
    expect((await org.post('observations/actions/flag', { observationOrns: [observation.orn] })).status).toBe(409);
  });
});
