import type { DnsAnswer } from '../scan';
import { dnsAsset, exists } from './assets';
import { isDmarc, parseDmarc, type DmarcPolicy, type DmarcRecord } from './parsers/dmarc';
import { failsWith, family, mapSeen, type Outcome, type Rule, type Subject } from './rule';
import { dig } from './see-for-yourself';

interface Dmarc {
  domain: string;
  /** The name of the records, with `_dmarc.`; the domain's own name when there are none anywhere. */
  name: string;
  texts: string[];
  /** Records that only look like DMARC, such as one with white space before its version. */
  ignored: string[];
}

const RULES: Rule<Dmarc>[] = [
  {
    id: 'dmarc_missing',
    title: 'No DMARC record',
    description:
      'Receivers do not learn what to do with mail that fails SPF and DKIM, so mail with a forged sender of this domain is delivered.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Publish a DMARC record with p=none and rua, read the reports, then move to quarantine and reject.',
    reference: 'https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security',
    judge: ({ name, texts, ignored }) =>
      texts.length > 0
        ? 'pass'
        : failsWith([
            `No TXT record that begins with v=DMARC1 at ${name} or above`,
            ...ignored.map((text) => quoted(name, text)),
            dig('TXT', name),
          ]),
  },
  {
    id: 'dmarc_multiple',
    title: 'Several DMARC records',
    description: 'With more than one DMARC record receivers apply none of them.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Keep one record and delete the others.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9989',
    judge: ({ name, texts }) => (texts.length < 2 ? 'pass' : failsWith([...texts.map((text) => quoted(name, text)), dig('TXT', name)])),
  },
  {
    id: 'dmarc_policy_none',
    title: 'DMARC policy does not stop forged mail',
    description: 'The policy is none: mail that fails the check is delivered all the same.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Read the reports until all legitimate mail passes, then set p=quarantine and later p=reject.',
    reference: 'https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security',
    judge: ofOneRecord((record, isOwn) => !isEnforced(effectivePolicy(record, isOwn)), 'Not enforced'),
  },
  {
    id: 'dmarc_partial',
    title: 'DMARC policy applies to part of the mail only',
    description: 'pct below 100 or t=y tells receivers to let mail through that the policy would stop.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Remove the pct and t tags.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9989',
    judge: ofOneRecord(
      (record, isOwn) => isEnforced(effectivePolicy(record, isOwn)) && (record.percent < 100 || record.isTest),
      'Enforced in part',
    ),
  },
  {
    id: 'dmarc_no_reports',
    title: 'DMARC record asks for no reports',
    description: 'Without rua the owner does not learn who sends in the name of the domain.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Add rua=mailto: with an address that somebody evaluates.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9990',
    judge: ofOneRecord((record) => record.reports.length === 0, 'No rua'),
  },
  {
    id: 'dmarc_subdomains_open',
    title: 'DMARC policy leaves subdomains open',
    description: 'The domain is protected, but sp=none lets forged mail from its subdomains through.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Remove the sp tag, or set it to quarantine or reject.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9989',
    judge: ofOneRecord((record, isOwn) => isOwn && isEnforced(record.policy) && record.subdomainPolicy === 'none', 'Subdomains open'),
  },
];

export const DMARC = family(RULES, (scan): Subject<Dmarc>[] => {
  if (!exists(scan)) return [];
  const asset = dnsAsset('TXT', `_dmarc.${scan.apex}`);
  return [{ host: scan.apex, asset, seen: mapSeen(scan.mail.dmarc, (answers) => nearest(scan.apex, answers)) }];
});

/** The records of the domain itself, or of its nearest parent that has any. */
function nearest(domain: string, answers: readonly DnsAnswer<string>[]): Dmarc {
  for (const { name, records } of answers) {
    const texts = records.filter(isDmarc).sort();
    if (texts.length > 0) return { domain, name, texts, ignored: [] };
  }
  const ignored = (answers[0]?.records ?? []).filter((text) => /^\s*v\s*=\s*DMARC1/i.test(text)).sort();
  return { domain, name: `_dmarc.${domain}`, texts: [], ignored };
}

function ofOneRecord(isFault: (record: DmarcRecord, isOwn: boolean) => boolean, fault: string): (dmarc: Dmarc) => Outcome {
  return ({ domain, name, texts: [text, ...others] }) => {
    if (text === undefined) return 'pass';
    if (others.length > 0) return undefined;
    const isOwn = name === `_dmarc.${domain}`;
    const record = parseDmarc(text);
    if (!isFault(record, isOwn)) return 'pass';
    return failsWith([
      record.fault === undefined ? undefined : `Receivers take the policy for none: ${record.fault}`,
      `${fault}: ${quoted(name, text)}`,
      dig('TXT', name),
    ]);
  };
}

/** The subdomain policy of a parent's record applies to this one; that of an invalid record is none. */
function effectivePolicy(record: DmarcRecord, isOwn: boolean): DmarcPolicy | undefined {
  return isOwn || record.fault !== undefined ? record.policy : (record.subdomainPolicy ?? record.policy);
}

function isEnforced(policy: DmarcPolicy | undefined): boolean {
  return policy === 'quarantine' || policy === 'reject';
}

function quoted(name: string, text: string): string {
  return `${name} TXT "${text}"`;
}
