import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { runJson } from '../support/cli';
import { expectError } from '../support/error-body';
import { differences, everythingListed, Follower, type Told } from '../support/follower';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { fileDatabase, run, type TestDatabase } from '../support/database';
import { cloneDatabase } from '../support/own-database';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain } from '../support/vendors';

const BASE = 'http://vendor-risk.test';
const short = (told: readonly Told[]) =>
  told.map(
    ({ resourceType, changeType }) => `${changeType.replace('CHANGE_TYPE_', '')} ${resourceType.replace('CHANGE_RESOURCE_TYPE_', '')}`,
  );

describe('the history of the change feed', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await open(database);
  });
  afterAll(async () => {
    await service.close();
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
  });

  function open({ serviceUrl }: TestDatabase): Promise<TestApp> {
    return startTestApp({ DATABASE_URL: serviceUrl, PUBLIC_BASE_URL: BASE });
  }

  const forget = (before: string) =>
    service.app
      .get(Database)
      .transaction(org.organization.id, (tx) =>
        tx.query(`SELECT change_forget($1, now() + $2::interval, 1000)`, [org.organization.id, before]),
      );

  it('refuses a cursor older than the deleted removals, and accepts newer ones', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await importFindings(org, [aFinding(`a.${vendor.domainName}`)]);
    const [absent, present] = [new Follower(org), new Follower(org)];
    await Promise.all([absent.follow(), present.follow()]);
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    await present.follow();

    await forget('-30 days');
    expect(short(await absent.follow()).every((told) => told.startsWith('REMOVED'))).toBe(true);
    absent.cursor = undefined;

    const late = new Follower(org);
    await createVendor(org);
    await late.follow();
    const gone = await createVendor(org);
    await org.post('vendors/bulk-delete', { ids: [gone.id] });
    await present.follow();
    await forget('1 hour');
    expectError(await late.page(), 410, 'CHANGES_EXPIRED');
    await createVendor(org);
    expect(short(await present.follow())).toEqual(['UPSERTED VENDOR']);
    const fresh = new Follower(org);
    await fresh.follow();
    expect(differences(fresh.copy, await everythingListed(org))).toEqual([]);
  });

  it('refuses cursors from before a restore from a backup', async () => {
    await createVendor(org);
    const before = new Follower(org);
    await before.follow();
    const beforeBackup = before.cursor;
    await service.close();
    const backup = await cloneDatabase(database.name);
    service = await open(database);
    const { url } = service;
    const later = new Follower(org.through(url));
    later.cursor = beforeBackup;
    await createVendor(org.through(url));
    expect(await later.follow()).toHaveLength(1);

    const restored = await open(backup);
    const there = org.through(restored.url);
    try {
      const again = (cursor: string | undefined) => {
        const follower = new Follower(there);
        follower.cursor = cursor;
        return follower;
      };
      // The lost change was read with it.
      expectError(await again(later.cursor).page(), 410, 'CHANGES_EXPIRED');
      // Others have taken its place meanwhile.
      const [first, second] = [await createVendor(there), await createVendor(there)];
      expectError(await again(later.cursor).page(), 410, 'CHANGES_EXPIRED');
      // Whoever read nothing that was lost can go on.
      expect((await again(beforeBackup).follow()).map(({ id }) => id)).toEqual([first.id, second.id]);
      // What the operator runs after a restore refuses both, as it cannot know what else was lost.
      await runJson(backup.settings, 'db', 'restored');
      expectError(await again(beforeBackup).page(), 410, 'CHANGES_EXPIRED');
      const fresh = new Follower(there);
      await fresh.follow();
      expect(differences(fresh.copy, await everythingListed(there))).toEqual([]);
    } finally {
      await restored.close();
      await backup.drop();
    }
  });

  it('reports an event when its audience changes', async () => {
    const other = await TestOrganization.create(service);
    const [vendor, shared] = [await createVendor(org), newDomain()];
    await createVendor(other, { domainName: shared });
    await createVendor(org, { domainName: shared });
    const event = anEvent({ victims: [vendor.domainName, shared] });
    await importEvents(service, [event]);
    const [own, others] = [new Follower(org), new Follower(other)];
    expect(short(await own.follow()).filter((told) => told.includes('SECURITY_EVENT'))).toHaveLength(3);
    expect(short(await others.follow())).toContain('UPSERTED SECURITY_EVENT');

    const showTo = (organizations: string[] | null) =>
      run(database.adminUrl, `UPDATE security_event SET visible_to = $2 WHERE event_id = $1`, [event.eventId, organizations]);
    await showTo([other.organization.id]);
    expect(short(await own.follow()).sort()).toEqual([
      'REMOVED SECURITY_EVENT',
      'REMOVED SECURITY_EVENT_IMPACT',
      'REMOVED SECURITY_EVENT_IMPACT',
    ]);
    await showTo(null);
    expect(short(await own.follow()).sort()).toEqual([
      'UPSERTED SECURITY_EVENT',
      'UPSERTED SECURITY_EVENT_IMPACT',
      'UPSERTED SECURITY_EVENT_IMPACT',
    ]);
    await others.follow();
    for (const [follower, of] of [
      [own, org],
      [others, other],
    ] as const)
      expect(differences(follower.copy, await everythingListed(of))).toEqual([]);
  });

  it('reports requests that were sent to a domain before it had an owner', async () => {
    const domain = newDomain();
    const victim = await createVendor(org);
    await createVendor(org, { domainName: domain });
    const event = anEvent({ victims: [victim.domainName] });
    await importEvents(service, [event]);
    await org.post('security-events/actions/vrm-request', { eventId: event.eventId, vendorDomains: [domain] });
    const owner = await TestOrganization.create(service, { vrm: false });
    const follower = new Follower(owner);
    expect(await follower.follow()).toEqual([]);
    await service.app.get(Organizations).addDomain(owner.organization.domain, domain);
    expect(short(await follower.follow())).toEqual(['UPSERTED SECURITY_EVENT']);
    expect(differences(follower.copy, await everythingListed(owner))).toEqual([]);
  });

  it('is deleted with its organization', async () => {
    await createVendor(org);
    const { domain, id } = org.organization;
    const settings = database.settings;
    await runJson(settings, 'org', 'delete', domain, '--confirm', domain);
    const left = ['change', 'change_set', 'change_head'].map(
      (table) => `SELECT 1 / (1 - count(*)) FROM (SELECT 1 FROM ${table} WHERE organization_id = '${id}' LIMIT 1) t`,
    );
    // Each statement divides by zero when a row is left.
    for (const sql of left) await run(database.adminUrl, sql);
  });
});
