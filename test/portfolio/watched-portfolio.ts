import { daysAgo, importDaysAgo } from '../support/dated-import';
import { aFinding, aVendor, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { anEvent, importEvents } from '../support/security-events';
import type { TestApp } from '../support/test-app';

export interface WatchedPortfolio {
  org: TestOrganization;
  /** Without weighted findings, with one minor finding, and with critical ones for 20 days. */
  good: TestVendor;
  fair: TestVendor;
  bad: TestVendor;
  eventId: string;
}

/** Three vendors over a hundred days, one of which got worse, a fourth party of two, and an unanswered request. */
export async function watchedPortfolio(service: TestApp): Promise<WatchedPortfolio> {
  const org = await TestOrganization.create(service);
  const [good, fair, bad] = [await aVendor(service, org), await aVendor(service, org), await aVendor(service, org)];
  const at = (days: number) => `${daysAgo(days)}T00:00:00.000Z`;
  const small = [
    aFinding(good.domain, { severity: 'INFO', firstSeen: at(100) }),
    aFinding(fair.domain, { severity: 'MEDIUM', firstSeen: at(100) }),
    aFinding(bad.domain, { severity: 'LOW', firstSeen: at(100) }),
  ];
  const hole = (host: string, days: number) =>
    aFinding(`${host}.${bad.domain}`, {
      severity: 'CRITICAL',
      category: 'VULNERABILITY',
      title: 'Hole',
      observationType: 'hole',
      firstSeen: at(days),
    });
  await importDaysAgo(service, org, 100, small);
  await importDaysAgo(service, org, 20, [...small, hole('vpn', 95), hole('shop', 20)]);
  await importDaysAgo(service, org, 1, [...small, hole('vpn', 95), hole('shop', 20), hole('api', 1)]);

  const portfolio = new Portfolio(service, org);
  await portfolio.detect([good, bad].map(({ domain }) => ({ host: domain, mx: ['aspmx.l.google.com'], timestamp: at(1) })));
  const event = anEvent({ title: 'Records stolen', victims: [bad.domain] });
  await importEvents(service, [event]);
  await org.post('security-events/actions/vrm-request', {
    eventId: event.eventId,
    vendorDomains: [bad.domain],
    dueAt: '2999-01-01T00:00:00Z',
  });
  return { org, good, fair, bad, eventId: event.eventId };
}
