import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import type { TestApp } from '../support/test-app';

export const DAY = 86_400_000;
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
export const NEW = 'FOURTH_PARTY_STATUS_NEW';
export const ACTIVE = 'FOURTH_PARTY_STATUS_ACTIVE';
export const INACTIVE = 'FOURTH_PARTY_STATUS_INACTIVE';

interface Row {
  vendor: { domainName: string };
  fourthParty: { domain: string };
}
export const pairs = (rows: Row[]): string[] => rows.map((row) => `${row.vendor.domainName} ${row.fourthParty.domain}`);

export interface Sample {
  org: TestOrganization;
  portfolio: Portfolio;
  /** Ids of vendors by domain. */
  ids: Record<string, string>;
  /** Id of a vendor group that contains cobalt.com. */
  groupId: string;
}

/** Four vendors and an offboarded one, with relationships in every status. */
export async function sampleOf(service: TestApp): Promise<Sample> {
  const org = await TestOrganization.create(service);
  const portfolio = new Portfolio(service, org);
  const ids = await portfolio.add(
    { domain: 'acme.com', name: 'Acme', businessImpact: 5 },
    { domain: 'borealis.com', name: 'Borealis 100%', riskLevel: 2 },
    { domain: 'cobalt.com', name: 'Cobalt', riskLevel: 4 },
    { domain: 'google.com', name: 'Google' },
    { domain: 'gone.com', name: 'Gone' },
  );
  // Sixty days ago all vendors used Google, and Cobalt used Zoho. Since then Zoho was removed, Stripe and Cloudflare were added.
  await portfolio.detect([
    { host: 'acme.com', mx: ['aspmx.l.google.com'], timestamp: daysAgo(60) },
    { host: 'borealis.com', mx: ['aspmx.l.google.com'], timestamp: daysAgo(50) },
    { host: 'cobalt.com', mx: ['mx.zoho.com'], txt: ['google-site-verification=1'], timestamp: daysAgo(40) },
    { host: 'gone.com', mx: ['mx.zoho.com'], timestamp: daysAgo(40) },
  ]);
  await portfolio.detect([
    { host: 'acme.com', mx: ['aspmx.l.google.com'], timestamp: daysAgo(2) },
    { page: 'https://www.acme.com/', resources: ['https://js.stripe.com/v3/'], timestamp: daysAgo(20) },
    { host: 'borealis.com', mx: ['aspmx.l.google.com'], ns: ['art.ns.cloudflare.com'], timestamp: daysAgo(10) },
    { host: 'cobalt.com', txt: ['google-site-verification=1'], timestamp: daysAgo(1) },
  ]);
  await portfolio.sql(`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = 'gone.com'`);
  const group = await org.post('vendors/groups', { name: 'Core' });
  const groupId: string = group.body.vendorGroup.id;
  await portfolio.sql(`INSERT INTO vendor_group_member (organization_id, group_id, vendor_id) VALUES ($1, $2, $3)`, [
    groupId,
    ids['cobalt.com'],
  ]);
  return { org, portfolio, ids, groupId };
}
