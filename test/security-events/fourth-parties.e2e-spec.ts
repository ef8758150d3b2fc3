import { importFindings } from '../support/observations';
import { Portfolio } from '../support/portfolio';
import { anEvent, factors, importEvents } from '../support/security-events';
import { ImpactStage } from './impact-stage';

/** A company that no other test uses, and the host that identifies its customers. */
const PROVIDER = 'fastmail.com';
const PROVIDERS_HOST = 'in1-smtp.messagingengine.com';

describe('impact of security events through fourth parties', () => {
  const stage = ImpactStage.setUp();
  const { detail, feed, find, setStatus } = stage;
  const relyOn = (host: string, timestamp = '2026-02-01T00:00:00.000Z') =>
    new Portfolio(stage.service, stage.org).detect([{ host: stage.vendor.domain, mx: [host], timestamp }]);

  it('has the precedence: victim, open observation, fourth party, resolved observation', async () => {
    const event = anEvent({ cveIds: [stage.cve], victims: [PROVIDER] });
    await importEvents(stage.service, [event]);
    await importFindings(stage.org, [find()]);
    expect(await detail(event.eventId)).toMatchObject({ impact: 'SECURITY_EVENT_IMPACT_LIKELY' });

    await setStatus('APPROVAL_STATUS_RESOLVED');
    const mitigated = await detail(event.eventId);
    expect(mitigated.impact).toBe('SECURITY_EVENT_IMPACT_MITIGATED');
    expect(factors(mitigated)).toEqual(['MITIGATION_OBSERVED']);

    await relyOn(PROVIDERS_HOST);
    const possible = await detail(event.eventId);
    expect(possible.impact).toBe('SECURITY_EVENT_IMPACT_POSSIBLE');
    expect(factors(possible)).toEqual(['FOURTH_PARTY', 'MITIGATION_OBSERVED']);
    expect(possible.impactReasoning[0].observedAt).toBe('2026-02-01T00:00:00.000Z');
    expect((await stage.org.post('security-events/impacted-companies', { eventId: event.eventId })).body.companies).toMatchObject([
      {
        viaFourthPartyDomain: PROVIDER,
        impactReason: expect.stringContaining(PROVIDER),
        relatedObservationCount: 1,
      },
    ]);

    const [found] = (await feed({ filters: { impacts: ['SECURITY_EVENT_IMPACT_POSSIBLE'] } })).securityEvents;
    expect(found.impactSummary).toEqual({ impacted: 1, underInvestigation: 0, notImpacted: 0 });

    await setStatus('APPROVAL_STATUS_BACKLOG');
    expect(factors(await detail(event.eventId))).toEqual(['VULNERABILITY_OBSERVED', 'FOURTH_PARTY']);

    await importEvents(stage.service, [{ ...event, victims: [PROVIDER, stage.vendor.domain] }]);
    const confirmed = await detail(event.eventId);
    expect(confirmed.impact).toBe('SECURITY_EVENT_IMPACT_CONFIRMED');
    expect(factors(confirmed)).toEqual(['NAMED_VICTIM', 'VULNERABILITY_OBSERVED', 'FOURTH_PARTY']);

    await importEvents(stage.service, [{ ...event, victims: [] }]);
    expect(factors(await detail(event.eventId))).toEqual(['VULNERABILITY_OBSERVED']);
  });

  it('follows added and removed fourth parties', async () => {
    const event = anEvent({ victims: [PROVIDER] });
    await relyOn(PROVIDERS_HOST);
    await importEvents(stage.service, [event]);
    expect((await detail(event.eventId)).impact).toBe('SECURITY_EVENT_IMPACT_POSSIBLE');
    await relyOn('mx.elsewhere.example', '2026-03-01T00:00:00.000Z');
    expect((await feed()).totalCount).toBe(0);
  });
});
