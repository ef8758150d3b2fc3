import { importFindings } from '../support/observations';
import { anEvent, importEvents } from '../support/security-events';
import { ImpactStage } from './impact-stage';

describe('GetSecurityEventActions', () => {
  const stage = ImpactStage.setUp();
  const { find, setStatus } = stage;

  it('lists the history of the impact, and when remediation was completed', async () => {
    const event = anEvent({ cveIds: [stage.cve] });
    await importEvents(stage.service, [event]);
    await importFindings(stage.org, [find('one'), find('two')]);
    await setStatus('APPROVAL_STATUS_RESOLVED');
    await importFindings(stage.org, [{ ...find('one'), lastSeen: new Date().toISOString() }]);
    await setStatus('APPROVAL_STATUS_EXCLUDED', 'not reachable');
    const { actions, totalCount } = (
      await stage.org.post('security-events/actions', { eventId: event.eventId, vendorDomain: stage.vendor.domain })
    ).body;
    const short = (text = '') => text.replace(/^SECURITY_EVENT_(ACTIVITY_TYPE|IMPACT)_/, '');
    expect(
      actions.map((action: Record<string, string>) => [short(action.activityType), short(action.fromImpact), short(action.toImpact)]),
    ).toEqual([
      ['REMEDIATION_COMPLETED', 'LIKELY', 'MITIGATED'],
      ['IMPACT_CHANGED', 'LIKELY', 'MITIGATED'],
      ['IMPACT_CHANGED', 'MITIGATED', 'LIKELY'],
      ['REMEDIATION_COMPLETED', 'LIKELY', 'MITIGATED'],
      ['IMPACT_CHANGED', 'LIKELY', 'MITIGATED'],
      ['FIRST_SEEN', '', 'LIKELY'],
    ]);
    expect(totalCount).toBe(6);
    expect(actions.at(-1)).toMatchObject({ isSynthetic: true });
    expect(actions.at(-1)).not.toHaveProperty('id');
    const times = actions.map((action: { occurredAt: string }) => action.occurredAt);
    expect(times).toEqual([...times].sort().reverse());
    const page = await stage.org.post('security-events/actions', {
      eventId: event.eventId,
      vendorDomain: stage.vendor.domain,
      limit: 2,
      offset: 3,
    });
    expect(page.body).toEqual({ actions: actions.slice(3, 5), totalCount: 6 });
  });
});
