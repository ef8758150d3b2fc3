import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { organizationWith } from './organization-with';

describe('UpdateObservationStatus', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('moves along the allowed transitions only', async () => {
    const { org, orns } = await organizationWith(service, 1);
    const move = (approvalStatus: string, comment?: string) =>
      org.post('observations/actions/status', { observationOrns: orns, approvalStatus: `APPROVAL_STATUS_${approvalStatus}`, comment });
    expect((await move('TRIAGED_INTERNAL')).body).toEqual({ updatedCount: 1, unchangedCount: 0 });
    expect((await move('TRIAGED_INTERNAL')).body).toEqual({ updatedCount: 0, unchangedCount: 1 });
    expect(reasonOf(await move('BACKLOG'))).toBe('INVALID_TRANSITION');
    expect((await move('TRIAGED_EXTERNAL')).status).toBe(200);
    expect(reasonOf(await move('EXCLUDED'))).toBe('COMMENT_REQUIRED');
    expect((await move('EXCLUDED', 'risk accepted')).status).toBe(200);
    expect(reasonOf(await move('RESOLVED'))).toBe('INVALID_TRANSITION');
    expect((await move('BACKLOG', 'reconsidered')).status).toBe(200);
    expect((await move('RESOLVED')).status).toBe(200);
    const { body } = await org.get(`observations/${orns[0]}`);
    expect(body.observation).toMatchObject({ state: 'OBSERVATION_STATE_RESOLVED', resolvedAt: expect.any(String) });
    const history = await org.post('observations/actions', { orn: orns[0], limit: 3 });
    expect(history.body.totalCount).toBe(6);
    expect(history.body.actions.map((action: { actionType: string }) => action.actionType.replace('OBSERVATION_ACTION_TYPE_', ''))).toEqual(
      ['RESOLVED', 'REOPENED', 'STATUS_CHANGED'],
    );
    expect(history.body.actions[1]).toMatchObject({
      fromStatus: 'APPROVAL_STATUS_EXCLUDED',
      toStatus: 'APPROVAL_STATUS_BACKLOG',
      comment: 'reconsidered',
    });
  });
});
