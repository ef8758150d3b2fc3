import { CredentialAdmin } from '#platform/auth/credential-admin';
import { ExpiringCredentials } from '#platform/auth/expiring-credentials';
import { Jobs } from '#platform/jobs/jobs';
import { rule } from '../support/filters';
import { aFinding, importFindings } from '../support/observations';
import { fileDatabase, runFor } from '../support/database';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor } from '../support/vendors';
import { msUntil } from '../support/wait';
import { WebhookReceiver } from '../support/webhook-receiver';
import { createWebhook } from '../support/webhooks';

describe('events for webhooks', () => {
  const own = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let all: WebhookReceiver;
  let high: WebhookReceiver;

  beforeAll(async () => {
    service = await startTestApp({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    [all, high] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
    org = await TestOrganization.create(service);
    await createWebhook(org, { url: all.url });
    await createWebhook(org, {
      url: high.url,
      eventTypes: ['observation.created', 'observation.flagged'],
      filters: [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })],
    });
    await service.app.get(Jobs).start();
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([all.close(), high.close()]);
  });

  /** Waits until everything so far is delivered: events of one webhook arrive in commit order. */
  async function settle(): Promise<void> {
    const { id } = await createVendor(org);
    await msUntil(() => Promise.resolve(all.objects('vendor.created').some((vendor) => vendor.id === id)));
  }
  const until = (type: string, count: number) => msUntil(() => Promise.resolve(all.objects(type).length >= count));
  const clear = () => {
    all.received.length = 0;
    high.received.length = 0;
  };

  it('contain vendors as listed', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await until('vendor.created', 1);
    expect(all.objects('vendor.created')).toEqual([expect.objectContaining({ id: vendor.id, domainName: vendor.domainName })]);
    clear();
    await org.patch(`vendors/${vendor.id}`, { companyName: 'Renamed' });
    await until('vendor.changed', 1);
    expect(all.objects('vendor.changed')).toEqual([expect.objectContaining({ id: vendor.id, companyName: 'Renamed' })]);
    clear();
    await org.post('vendors/bulk-offboard', { ids: [vendor.id] });
    await until('vendor.offboarded', 1);
    clear();
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    await until('vendor.deleted', 1);
    expect(all.objects('vendor.deleted')).toEqual([{ id: vendor.id }]);
  });

  it('report an import in a few calls, by filter, and nothing that was rolled back', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await until('vendor.created', 1);
    clear();
    const findings = Array.from({ length: 230 }, (_, index) =>
      aFinding(`host-${index}.${vendor.domainName}`, { severity: index < 3 ? 'HIGH' : 'LOW' }),
    );
    expect((await importFindings(org, findings, { dryRun: true })).body).toMatchObject({ created: 230 });
    expect((await importFindings(org, findings)).body).toMatchObject({ created: 230 });
    await until('observation.created', 230);
    await until('import.completed', 1);
    const created = all.received.filter(({ body }) => body.type === 'observation.created');
    expect(created.map(({ body }) => body.data.length as number)).toEqual([100, 100, 30]);
    expect(new Set(all.objects('observation.created').map(({ orn }) => orn as string)).size).toBe(230);
    expect(all.objects('import.completed')).toEqual([expect.objectContaining({ importType: 'observations', created: 230 })]);
    expect(all.objects('observation.changed')).toEqual([]);
    await msUntil(() => Promise.resolve(high.objects('observation.created').length === 3));
  });

  it('report changes of observations', async () => {
    const [first, second] = ((await org.post('observations', { limit: 2 })).body.observations as { orn: string }[]).map(({ orn }) => orn);
    clear();
    await org.post('observations/actions/flag', { observationOrns: [first] });
    await until('observation.flagged', 1);
    await org.post('observations/actions/status', { observationOrns: [second], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    await until('observation.resolved', 1);
    await org.post('observations/actions/status', { observationOrns: [first], approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL' });
    await until('observation.changed', 1);
    await settle();
    expect(all.objects('observation.flagged').map(({ orn }) => orn as string)).toEqual([first]);
    expect(all.objects('observation.resolved').map(({ orn }) => orn as string)).toEqual([second]);
    expect(all.objects('observation.changed').map(({ orn }) => orn as string)).toEqual([first]);
  });

  it('report changed scores, with the previous score', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await importFindings(org, [aFinding(`a.${vendor.domainName}`, { severity: 'LOW' })]);
    await settle();
    clear();
    const worse = Array.from({ length: 40 }, (_, index) => aFinding(`b-${index}.${vendor.domainName}`, { severity: 'CRITICAL' }));
    await importFindings(org, worse);
    await until('vendor.score_changed', 1);
    const [score] = all.objects('vendor.score_changed');
    expect(score).toMatchObject({
      vendorDomain: vendor.domainName,
      overallScore: expect.any(Number),
      previousOverallScore: expect.any(Number),
    });
    expect(score.overallScore).not.toBe(score.previousOverallScore);
  });

  it('report no changed score when a vendor is monitored again', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await importFindings(org, [aFinding(`a.${vendor.domainName}`, { severity: 'CRITICAL' })]);
    await settle();
    clear();
    await org.patch(`vendors/${vendor.id}`, { isMonitored: false });
    const { body } = await org.patch(`vendors/${vendor.id}`, { isMonitored: true });
    expect(body.vendor.score).toBeLessThan(95);
    await settle();
    expect(all.objects('vendor.score_changed')).toEqual([]);
  });

  it('report observations removed when a vendor is no longer monitored', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await importFindings(org, [aFinding(`a.${vendor.domainName}`)]);
    await settle();
    const orn = all.objects('observation.created').at(-1).orn as string; // of the newest import
    clear();
    await org.patch(`vendors/${vendor.id}`, { isMonitored: false });
    await until('observation.removed', 1);
    expect(all.objects('observation.removed')).toEqual([{ id: orn }]);
  });

  it('report last the last change of an observation in one transaction', async () => {
    const [shown, back] = [await createVendor(org, { isMonitored: true }), await createVendor(org, { isMonitored: true })];
    await importFindings(org, [aFinding(`a.${shown.domainName}`), aFinding(`a.${back.domainName}`)]);
    await org.patch(`vendors/${shown.id}`, { isMonitored: false });
    await settle();
    const { orn } = all.objects('observation.created').findLast(({ vendor }) => vendor.id === back.id) as { orn: string };
    clear();
    const list = (vendorId: string, isListed: boolean) => `UPDATE observation SET is_listed = ${isListed} WHERE vendor_id = '${vendorId}'`;
    await runFor(own.adminUrl, org.organization.id, [list(shown.id, true), list(back.id, false), list(back.id, true)].join(';'));
    await settle();
    const told = all.received.filter(({ body }) =>
      body.data.some((object: { orn?: string; id: string }) => (object.orn ?? object.id) === orn),
    );
    expect(told.map(({ body }) => body.type as string)).toEqual(['observation.removed', 'observation.created']);
    const versions = told.map(({ headers, body }) => `${body.timestamp as string} ${String(headers['webhook-id'])}`);
    expect(versions).toEqual([...versions].sort());
  });

  it('report security events, requests, responses and fourth parties', async () => {
    const supplier = await TestOrganization.create(service);
    const inbox = await WebhookReceiver.start();
    await createWebhook(supplier, { url: inbox.url });
    const vendor = await createVendor(org, { domainName: supplier.organization.domain, isMonitored: true });
    const event = anEvent({ victims: [vendor.domainName] });
    await importEvents(service, [event]);
    await until('security_event.published', 1);
    await until('security_event.impact_changed', 1);
    expect(all.objects('security_event.published')).toEqual([expect.objectContaining({ eventId: event.eventId })]);
    await org.post('security-events/actions/vrm-request', {
      eventId: event.eventId,
      vendorDomains: [vendor.domainName],
      message: 'Are you affected?',
    });
    await msUntil(() => Promise.resolve(inbox.objects('security_event.request_received').length === 1));
    expect(inbox.objects('security_event.request_received')[0]).toMatchObject({
      eventId: event.eventId,
      vendorDomain: vendor.domainName,
      message: 'Are you affected?',
      requestedBy: { domain: org.organization.domain },
    });
    await supplier.post('security-events/actions/vendor-response', {
      eventId: event.eventId,
      responseStatus: 'VENDOR_RESPONSE_STATUS_NOT_AFFECTED',
    });
    await until('security_event.response_received', 1);
    await new Portfolio(service, org).detect([{ host: vendor.domainName, mx: ['aspmx.l.google.com'] }]);
    await until('fourth_party.detected', 1);
    expect(all.objects('fourth_party.detected')[0]).toMatchObject({ vendor: { domainName: vendor.domainName } });
    await inbox.close();
  });

  it('report a fourth party that a detection no longer finds, and its return', async () => {
    const { domainName } = await createVendor(org);
    const portfolio = new Portfolio(service, org);
    const scan = (day: number, records: object) =>
      portfolio.detect([{ host: domainName, ...records }], { now: new Date(Date.UTC(2026, 9, day)) });
    const ofVendor = (type: string) => all.objects(type).filter((each) => JSON.stringify(each).includes(domainName));
    const arrived = (type: string, count: number) => msUntil(() => Promise.resolve(ofVendor(type).length === count));
    await scan(1, { mx: ['aspmx.l.google.com'] });
    await arrived('fourth_party.detected', 1);
    await scan(2, { ns: ['ns1.nonesuch.example'] });
    await arrived('fourth_party.gone', 1);
    expect(ofVendor('fourth_party.gone')).toEqual([{ id: `${domainName}/google.com` }]);
    await scan(3, { mx: ['aspmx.l.google.com'] });
    await arrived('fourth_party.detected', 2);
    expect(ofVendor('fourth_party.detected')[1]).toMatchObject({ fourthParty: { domain: 'google.com' } });
  });

  it('report credentials that expire soon', async () => {
    const expiresAt = new Date(Date.now() + 10 * 86_400_000);
    const { clientId } = await service.app.get(CredentialAdmin).issue(org.organization, { name: 'Short', scopes: ['avd.read'], expiresAt });
    await service.app.get(ExpiringCredentials).run();
    await until('credential.expiring', 1);
    expect(all.objects('credential.expiring')).toEqual([{ clientId, name: 'Short', expiresAt: expiresAt.toISOString() }]);
  });

  it('are sent once each', async () => {
    await settle();
    const ids = all.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
