import { exported } from '../support/exports';
import { rule } from '../support/filters';
import { aFinding, importFindings } from '../support/observations';
import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { EVERYTHING, organizationWith } from './organization-with';

const JIRA = { system: 'Jira', key: 'SEC-1', url: 'https://tickets.example/SEC-1' };
const GITHUB = { system: 'GitHub', key: '42' };

describe('AnnotateObservations', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('sets, replaces and removes references, and shows them everywhere', async () => {
    const { org, orns } = await organizationWith(service, 2);
    const [orn] = orns;
    const annotate = async (request: object) =>
      (await org.post('observations/actions/annotate', { observationOrns: [orn, orn], ...request })).body;
    const shown = async () => (await org.get(`observations/${orn}`)).body.observation.externalReferences;
    expect(await shown()).toEqual([]);
    expect(await annotate({ externalReferences: [JIRA, GITHUB] })).toEqual({ updatedCount: 1, unchangedCount: 0 });
    expect(await annotate({ externalReferences: [JIRA] })).toEqual({ updatedCount: 0, unchangedCount: 1 });
    expect(await shown()).toEqual([GITHUB, JIRA]);
    const { body } = await org.post('observations', {});
    expect(body.observations.map((each: { externalReferences: object[] }) => each.externalReferences.length).sort()).toEqual([0, 2]);

    const moved = { system: 'JIRA', key: 'sec-1', url: 'https://elsewhere.example/SEC-1' };
    expect(await annotate({ externalReferences: [moved], removeExternalReferences: [GITHUB, JIRA] })).toEqual({
      updatedCount: 1,
      unchangedCount: 0,
    });
    expect(await shown()).toEqual([moved]);
    expect(await annotate({ removeExternalReferences: [GITHUB] })).toEqual({ updatedCount: 0, unchangedCount: 1 });

    const { actions } = (await org.post('observations/actions', { orn })).body;
    expect(actions).toMatchObject([
      { actionType: 'OBSERVATION_ACTION_TYPE_REFERENCE_CHANGED', externalReferences: [moved], removedExternalReferences: [GITHUB] },
      { actionType: 'OBSERVATION_ACTION_TYPE_REFERENCE_CHANGED', externalReferences: expect.arrayContaining([JIRA, GITHUB]) },
      { actionType: 'OBSERVATION_ACTION_TYPE_FIRST_SEEN' },
    ]);
    expect(actions[0].actor).toMatchObject({ type: 'ACTOR_TYPE_API_CLIENT', id: org.credential.clientId });
  });

  it('records a comment for every open observation of a filter, and moves updatedAt and the change feed', async () => {
    const { org, orns } = await organizationWith(service, 3);
    await org.post('observations/actions/status', { observationOrns: [orns[2]], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const before = (await org.get(`observations/${orns[0]}`)).body.observation.updatedAt as string;
    const { nextCursor } = (await org.post('changes', { start: 'CHANGE_START_NOW' })).body;
    expect((await org.post('observations/actions/annotate', { filters: EVERYTHING, comment: 'Asked the vendor' })).body).toEqual({
      updatedCount: 2,
      unchangedCount: 0,
    });
    const { actions } = (await org.post('observations/actions', { orn: orns[0] })).body;
    expect(actions[0]).toMatchObject({ actionType: 'OBSERVATION_ACTION_TYPE_COMMENTED', comment: 'Asked the vendor' });
    const { changes } = (await org.post('changes', { cursor: nextCursor })).body;
    expect(changes.map(({ id }: { id: string }) => id).sort()).toEqual(orns.slice(0, 2).sort());
    expect(changes[0].observation.updatedAt > before).toBe(true);
    // A resolved observation takes a comment by its ORN.
    expect((await org.post('observations/actions/annotate', { observationOrns: [orns[2]], comment: 'Done' })).body.updatedCount).toBe(1);
  });

  it('keeps references when the finding is imported again, changed or resolved, and deletes them with it', async () => {
    const { org, orns, vendor } = await organizationWith(service, 1);
    await org.post('observations/actions/annotate', { observationOrns: orns, externalReferences: [JIRA] });
    await importFindings(org, [aFinding(`h0.${vendor.domain}`, { severity: 'HIGH', lastSeen: '2026-03-01T00:00:00.000Z' })]);
    await org.post('observations/actions/status', { observationOrns: orns, approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    expect((await org.get(`observations/${orns[0]}`)).body.observation).toMatchObject({
      severity: 'OBSERVATION_SEVERITY_HIGH',
      state: 'OBSERVATION_STATE_RESOLVED',
      externalReferences: [JIRA],
    });
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    expect((await org.get(`observations/${orns[0]}`)).status).toBe(404);
  });

  it('refuses invalid changes, and then changes nothing', async () => {
    const { org, orns } = await organizationWith(service, 2);
    const stranger = await organizationWith(service, 1);
    const many = (from: number) => Array.from({ length: 15 }, (_, index) => ({ system: 'Jira', key: `SEC-${from + index}` }));
    await org.post('observations/actions/annotate', { observationOrns: [orns[0]], externalReferences: many(0) });
    const cases: [object, number, string][] = [
      [{ observationOrns: orns }, 400, 'NOTHING_TO_CHANGE'],
      [{ observationOrns: orns, comment: '   ' }, 400, 'NOTHING_TO_CHANGE'],
      [{ comment: 'To whom?' }, 400, 'TARGET_MISSING'],
      [{ observationOrns: orns, externalReferences: [{ system: 'Jira' }] }, 400, 'INVALID_REQUEST'],
      [{ observationOrns: orns, externalReferences: [{ ...JIRA, url: 'javascript:alert(1)' }] }, 400, 'INVALID_REQUEST'],
      [{ observationOrns: [orns[1], stranger.orns[0]], comment: 'x' }, 403, 'ORG_MISMATCH'],
      [{ observationOrns: Array(1001).fill(orns[0]), comment: 'x' }, 400, 'INVALID_REQUEST'],
      [{ observationOrns: orns, comment: 'x', externalReferences: many(15) }, 409, 'TOO_MANY_REFERENCES'],
    ];
    for (const [request, status, reason] of cases) {
      const answer = await org.post('observations/actions/annotate', request);
      expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
    }
    expect((await org.post('observations/actions', { orn: orns[1] })).body.totalCount).toBe(1);
    expect((await org.post('observations/actions/annotate', { observationOrns: orns, externalReferences: many(0) })).body).toEqual({
      updatedCount: 1,
      unchangedCount: 1,
    });
  });

  it('shows references in exports', async () => {
    const { org, orns } = await organizationWith(service, 1);
    await org.post('observations/actions/annotate', { observationOrns: orns, externalReferences: [JIRA], comment: 'With a note' });
    const lines = await exported(org, 'observations/export');
    expect(lines[0]).toMatchObject({ orn: orns[0], externalReferences: [JIRA], isOverdue: false });
    const actions = await exported(org, 'observations/actions/export');
    expect(actions.map(({ actionType }) => actionType).sort()).toEqual(
      ['COMMENTED', 'FIRST_SEEN', 'REFERENCE_CHANGED'].map((type) => `OBSERVATION_ACTION_TYPE_${type}`),
    );
    const found = { filters: [rule('ORN', 'EQUALS', { stringValue: orns[0] ?? '' })] };
    expect((await org.post('observations', found)).body.observations[0]).toEqual(lines[0]);
  });
});
