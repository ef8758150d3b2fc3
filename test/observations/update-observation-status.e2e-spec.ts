import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { EVERYTHING, organizationWith } from './organization-with';

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
    expect((await move('TRIAGED_INTERNAL')).body).toEqual({ updatedCount: 1, unchangedCount: 0, skippedCount: 0, skipped: [] });
    expect((await move('TRIAGED_INTERNAL')).body).toEqual({ updatedCount: 0, unchangedCount: 1, skippedCount: 0, skipped: [] });
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

  it('reports what a filter matches but cannot move', async () => {
    const { org, orns } = await organizationWith(service, 6);
    const move = (approvalStatus: string, target: object) =>
      org.post('observations/actions/status', { approvalStatus: `APPROVAL_STATUS_${approvalStatus}`, comment: 'Accepted', ...target });
    await move('RESOLVED', { observationOrns: orns.slice(0, 2) });
    await move('EXCLUDED', { observationOrns: [orns[2]] });
    await move('TRIAGED_INTERNAL', { observationOrns: [orns[3]] });
    expect((await move('TRIAGED_INTERNAL', { filters: EVERYTHING })).body).toEqual({
      updatedCount: 2,
      unchangedCount: 1,
      skippedCount: 3,
      skipped: [
        { approvalStatus: 'APPROVAL_STATUS_RESOLVED', count: 2 },
        { approvalStatus: 'APPROVAL_STATUS_EXCLUDED', count: 1 },
      ],
    });
    expect((await move('RESOLVED', { filters: EVERYTHING })).body).toEqual({
      updatedCount: 3,
      unchangedCount: 2,
      skippedCount: 1,
      skipped: [{ approvalStatus: 'APPROVAL_STATUS_EXCLUDED', count: 1 }],
    });
    expect((await move('BACKLOG', { observationOrns: [orns[0]] })).status).toBe(200);
    await move('TRIAGED_EXTERNAL', { observationOrns: [orns[0]] });
    expect((await move('BACKLOG', { filters: EVERYTHING })).body).toMatchObject({
      updatedCount: 5,
      skippedCount: 1,
      skipped: [{ approvalStatus: 'APPROVAL_STATUS_TRIAGED_EXTERNAL', count: 1 }],
    });
  });
});
