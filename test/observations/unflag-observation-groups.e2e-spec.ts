import { startTestApp, type TestApp } from '../support/test-app';
import { organizationWith, EVERYTHING } from './organization-with';

describe('UnflagObservationGroups', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('removes the flag of groups and of their open observations', async () => {
    const { org, orns } = await organizationWith(service, 4);
    await org.post('observations/actions/flag/groups', { filters: EVERYTHING });
    await org.post('observations/actions/status', { observationOrns: [orns[3]], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const [group] = (await org.post('observations/groups', {})).body.observationGroups;
    expect((await org.post('observations/actions/unflag/groups', { groupOrns: [group.groupOrn] })).body).toEqual({
      unflaggedCount: 1,
      notFlaggedCount: 0,
    });
    expect((await org.post('observations/actions/unflag/groups', { filters: EVERYTHING })).body).toEqual({
      unflaggedCount: 0,
      notFlaggedCount: 1,
    });
    // The resolved one keeps its flag, as flagging a group leaves resolved ones alone too.
    const { body } = await org.post('observations/groups', { mode: 'OBSERVATION_MODE_ALL' });
    expect(body.observationGroups).toMatchObject([{ isFlagged: false, flaggedCount: '1', observationCount: '4' }]);
  });

  it('refuses unknown and malformed groups and those of other organizations', async () => {
    const { org } = await organizationWith(service, 1);
    for (const [groupOrn, status] of [
      [`orn:1:observation-group:vrm:nothing:${org.organization.domain}`, 404],
      ['orn:1:observation-group:vrm:x:other.com', 403],
      ['x', 400],
    ] as const)
      expect((await org.post('observations/actions/unflag/groups', { groupOrns: [groupOrn] })).status).toBe(status);
  });
});
