import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('a fourth party that is the victim of security events', () => {
  // Events are shared by all organizations of the run, so no other test uses this victim.
  const victim = `victim-${randomBytes(5).toString('hex')}.com`;
  const catalogueFolder = mkdtempSync(join(tmpdir(), 'victim-'));
  let service: TestApp;
  let org: TestOrganization;
  let portfolio: Portfolio;

  beforeAll(async () => {
    const products = [{ name: 'Victim Mail', connectionType: 'EMAIL', signals: [{ kind: 'mx', match: { suffix: `mx.${victim}` } }] }];
    writeFileSync(join(catalogueFolder, 'own.json'), JSON.stringify([{ company: 'Victim', domain: victim, products }]));
    service = await startTestApp();
  });
  afterAll(async () => {
    await service.close();
    rmSync(catalogueFolder, { recursive: true });
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    portfolio = new Portfolio(service, org);
    await portfolio.add({ domain: 'acme.com' }, { domain: 'borealis.com' });
  });

  const uses = (domain: string) => portfolio.detect([{ host: domain, mx: [`a.mx.${victim}`, 'aspmx.l.google.com'] }], { catalogueFolder });
  const leaves = (domain: string) => portfolio.detect([{ host: domain, mx: ['aspmx.l.google.com'] }], { catalogueFolder });

  async function companies(
    eventId: string,
  ): Promise<{ organization: { domain: string }; impact: string; viaFourthPartyDomain?: string }[]> {
    return (await org.post('security-events/impacted-companies', { eventId })).body.companies;
  }

  it('makes the impact on its vendors POSSIBLE, with the path, until they leave it', async () => {
    const event = anEvent({ victims: [victim] });
    await importEvents(service, [event]);
    await uses('acme.com');
    expect(await companies(event.eventId)).toMatchObject([
      { organization: { domain: 'acme.com' }, impact: 'SECURITY_EVENT_IMPACT_POSSIBLE', viaFourthPartyDomain: victim },
    ]);
    const { body } = await org.get('security-events/vendor-detail', {
      org_domain: org.organization.domain,
      event_id: event.eventId,
      vendor_domain: 'acme.com',
    });
    expect(body.vendorDetail.impactReasoning).toMatchObject([
      { factor: 'IMPACT_FACTOR_FOURTH_PARTY', description: expect.stringContaining(victim) },
    ]);

    await uses('borealis.com');
    expect((await companies(event.eventId)).map((company) => company.organization.domain).sort()).toEqual(['acme.com', 'borealis.com']);
    await leaves('acme.com');
    expect((await companies(event.eventId)).map((company) => company.organization.domain)).toEqual(['borealis.com']);
  });

  it('also when the event is imported after the relationship, until the vendor is deleted', async () => {
    await uses('acme.com');
    const event = anEvent({ victims: [victim] });
    await importEvents(service, [event]);
    expect(await companies(event.eventId)).toMatchObject([{ impact: 'SECURITY_EVENT_IMPACT_POSSIBLE' }]);
    await portfolio.sql(`DELETE FROM vendor WHERE organization_id = $1 AND domain_name = 'acme.com'`);
    const { body } = await org.post('security-events/feed', {});
    expect(body.securityEvents.map((shown: { eventId: string }) => shown.eventId)).not.toContain(event.eventId);
  });

  it('is counted with its open events', async () => {
    const before = await count();
    await importEvents(service, [
      anEvent({ victims: [victim], status: 'NEW' }),
      anEvent({ victims: [victim], status: 'MITIGATED' }),
      anEvent({ victims: [victim], status: 'RESOLVED' }),
      anEvent({ victims: [victim], status: 'CLOSED' }),
      anEvent({ victims: [`sub.${victim}`], status: 'NEW' }),
    ]);
    expect(await count()).toBe(before + 2);
    const sorted = await org.post('avd/fourth-parties/groups', { sortField: 'openSecurityEventCount', limit: 1 });
    expect(sorted.body.fourthPartyGroups[0].fourthParty.domain).toBe(victim);
    const next = await org.post('avd/fourth-parties/groups', {
      sortField: 'openSecurityEventCount',
      limit: 1,
      cursor: sorted.body.nextCursor,
    });
    expect(next.body.fourthPartyGroups[0].fourthParty.domain).toBe('google.com');
    const { body } = await org.get('avd/fourth-parties/graph', { fourthPartyDomains: victim });
    expect(body.nodes[0]).toMatchObject({ domain: victim, openSecurityEventCount: before + 2 });

    async function count(): Promise<number> {
      await uses('acme.com');
      const groups = await org.post('avd/fourth-parties/groups', { filters: { fourthPartyDomains: [victim] } });
      return groups.body.fourthPartyGroups[0].openSecurityEventCount;
    }
  });
});
