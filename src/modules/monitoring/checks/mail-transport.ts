import type { Scan, MailServerScan, MtaStsFetch } from '../scan';
import { dnsAsset, exists } from './assets';
import { covers, hasPolicyId, hasReportAddress, isMtaSts, isTlsRpt, parseMtaStsPolicy } from './parsers/mta-sts';
import { anyFault, failsWith, family, mapSeen, type Outcome, type Rule, type Subject } from './rule';
import { dig } from './see-for-yourself';
import { shownList } from './shown';

interface Receiving {
  domain: string;
  /** Empty for a domain that receives no mail. */
  servers: MailServerScan[];
  mail: Scan['mail'];
}

const UNSURE = new Set([403, 408, 425, 429]);

const RULES: Rule<Receiving>[] = [
  {
    id: 'mta_sts_missing',
    title: 'No MTA-STS policy',
    description: 'Sending servers cannot know that this domain expects encryption, so a man in the middle can force mail into plain text.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Publish a policy under mta-sts, in mode testing at first, and the TXT record at _mta-sts.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8461',
    judge: ({ domain, servers, mail }) => {
      if (servers.length === 0) return 'pass';
      const { record } = mail.mtaSts;
      if ('unknown' in record) return record;
      if (record.seen.records.some(isMtaSts)) return 'pass';
      return failsWith([`No TXT record with v=STSv1 at _mta-sts.${domain}`, dig('TXT', `_mta-sts.${domain}`)]);
    },
  },
  {
    id: 'mta_sts_broken',
    title: 'MTA-STS policy cannot be used',
    description: 'The domain announces a policy that sending servers cannot fetch, trust or apply, so it protects nothing or stops mail.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Serve a valid policy over HTTPS with a trusted certificate, and name every MX host in it.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8461#section-3.2',
    judge: ({ domain, servers, mail }) => {
      const { record, policy } = mail.mtaSts;
      if (servers.length === 0) return 'pass';
      if ('unknown' in record) return record;
      const texts = record.seen.records.filter(isMtaSts).sort();
      if (texts.length === 0) return 'pass';
      if (texts.length > 1 || !texts.every(hasPolicyId))
        return failsWith([
          texts.length > 1 ? 'Several records' : 'The record has no valid id',
          ...texts.map((text) => `_mta-sts.${domain} TXT "${text}"`),
          dig('TXT', `_mta-sts.${domain}`),
        ]);
      if (policy === undefined) return undefined;
      return 'unknown' in policy ? policy : judgePolicy(policy.seen, servers);
    },
  },
  {
    id: 'mta_sts_testing',
    title: 'MTA-STS policy is not enforced',
    description: 'In mode testing or none, sending servers deliver mail even when encryption fails.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Set the mode to enforce once the TLS reports show no failures, and change the id of the TXT record.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8461#section-5',
    judge: ({ servers, mail }) => {
      const { record, policy } = mail.mtaSts;
      if (servers.length === 0) return 'pass';
      if ('unknown' in record) return record;
      if (policy === undefined) return 'pass';
      if ('unknown' in policy) return policy;
      // A policy that cannot be fetched has no mode; that is a separate finding.
      if ('failure' in policy.seen || policy.seen.status !== 200) return undefined;
      const { mode } = parseMtaStsPolicy(policy.seen.body);
      if (mode === undefined) return undefined;
      return mode === 'enforce' ? 'pass' : failsWith([`${policy.seen.url}: mode: ${mode}`]);
    },
  },
  {
    id: 'tls_rpt_missing',
    title: 'No TLS reporting for mail',
    description: 'The domain receives mail but asks for no reports, so it does not learn when encryption of incoming mail fails.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Publish a TXT record at _smtp._tls with v=TLSRPTv1 and rua.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8460#section-3',
    judge: ({ domain, servers, mail: { tlsRpt } }) => {
      if (servers.length === 0) return 'pass';
      if ('unknown' in tlsRpt) return tlsRpt;
      const name = `_smtp._tls.${domain}`;
      const texts = tlsRpt.seen.records.filter(isTlsRpt).sort();
      if (texts.length === 1 && texts.every(hasReportAddress)) return 'pass';
      const why =
        texts.length === 0
          ? `No TXT record with v=TLSRPTv1 at ${name}`
          : texts.length > 1
            ? 'Several records, of which senders use none'
            : 'The record has no rua with mailto: or https:';
      return failsWith([why, ...texts.map((text) => `${name} TXT "${text}"`), dig('TXT', name)]);
    },
  },
  {
    id: 'mx_unresolvable',
    title: 'Mail server without an address',
    description: 'An MX record names a host that has no address: mail is delayed or lost, and whoever registers the name receives it.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Correct the MX record, or remove it.',
    reference: 'https://www.rfc-editor.org/rfc/rfc5321#section-5.1',
    judge: ({ domain, servers }) =>
      anyFault(
        servers.map(({ host, addresses }) => mapSeen(addresses, (answer) => ({ host, answer }))),
        ({ host, answer }) => (answer.records.length === 0 ? `MX ${host}: no address (${answer.status})` : undefined),
        dig('MX', domain),
      ),
  },
  {
    id: 'smtp_no_starttls',
    title: 'Mail server offers no encryption',
    description: 'The mail server does not offer STARTTLS, so mail to this domain is sent in plain text and can be intercepted.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Enable STARTTLS on every mail server.',
    reference: 'https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security',
    isWeekly: true,
    judge: ({ domain, servers }) => {
      const asked = servers.flatMap(({ host, ehlo }) => (ehlo ? [mapSeen(ehlo, (reply) => ({ host, ...reply }))] : []));
      if (asked.length === 0) return servers.length === 0 ? 'pass' : undefined;
      return anyFault(
        asked,
        ({ host, offersStartTls, reply }) => (offersStartTls ? undefined : `EHLO at ${host} port 25 lacks STARTTLS: ${reply}`),
        dig('MX', domain),
      );
    },
  },
];

export const MAIL_TRANSPORT = family(RULES, (scan): Subject<Receiving>[] => {
  if (!exists(scan)) return [];
  const { mail, apex } = scan;
  return [{ host: apex, asset: dnsAsset('MX', apex), seen: mapSeen(mail.mx, () => ({ domain: apex, servers: mail.mailServers, mail })) }];
});

function judgePolicy(fetch: MtaStsFetch, servers: readonly MailServerScan[]): Outcome {
  if ('failure' in fetch) return failsWith([`${fetch.url}: ${fetch.failure}`]);
  if (UNSURE.has(fetch.status) || fetch.status >= 500) return { unknown: `${fetch.url} answered ${fetch.status}` };
  if (fetch.status !== 200) return failsWith([`${fetch.url} answered ${fetch.status}`]);
  const policy = parseMtaStsPolicy(fetch.body);
  const faults = [
    policy.version === 'STSv1' ? undefined : 'version is not STSv1',
    policy.mode === undefined ? 'mode is missing' : undefined,
    policy.maxAge === undefined ? 'max_age is missing' : undefined,
    policy.mode === undefined || policy.mode === 'none' ? undefined : uncovered(servers.filter(({ host }) => !covers(policy, host))),
  ].filter((fault) => fault !== undefined);
  return faults.length === 0 ? 'pass' : failsWith([...faults.map((fault) => `${fetch.url}: ${fault}`), fetch.body]);
}

function uncovered(servers: readonly MailServerScan[]): string | undefined {
  return servers.length === 0 ? undefined : `MX hosts that the policy does not name: ${shownList(servers.map(({ host }) => host).sort())}`;
}
