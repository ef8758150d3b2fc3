import { aFinding, aVendor, importFindings } from '../support/observations';
import { rule } from '../support/filters';
import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('ORNs in calls', () => {
  let service: TestApp;
  let org: TestOrganization;
  let orn: string;
  let groupOrn: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    await importFindings(org, [aFinding(vendor.domain)]);
    ({ orn, groupOrn } = (await org.post('observations', {})).body.observations[0] as { orn: string; groupOrn: string });
  });
  afterAll(() => service.close());

  const outcome = (answer: Answer) => [answer.status, reasonOf(answer)];
  const calls = (name: string) => [
    () => org.get(`observations/${encodeURIComponent(name)}`),
    () => org.post('observations/actions', { orn: name }),
    () => org.post('observations/actions/flag', { observationOrns: [name] }),
    () => org.post('observations/actions/status', { observationOrns: [name], approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL' }),
  ];
  const flagGroup = (name: string) => org.post('observations/actions/flag/groups', { groupOrns: [name] });
  const withKey = (key: string, owner = org.organization.domain) => `orn:1:observation:vrm:${key}:${owner}`;
  const upperOwner = (name: string) => name.replace(org.organization.domain, org.organization.domain.toUpperCase());

  it.each(['x', 'not-an-id', 'A._~-9', '0'.repeat(64)])('treat %s as an unknown key', async (key) => {
    for (const call of calls(withKey(key))) expect(outcome(await call())).toEqual([404, 'OBSERVATION_NOT_FOUND']);
    expect(outcome(await flagGroup(`orn:1:observation-group:vrm:${key}:${org.organization.domain}`))).toEqual([
      404,
      'OBSERVATION_GROUP_NOT_FOUND',
    ]);
    const { body } = await org.post('observations', { filters: [rule('ORN', 'EQUALS', { stringValue: withKey(key) })] });
    expect(body.observations).toEqual([]);
  });

  it('are checked for their owner before any look-up, whatever the key', async () => {
    for (const key of ['x', 'not-an-id', orn.split(':')[4] as string]) {
      for (const owner of ['other.com', 'OTHER.com']) {
        for (const call of calls(withKey(key, owner))) expect(outcome(await call())).toEqual([403, 'ORG_MISMATCH']);
        expect(outcome(await flagGroup(`orn:1:observation-group:vrm:${key}:${owner}`))).toEqual([403, 'ORG_MISMATCH']);
      }
    }
  });

  it('accept the owner in any letter case', async () => {
    for (const call of calls(upperOwner(orn))) expect((await call()).status).toBe(200);
    expect((await flagGroup(upperOwner(groupOrn))).status).toBe(200);
    const { body } = await org.post('observations/actions', { orn: upperOwner(orn) });
    expect(body.actions[0].orn).toBe(orn);
  });

  it('match nothing in a filter when they are of another organization or view', async () => {
    const filtered = async (field: string, comparison: string, stringValue: string) =>
      (await org.post('observations', { filters: [rule(field, comparison, { stringValue })] })).body.observations.length as number;
    const ofOthers = (name: string) => [name.replace(org.organization.domain, 'other.com'), name.replace(':vrm:', ':self:')];
    for (const [field, own] of [
      ['ORN', orn],
      ['GROUP', groupOrn],
    ] as const) {
      expect([await filtered(field, 'EQUALS', own), await filtered(field, 'EQUALS', upperOwner(own))]).toEqual([1, 1]);
      for (const foreign of ofOthers(own)) {
        expect([await filtered(field, 'EQUALS', foreign), await filtered(field, 'NOT_EQUALS', foreign)]).toEqual([0, 1]);
      }
    }
    const filters = ofOthers(orn).map((stringValue) => [rule('ORN', 'EQUALS', { stringValue })]);
    for (const filter of filters) {
      const { body } = await org.post('observations/actions/status', { filters: filter, approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
      expect(body.updatedCount).toBe(0);
    }
  });

  it.each(['', 'a b', 'a/b', 'ä', '0'.repeat(65)])('are malformed with the key "%.10s"', async (key) => {
    for (const call of calls(withKey(key))) expect(outcome(await call())).toEqual([400, 'ORN_MALFORMED']);
  });
});
