import { Organizations } from '#platform/auth/organizations';
import { Database, PLATFORM } from '#platform/database/database';
import { expectError } from '../support/error-body';
import { Follower, differences, everythingListed, type Told } from '../support/follower';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { aCve, anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain } from '../support/vendors';

const short = (told: readonly Told[]) =>
  told.map(
    ({ resourceType, changeType }) => `${changeType.replace('CHANGE_TYPE_', '')} ${resourceType.replace('CHANGE_RESOURCE_TYPE_', '')}`,
  );
const onlyObservations = { resourceTypes: ['CHANGE_RESOURCE_TYPE_OBSERVATION'] };

describe('POST /public/v1/changes', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    org = await TestOrganization.create(service);
  });

  const same = async (follower: Follower, of = org) => {
    expect(differences(follower.copy, await everythingListed(of))).toEqual([]);
  };
  const orns = async () => ((await org.post('observations', {})).body.observations as { orn: string }[]).map(({ orn }) => orn);

  it('returns an empty page and a cursor while there is nothing', async () => {
    const { status, body } = await org.post('changes', {});
    expect([status, body]).toEqual([200, { changes: [], nextCursor: expect.any(String), hasMore: false }]);
    expect((await org.post('changes', { cursor: body.nextCursor })).body).toMatchObject({ changes: [], hasMore: false });
  });

  it('returns everything of every type once, as the lists do, then what changed', async () => {
    const [domain, other] = [newDomain(), newDomain()];
    const vendor = await createVendor(org, { domainName: domain, isMonitored: true });
    const second = await createVendor(org, { domainName: other, isMonitored: true });
    const cve = aCve();
    await importFindings(org, [aFinding(`a.${domain}`, { cveIds: [cve] }), aFinding(`b.${domain}`), aFinding(`c.${other}`)]);
    await importEvents(service, [anEvent({ cveIds: [cve] }), anEvent({ victims: [other] })]);
    await new Portfolio(service, org).detect([{ host: domain, mx: ['aspmx.l.google.com'], timestamp: new Date().toISOString() }]);
    const group = (await org.post('vendors/groups', { name: 'Core' })).body.vendorGroup.id as string;
    await org.post(`vendors/groups/${group}/vendors`, { vendorIds: [vendor.id] });
    await org.post('questionnaires', { templateId: 'security-baseline', vendorId: vendor.id });

    const follower = new Follower(org);
    const told = await follower.follow();
    expect(new Set(told.map(({ resourceType }) => resourceType)).size).toBe(8);
    expect(new Set(told.map(({ resourceType, id }) => `${resourceType} ${id}`)).size).toBe(told.length);
    await same(follower);
    expect(await follower.follow()).toEqual([]);

    await org.patch(`vendors/${vendor.id}`, { companyName: 'Renamed' });
    expect(new Set(short(await follower.follow()))).toEqual(
      new Set(
        ['VENDOR', 'OBSERVATION', 'VENDOR_SCORE', 'FOURTH_PARTY', 'SECURITY_EVENT', 'SECURITY_EVENT_IMPACT'].map(
          (type) => `UPSERTED ${type}`,
        ),
      ),
    );
    await same(follower);
    await createVendor(org, { domainName: 'google.com' }); // a fourth party that is a vendor too
    await same(await followed(follower));
    await org.post('vendors/bulk-offboard', { ids: [second.id], reason: 'Done' });
    await same(await followed(follower));
    await org.patch(`vendors/${second.id}`, { lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE' });
    await same(await followed(follower));
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    await same(await followed(follower));
    await org.delete(`vendors/groups/${group}`);
    await same(await followed(follower));
    expect((await new Follower(org).follow()).every(({ changeType }) => changeType === 'CHANGE_TYPE_UPSERTED')).toBe(true);
  });

  const followed = async (follower: Follower) => {
    await follower.follow();
    return follower;
  };

  it('reports a resource that changed several times once, at its latest change', async () => {
    const follower = new Follower(org, { start: 'CHANGE_START_NOW' });
    await follower.follow();
    const vendor = await createVendor(org);
    const other = await createVendor(org);
    for (const companyName of ['One', 'Two', 'Three']) await org.patch(`vendors/${vendor.id}`, { companyName });
    const told = await follower.follow();
    expect(told.map(({ id }) => id)).toEqual([other.id, vendor.id]);
    expect(told[1]).toMatchObject({ changeType: 'CHANGE_TYPE_UPSERTED', vendor: { companyName: 'Three' } });
  });

  it('reports flags, status, monitoring and deletion of observations, but not a later sighting alone', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    const findings = ['a', 'b', 'c'].map((host) => aFinding(`${host}.${vendor.domainName}`));
    await importFindings(org, findings);
    const follower = new Follower(org, onlyObservations);
    expect(await follower.follow()).toHaveLength(3);

    await importFindings(
      org,
      findings.map((finding) => ({ ...finding, lastSeen: '2026-03-01T00:00:00.000Z' })),
    );
    expect(await follower.follow()).toEqual([]);

    const [first = ''] = await orns();
    await org.post('observations/actions/flag', { observationOrns: [first] });
    expect(await follower.follow()).toMatchObject([
      { id: first, changeType: 'CHANGE_TYPE_UPSERTED', observation: { orn: first, isFlagged: true } },
    ]);
    await org.post('observations/actions/status', { observationOrns: [first], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    expect(await follower.follow()).toMatchObject([{ id: first, observation: { state: 'OBSERVATION_STATE_RESOLVED' } }]);

    await org.patch(`vendors/${vendor.id}`, { isMonitored: false });
    expect(short(await follower.follow())).toEqual(Array(3).fill('REMOVED OBSERVATION'));
    await org.patch(`vendors/${vendor.id}`, { isMonitored: true });
    expect(short(await follower.follow())).toEqual(Array(3).fill('UPSERTED OBSERVATION'));
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    expect(short(await follower.follow())).toEqual(Array(3).fill('REMOVED OBSERVATION'));
    expect(follower.copy.size).toBe(0);
  });

  it('reports a request and its response to both organizations', async () => {
    const vendorSide = await TestOrganization.create(service, { vrm: false });
    await createVendor(org, { domainName: vendorSide.organization.domain });
    const victim = await createVendor(org);
    const event = anEvent({ victims: [victim.domainName] });
    await importEvents(service, [event]);
    const [asking, asked] = [new Follower(org), new Follower(vendorSide)];
    await followed(asking);
    await followed(asked);

    await org.post('security-events/actions/vrm-request', { eventId: event.eventId, vendorDomains: [vendorSide.organization.domain] });
    expect(short(await asked.follow())).toEqual(['UPSERTED SECURITY_EVENT']);
    expect(short(await asking.follow()).sort()).toEqual(['UPSERTED SECURITY_EVENT', 'UPSERTED SECURITY_EVENT_IMPACT']);
    await vendorSide.post('security-events/actions/vendor-response', {
      eventId: event.eventId,
      responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED',
    });
    expect(short(await asked.follow())).toEqual(['UPSERTED SECURITY_EVENT']);
    expect(short(await asking.follow()).sort()).toEqual(['UPSERTED SECURITY_EVENT', 'UPSERTED SECURITY_EVENT_IMPACT']);
    await same(asking);
    await same(asked, vendorSide);

    await importEvents(service, [{ ...event, title: 'Another title' }]);
    expect(await asked.follow()).toMatchObject([{ securityEvent: { title: 'Another title' } }]);
    expect(await asking.follow()).toMatchObject([{ securityEvent: { title: 'Another title' } }]);
  });

  it('reports the VRM view as removed when the entitlement ends, and again when it returns', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    const own = aFinding(`www.${org.organization.domain}`);
    await importFindings(org, [aFinding(`a.${vendor.domainName}`), own]);
    await importEvents(service, [anEvent({ victims: [vendor.domainName] })]);
    const follower = new Follower(org);
    await same(await followed(follower));

    const organizations = service.app.get(Organizations);
    await organizations.entitle(org.organization.domain, false, undefined);
    const told = short(await follower.follow());
    const gone = ['REMOVED OBSERVATION', 'REMOVED VENDOR_SCORE', 'REMOVED SECURITY_EVENT', 'REMOVED SECURITY_EVENT_IMPACT'];
    expect(told).toEqual(expect.arrayContaining([...gone, 'UPSERTED VENDOR']));
    await same(follower);
    expect(await follower.follow()).toEqual([]);
    await organizations.entitle(org.organization.domain, true, undefined);
    await same(await followed(follower));
  });

  it('requires the read scope of each type, and returns what the token may read', async () => {
    await createVendor(org);
    await org.post('vendors/groups', { name: 'Core' });
    const narrow = await org.withScopes('vendor-directory.read');
    expect(short(await new Follower(narrow).follow()).sort()).toEqual(['UPSERTED VENDOR', 'UPSERTED VENDOR_GROUP']);
    const refused = await narrow.post('changes', onlyObservations);
    expectError(refused, 403, 'SCOPE_MISSING');
    expect(refused.body.details[0].metadata).toEqual({ scope: 'findings.read' });
    const { body } = await narrow.post('changes', {});
    expectError(await org.post('changes', { cursor: body.nextCursor }), 400, 'CURSOR_MISMATCH');
  });

  it('pages within one transaction of many changes', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await importFindings(
      org,
      Array.from({ length: 25 }, (_, host) => aFinding(`h${host}.${vendor.domainName}`)),
    );
    const follower = new Follower(org, { ...onlyObservations, limit: 10 });
    const pages: [number, boolean][] = [];
    for (let page = 0; page < 3; page += 1) {
      const { body } = await follower.page();
      pages.push([body.changes.length as number, body.hasMore as boolean]);
      follower.cursor = body.nextCursor as string;
    }
    expect(pages).toEqual([
      [10, true],
      [10, true],
      [5, false],
    ]);
  });

  it('misses nothing of a transaction that commits after a later one', async () => {
    const follower = new Follower(org);
    await follower.follow();
    const { id } = org.organization;
    const database = service.app.get(Database);
    const insert = (name: string): [string, unknown[]] => [
      `INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at) VALUES ($1, gen_random_uuid(), $2, now(), now())`,
      [id, name],
    ];
    const names = (told: readonly Told[]) => told.map(({ vendorGroup }) => (vendorGroup as { name: string }).name);
    await database.transaction(id, async (tx) => {
      await tx.query(...insert('late'));
      await database.transaction(id, (other) => other.query(...insert('early')));
      expect(names(await follower.follow())).toEqual(['early']);
    });
    expect(names(await follower.follow())).toEqual(['late']);
  });

  it('reports nothing that was rolled back', async () => {
    const follower = new Follower(org);
    await follower.follow();
    const { id } = org.organization;
    const undone = service.app.get(Database).transaction(id, async (tx) => {
      await tx.query(
        `INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at) VALUES ($1, gen_random_uuid(), 'Undone', now(), now())`,
        [id],
      );
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await follower.follow()).toEqual([]);
  });

  it('refuses a cursor of another history, as after a restore', async () => {
    const follower = new Follower(org);
    await createVendor(org);
    await follower.follow();
    const database = service.app.get(Database);
    const [before] = await database.read<{ id: string }>(PLATFORM, `SELECT id FROM change_history`);
    await database.transaction(PLATFORM, (tx) => tx.query(`UPDATE change_history SET id = gen_random_uuid()`));
    try {
      expectError(await follower.page(), 410, 'CHANGES_EXPIRED');
    } finally {
      await database.transaction(PLATFORM, (tx) => tx.query(`UPDATE change_history SET id = $1`, [before?.id]));
    }
    expect(await follower.follow()).toEqual([]);
  });

  it.each([{ resourceTypes: ['CHANGE_RESOURCE_TYPE_NONE'] }, { start: 'LATER' }, { limit: -1 }, { offset: 1 }])(
    'refuses %j',
    async (request) => {
      expectError(await org.post('changes', request), 400, 'INVALID_REQUEST');
    },
  );
});
