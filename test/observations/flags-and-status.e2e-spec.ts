import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('flagging and status', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  async function anOrganizationWith(count: number) {
    const org = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    await importFindings(
      org,
      Array.from({ length: count }, (_, index) => aFinding(`h${index}.${vendor.domain}`)),
    );
    const { body } = await org.post('observations', { limit: 200 });
    return { org, vendor, orns: (body.observations as { orn: string }[]).map((observation) => observation.orn) };
  }

  const everything = [rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_INFO' })];

  it('flags once, counts duplicates once, and writes one history entry each', async () => {
    const { org, orns } = await anOrganizationWith(3);
    expect((await org.post('observations/actions/flag', { observationOrns: [orns[0], orns[0], orns[1]] })).body).toEqual({
      flaggedCount: 2,
      alreadyFlaggedCount: 0,
    });
    expect((await org.post('observations/actions/flag', { filters: everything })).body).toEqual({
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
    const { org } = await anOrganizationWith(50);
    const answers = await Promise.all(Array.from({ length: 6 }, () => org.post('observations/actions/flag', { filters: everything })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
    expect(answers.reduce((sum, answer) => sum + (answer.body.flaggedCount as number), 0)).toBe(50);
  });

  it('flags all or nothing by ORN', async () => {
    const { org, orns } = await anOrganizationWith(2);
    const stranger = await anOrganizationWith(1);
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
      const answer = await org.post('observations/actions/flag', { observationOrns });
      expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
    }
    const conflict = await org.post('observations/actions/flag', { observationOrns: [orns[1]] });
    expect(
      conflict.body.details.find((detail: { '@type': string }) => detail['@type'].endsWith('PreconditionFailure')).violations[0].subject,
    ).toBe(orns[1]);
    expect(
      (await org.post('observations', { filters: [rule('IS_FLAGGED', 'EQUALS', { boolValue: true })], mode: 'OBSERVATION_MODE_ALL' })).body
        .observations,
    ).toEqual([]);
    for (const request of [{}, { observationOrns: [], filters: [] }])
      expect(reasonOf(await org.post('observations/actions/flag', request))).toBe('TARGET_MISSING');
  });

  it('flags groups with their open observations', async () => {
    const { org, orns } = await anOrganizationWith(4);
    await org.post('observations/actions/status', {
      observationOrns: [orns[3]],
      approvalStatus: 'APPROVAL_STATUS_EXCLUDED',
      comment: 'accepted',
    });
    expect((await org.post('observations/actions/flag/groups', { filters: everything })).body).toEqual({
      flaggedCount: 1,
      alreadyFlaggedCount: 0,
    });
    expect((await org.post('observations/actions/flag/groups', { filters: everything })).body).toEqual({
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

  it('moves along the allowed transitions only', async () => {
    const { org, orns } = await anOrganizationWith(1);
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
    const { org, orns } = await anOrganizationWith(6);
    const move = (approvalStatus: string, target: object) =>
      org.post('observations/actions/status', { approvalStatus: `APPROVAL_STATUS_${approvalStatus}`, comment: 'Accepted', ...target });
    await move('RESOLVED', { observationOrns: orns.slice(0, 2) });
    await move('EXCLUDED', { observationOrns: [orns[2]] });
    await move('TRIAGED_INTERNAL', { observationOrns: [orns[3]] });
    expect((await move('TRIAGED_INTERNAL', { filters: everything })).body).toEqual({
      updatedCount: 2,
      unchangedCount: 1,
      skippedCount: 3,
      skipped: [
        { approvalStatus: 'APPROVAL_STATUS_RESOLVED', count: 2 },
        { approvalStatus: 'APPROVAL_STATUS_EXCLUDED', count: 1 },
      ],
    });
    expect((await move('RESOLVED', { filters: everything })).body).toEqual({
      updatedCount: 3,
      unchangedCount: 2,
      skippedCount: 1,
      skipped: [{ approvalStatus: 'APPROVAL_STATUS_EXCLUDED', count: 1 }],
    });
    expect((await move('BACKLOG', { observationOrns: [orns[0]] })).status).toBe(200);
    await move('TRIAGED_EXTERNAL', { observationOrns: [orns[0]] });
    expect((await move('BACKLOG', { filters: everything })).body).toMatchObject({
      updatedCount: 5,
      skippedCount: 1,
      skipped: [{ approvalStatus: 'APPROVAL_STATUS_TRIAGED_EXTERNAL', count: 1 }],
    });
  });

  it('keeps scores current: resolving never worsens, a new finding never improves', async () => {
    const { org, vendor, orns } = await anOrganizationWith(8);
    const score = async () =>
      (
        await org.post('observations/vendor-scores', {
          filters: [rule('VENDOR', 'IN', { stringListValue: { values: [vendor.domain, 'nowhere.com'] } })],
        })
      ).body;
    const before = await score();
    expect(before.notFoundDomains).toEqual(['nowhere.com']);
    await importFindings(org, [aFinding(vendor.domain, { severity: 'CRITICAL', title: 'Worse', observationType: 'worse' })]);
    const worse = await score();
    expect(worse.vendorScores[0].overallScore).toBeLessThan(before.vendorScores[0].overallScore);
    await org.post('observations/actions/status', { filters: everything, approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const clean = await score();
    expect(clean.vendorScores[0]).toMatchObject({ overallScore: 100, overallGrade: 'SCORE_GRADE_A', breachLikelihoodScore: 0 });
    expect(orns).toHaveLength(8);
  });

  it('refuses other filters than vendors for scores', async () => {
    const { org } = await anOrganizationWith(1);
    for (const filters of [[], [rule('SEVERITY', 'IS_SET')], [rule('VENDOR', 'NOT_EQUALS', { stringValue: 'a.com' })]]) {
      expect(reasonOf(await org.post('observations/vendor-scores', { filters }))).toBe('INVALID_FILTER');
    }
  });
});
