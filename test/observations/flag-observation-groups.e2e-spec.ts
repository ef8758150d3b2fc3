import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';
import { organizationWith, EVERYTHING } from './organization-with';

describe('FlagObservationGroups', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('flags groups with their open observations', async () => {
    const { org, orns } = await organizationWith(service, 4);
    await org.post('observations/actions/status', {
      observationOrns: [orns[3]],
      approvalStatus: 'APPROVAL_STATUS_EXCLUDED',
      comment: 'accepted',
    });
    expect((await org.post('observations/actions/flag/groups', { filters: EVERYTHING })).body).toEqual({
      flaggedCount: 1,
      alreadyFlaggedCount: 0,
    });
    expect((await org.post('observations/actions/flag/groups', { filters: EVERYTHING })).body).toEqual({
      flaggedCount: 0,
      alreadyFlaggedCount: 1,
    });
    const { body } = await org.post('observations/groups', { mode: 'OBSERVATION_MODE_ALL' });
    expect(body.observationGroups).toMatchObject([{ isFlagged: true, flaggedCount: '3', observationCount: '4' }]);
    expect(
      (
        await org.post('observations/actions/flag/groups', {
          groupOrns: [`orn:1:observation-group:vrm:nothing:${org.organization.domain}`],
        })
      ).status,
    ).toBe(404);
    expect((await org.post('observations/actions/flag/groups', { groupOrns: ['orn:1:observation-group:vrm:x:other.com'] })).status).toBe(
      403,
    );
    expect((await org.post('observations/actions/flag/groups', { groupOrns: ['x'] })).status).toBe(400);
  });

  it('flags a group although its observation is flagged already', async () => {
    const { org, observation } = await importedOnce(service);
    await org.post('observations/actions/flag', { observationOrns: [observation.orn] });
    expect((await org.post('observations/actions/flag/groups', { groupOrns: [observation.groupOrn] })).body).toEqual({
      flaggedCount: 1,
      alreadyFlaggedCount: 0,
    });
  });
});
