import { parse } from 'tldts';
import { refusalOf } from '#platform/domains/public-address';
import type { DnsAnswer, Scan, NameScan } from '../scan';
import { dnsAsset, exists } from './assets';
import { CLAIMABLE_SUFFIXES } from './data/claimable-suffixes';
import { failsWith, family, type Rule } from './rule';
import { dig } from './see-for-yourself';
import { shownList } from './shown';

const ALIAS_RULES: Rule<DnsAnswer<string>>[] = [
  {
    id: 'cname_dangling',
    title: 'Alias points to a name that does not exist',
    description:
      'The host is an alias of a name in a foreign domain that no longer exists. Whoever claims that name at the service or registers the domain can serve content, receive cookies and get certificates for this host.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Remove the CNAME record, or claim its target again.',
    reference:
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover',
    judge: ({ name, status, aliases }) => {
      const target = aliases.at(-1);
      if (status !== 'NXDOMAIN' || target === undefined || ownerOf(target) === ownerOf(name)) return 'pass';
      const evidence = [`${[name, ...aliases].slice(0, 20).join(' → ')}: NXDOMAIN`, dig('A', name)].filter((item) => item !== undefined);
      return isClaimable(target) ? { fail: evidence } : { fail: evidence, severity: 'OBSERVATION_SEVERITY_MEDIUM' };
    },
  },
];

const ADDRESS_RULES: Rule<DnsAnswer<string>>[] = [
  {
    id: 'dns_private_address',
    title: 'Public name has an internal address',
    description: 'Public DNS reveals internal networks, and pages under this name can be used to reach internal machines.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Serve internal names from an internal zone (split horizon).',
    reference: 'https://www.rfc-editor.org/rfc/rfc6890',
    judge: ({ name, records }) => {
      const internal = records.filter((address) => refusalOf(address) !== undefined).sort();
      return internal.length === 0 ? 'pass' : failsWith([`${name}: ${shownList(internal)}`, dig('A', name)]);
    },
  },
];

export const ALIASES = family(ALIAS_RULES, (scan) =>
  resolvedIn(scan).map(({ host, addresses }) => ({ host, asset: dnsAsset('CNAME', host), seen: addresses })),
);

export const ADDRESSES = family(ADDRESS_RULES, (scan) =>
  resolvedIn(scan).map(({ host, addresses }) => ({ host, asset: dnsAsset('A', host), seen: addresses })),
);

/** Every host that was resolved. */
function resolvedIn(scan: Scan): NameScan[] {
  return exists(scan) ? [...scan.hosts, ...scan.names] : [];
}

/** The registrant of a name; customers of a hosting service own their names. */
function ownerOf(name: string): string {
  return parse(name, { extractHostname: false, allowPrivateDomains: true }).domain ?? name;
}

/** Whether the name belongs to a service where anyone can claim it. */
function isClaimable(target: string): boolean {
  return CLAIMABLE_SUFFIXES.some((suffix) => target.endsWith(`.${suffix}`));
}
