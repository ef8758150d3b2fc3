import { effectiveImpact, effectiveImpactSql } from '#modules/security-events/impact';
import { SECURITY_EVENT_IMPACT, VENDOR_RESPONSE_STATUS } from '#modules/security-events/security-event.enums';
import { Organizations } from '#platform/auth/organizations';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { aCve, anEvent, asOrganization, factors, importEvents } from '../support/security-events';
import { ImpactStage } from './impact-stage';

describe('impact of security events', () => {
  const stage = ImpactStage.setUp();
  const { detail, feed, find, setStatus } = stage;
  const inOrg = (sql: string, ...params: unknown[]) =>
    asOrganization(stage.service, stage.org, sql, [stage.org.organization.id, ...params]);

  it('has the precedence: victim, open observation, resolved observation', async () => {
    const event = anEvent({ cveIds: [stage.cve] });
    await importEvents(stage.service, [event]);
    await importFindings(stage.org, [find()]);
    expect(await detail(event.eventId)).toMatchObject({ impact: 'SECURITY_EVENT_IMPACT_LIKELY' });

    await setStatus('APPROVAL_STATUS_RESOLVED');
    const mitigated = await detail(event.eventId);
    expect(mitigated.impact).toBe('SECURITY_EVENT_IMPACT_MITIGATED');
    expect(factors(mitigated)).toEqual(['MITIGATION_OBSERVED']);

    await setStatus('APPROVAL_STATUS_BACKLOG');
    expect(factors(await detail(event.eventId))).toEqual(['VULNERABILITY_OBSERVED']);

    await importEvents(stage.service, [{ ...event, victims: [stage.vendor.domain] }]);
    const confirmed = await detail(event.eventId);
    expect(confirmed.impact).toBe('SECURITY_EVENT_IMPACT_CONFIRMED');
    expect(factors(confirmed)).toEqual(['NAMED_VICTIM', 'VULNERABILITY_OBSERVED']);

    await importEvents(stage.service, [event]);
    expect(factors(await detail(event.eventId))).toEqual(['VULNERABILITY_OBSERVED']);
  });

  it("is overridden by the vendor's own response, except UNDER_INVESTIGATION", async () => {
    const speaker = await TestOrganization.create(stage.service, { vrm: false });
    const domain = speaker.organization.domain;
    await aVendor(stage.service, stage.org, domain);
    const event = anEvent({ victims: [domain] });
    await importEvents(stage.service, [event]);
    const summary = async () => (await feed()).securityEvents[0].impactSummary;
    for (const [said, impact, counts] of [
      ['UNDER_INVESTIGATION', 'CONFIRMED', [0, 1, 0]],
      ['NOT_AFFECTED', 'NOT_IMPACTED', [0, 0, 1]],
      ['AFFECTED', 'CONFIRMED', [1, 0, 0]],
      ['MITIGATED', 'MITIGATED', [0, 0, 1]],
      ['UNDER_INVESTIGATION', 'CONFIRMED', [0, 1, 0]],
      ['FIXED', 'MITIGATED', [0, 0, 1]],
    ] as const) {
      const response = { eventId: event.eventId, responseStatus: `VENDOR_RESPONSE_STATUS_${said}` };
      expect((await speaker.post('security-events/actions/vendor-response', response)).status).toBe(200);
      expect((await detail(event.eventId, domain)).impact).toBe(`SECURITY_EVENT_IMPACT_${impact}`);
      const { body } = await stage.org.post('security-events/impacted-companies', { eventId: event.eventId });
      expect(body.companies).toMatchObject([
        { impact: `SECURITY_EVENT_IMPACT_${impact}`, responseStatus: `VENDOR_RESPONSE_STATUS_${said}` },
      ]);
      const [impacted, underInvestigation, notImpacted] = counts;
      expect(await summary()).toEqual({ impacted, underInvestigation, notImpacted });
      for (const wanted of ['CONFIRMED', 'LIKELY', 'POSSIBLE', 'MITIGATED', 'NOT_IMPACTED']) {
        const impacts = [`SECURITY_EVENT_IMPACT_${wanted}`];
        const total = wanted === impact ? 1 : 0;
        expect((await feed({ filters: { impacts } })).totalCount).toBe(total);
        expect((await feed({ filters: { impacts, vendorDomains: [domain] } })).totalCount).toBe(total);
      }
      const own = (await speaker.post('security-events/feed', { view: 'SECURITY_EVENT_VIEW_SELF' })).body.securityEvents[0];
      expect(own).toMatchObject({
        impactSummary: { impacted, underInvestigation, notImpacted },
        organizationResponse: { responseStatus: response.responseStatus },
      });
    }
  });

  it('applies the same overrides in SQL and in code', async () => {
    for (const derived of [undefined, ...SECURITY_EVENT_IMPACT.members]) {
      for (const said of [undefined, ...VENDOR_RESPONSE_STATUS.members]) {
        const numbers = [derived && SECURITY_EVENT_IMPACT.toNumber(derived), said && VENDOR_RESPONSE_STATUS.toNumber(said)];
        const [row] = await asOrganization<{ impact: number }>(
          stage.service,
          stage.org,
          `SELECT ${effectiveImpactSql('$1::smallint', '$2::smallint')} AS impact`,
          numbers,
        );
        expect(SECURITY_EVENT_IMPACT.toMember(row!.impact)).toBe(effectiveImpact(derived, said));
      }
    }
  });

  it('follows the directory: a victim that becomes a vendor, is offboarded, restored and deleted', async () => {
    const domain = `late-${stage.vendor.domain}`;
    const event = anEvent({ victims: [domain] });
    await importEvents(stage.service, [event]);
    expect((await feed()).totalCount).toBe(0);
    await aVendor(stage.service, stage.org, domain);
    expect((await feed()).securityEvents).toMatchObject([{ eventId: event.eventId, impactSummary: { impacted: 1 } }]);
    await inOrg(`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = $2`, domain);
    expect((await feed()).totalCount).toBe(0);
    await inOrg(`UPDATE vendor SET lifecycle_status = 2 WHERE organization_id = $1 AND domain_name = $2`, domain);
    expect((await feed()).totalCount).toBe(1);
    await inOrg(`DELETE FROM vendor WHERE organization_id = $1 AND domain_name = $2`, domain);
    expect((await feed()).totalCount).toBe(0);
    for (const table of ['security_event_impact', 'security_event_impact_change', 'security_event_feed']) {
      expect(await inOrg(`SELECT 1 FROM ${table} WHERE organization_id = $1`)).toEqual([]);
    }
  });

  it('ignores vendors while they are not monitored', async () => {
    const event = anEvent({ cveIds: [stage.cve] });
    await importEvents(stage.service, [event]);
    await importFindings(stage.org, [find()]);
    expect((await feed()).totalCount).toBe(1);
    await inOrg(`UPDATE observation SET is_listed = false WHERE organization_id = $1`);
    expect((await feed()).totalCount).toBe(0);
    await inOrg(`UPDATE observation SET is_listed = true WHERE organization_id = $1`);
    expect((await feed()).totalCount).toBe(1);
    await inOrg(`DELETE FROM vendor WHERE organization_id = $1 AND id = $2`, stage.vendor.id);
    await inOrg(`DELETE FROM observation WHERE organization_id = $1`);
    expect(await inOrg(`SELECT 1 FROM security_event_impact WHERE organization_id = $1`)).toEqual([]);
  });

  it('counts an observation with two CVEs of an event once', async () => {
    const other = aCve();
    const event = anEvent({ cveIds: [stage.cve, other] });
    await importFindings(stage.org, [aFinding(`a.${stage.vendor.domain}`, { title: 'before', cveIds: [stage.cve, other] })]);
    await importEvents(stage.service, [event]);
    await importFindings(stage.org, [aFinding(`a.${stage.vendor.domain}`, { title: 'after', cveIds: [other, stage.cve] })]);
    const { body } = await stage.org.post('security-events/impacted-companies', { eventId: event.eventId });
    expect(body.companies).toMatchObject([{ relatedObservationCount: 2 }]);
    await importEvents(stage.service, [{ ...event, cveIds: [aCve()] }]);
    expect((await feed()).totalCount).toBe(0);
  });

  it('covers the own domains in the self view, as victim or by own observations', async () => {
    const self = await TestOrganization.create(stage.service, { vrm: false });
    const [victim, observed] = [anEvent({ victims: [self.organization.domain] }), anEvent({ cveIds: [stage.cve] })];
    await importEvents(stage.service, [victim, observed]);
    await importFindings(self, [aFinding(`www.${self.organization.domain}`, { cveIds: [stage.cve] })]);
    const { body } = await self.post('security-events/feed', { view: 'SECURITY_EVENT_VIEW_SELF' });
    expect(new Set(body.securityEvents.map((event: { eventId: string }) => event.eventId))).toEqual(
      new Set([victim.eventId, observed.eventId]),
    );
    expect(body.securityEvents.map((event: { impactSummary: object }) => event.impactSummary)).toEqual(
      Array(2).fill({ impacted: 1, underInvestigation: 0, notImpacted: 0 }),
    );
    expect((await feed()).totalCount).toBe(0);
    const shown = await self.get('security-events/vendor-detail', {
      org_domain: self.organization.domain,
      event_id: observed.eventId,
      vendor_domain: self.organization.domain,
    });
    expect(shown.body.vendorDetail.impactReasoning).toMatchObject([
      { factor: 'IMPACT_FACTOR_VULNERABILITY_OBSERVED', observationOrn: expect.stringContaining(`:self:`) },
    ]);
    const { observationOrn } = shown.body.vendorDetail.impactReasoning[0];
    expect((await self.get(`observations/${encodeURIComponent(observationOrn)}`)).status).toBe(200);
  });

  it("makes the event visible to an organization that adds a victim's domain", async () => {
    const self = await TestOrganization.create(stage.service, { vrm: false });
    const event = anEvent({ victims: [`second-${self.organization.domain}`] });
    await importEvents(stage.service, [event]);
    await stage.service.app.get(Organizations).addDomain(self.organization.domain, `second-${self.organization.domain}`);
    const { body } = await self.post('security-events/feed', { view: 'SECURITY_EVENT_VIEW_SELF' });
    expect(body.securityEvents).toMatchObject([{ eventId: event.eventId }]);
  });
});
