import type { MailScan, SpfWalk } from '../scan';
import { dnsAsset, exists } from './assets';
import { isSpf, parseSpf, type SpfRecord } from '#modules/avd/detection/spf';
import { failsWith, family, type Outcome, type Rule, type Subject } from './rule';
import { dig } from './see-for-yourself';
import { shownList } from './shown';

interface Spf {
  domain: string;
  /** The TXT records that are SPF records. */
  texts: string[];
  walk: MailScan['spf'];
}

const MAX_LOOKUPS = 10;
const MAX_VOID_LOOKUPS = 2;
const MAX_FAULTS = 15;

const RULES: Rule<Spf>[] = [
  {
    id: 'spf_missing',
    title: 'No SPF record',
    description: 'Nobody can tell which servers may send mail in the name of this domain, so forged senders are harder to recognize.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation:
      'Publish a TXT record that lists the sending servers and ends in -all; a domain that sends no mail publishes "v=spf1 -all".',
    reference: 'https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security',
    judge: ({ domain, texts }) =>
      texts.length > 0 ? 'pass' : failsWith([`No TXT record of ${domain} starts with v=spf1`, dig('TXT', domain)]),
  },
  {
    id: 'spf_multiple',
    title: 'Several SPF records',
    description: 'With more than one SPF record receivers must treat the result as an error, so the domain has no working SPF.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Merge the records into one.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-4.5',
    judge: ({ domain, texts }) => (texts.length < 2 ? 'pass' : failsWith([...texts.map(quoted), dig('TXT', domain)])),
  },
  {
    id: 'spf_invalid',
    title: 'SPF record is invalid',
    description: 'Receivers report an error (permerror) for every message and treat the domain as if it had no SPF.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Correct or remove the terms named here, and the includes of domains without a valid record.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-4.6',
    judge: ({ domain, texts: [text, ...others], walk }) => {
      if (text === undefined) return 'pass';
      if (others.length > 0) return undefined;
      const own = parseSpf(text).faults.map(({ term, why }) => `${term}: ${why}`);
      if (own.length === 0 && 'unknown' in walk) return walk;
      const faults = own.length > 0 || 'unknown' in walk ? own : [...new Set(walk.seen.faults)].sort().slice(0, MAX_FAULTS);
      return faults.length === 0 ? 'pass' : failsWith([...faults, quoted(text), dig('TXT', domain)]);
    },
  },
  {
    id: 'spf_allows_all',
    title: 'SPF record lets everybody send',
    description: 'The record passes mail from any address, so forged mail in the name of this domain passes SPF.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'End the record in -all (or ~all while you collect reports) and list the servers that really send.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-5.1',
    judge: ofOneRecord(allowsAll, 'Lets everybody send'),
  },
  {
    id: 'spf_neutral',
    title: 'SPF record does not say what to do with other senders',
    description:
      'The record ends in ?all, or has neither all nor redirect. Mail from servers it does not list is treated as if there were no SPF.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'End the record in ~all first, then in -all.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-4.7',
    judge: ofOneRecord(isNeutral, 'Neutral about other senders'),
  },
  {
    id: 'spf_too_many_lookups',
    title: 'SPF record needs more than 10 DNS lookups',
    description: 'Receivers stop at ten lookups and report an error, so SPF fails for legitimate mail as well.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Remove includes that are no longer used, or replace them by the addresses they stand for.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-4.6.4',
    judge: ofWalk(({ lookups, loop }) => {
      // A loop cannot be counted, and is a separate finding.
      if (loop) return undefined;
      if (lookups.length <= MAX_LOOKUPS) return [];
      return [
        `${lookups.length} lookups counted, ${MAX_LOOKUPS} allowed: ${shownList(
          lookups.map(({ term }) => term),
          25,
        )}`,
      ];
    }),
  },
  {
    id: 'spf_void_lookups',
    title: 'SPF record names domains that do not exist',
    description: 'More than two lookups of the record find nothing. Receivers may report an error instead of a result.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Remove the names that no longer exist.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-4.6.4',
    judge: ofWalk(({ lookups }) => {
      const voids = lookups.filter(({ isVoid }) => isVoid);
      return voids.length <= MAX_VOID_LOOKUPS
        ? []
        : [
            `No answer for: ${shownList(
              voids.map(({ term, target }) => `${term} (${target})`),
              25,
            )}`,
          ];
    }),
  },
  {
    id: 'spf_loop',
    title: 'SPF record includes itself',
    description: 'The includes or redirects form a loop, which receivers report as an error: the domain has no working SPF.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Remove the include or redirect that closes the loop.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-4.6.4',
    judge: ofWalk(({ loop }) => (loop ? [`Circle: ${loop.slice(0, 20).join(' → ')}`] : [])),
  },
  {
    id: 'spf_ptr',
    title: 'SPF record uses the ptr mechanism',
    description: 'ptr is slow and unreliable; the standard says not to use it, and some receivers skip it.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'List the addresses of the sending servers with ip4 and ip6.',
    reference: 'https://www.rfc-editor.org/rfc/rfc7208#section-5.5',
    judge: ofOneRecord(({ mechanisms }) => mechanisms.some(({ name }) => name === 'ptr'), 'Uses ptr'),
  },
];

export const SPF = family(RULES, (scan): Subject<Spf>[] => {
  if (!exists(scan)) return [];
  const { txt, spf: walk } = scan.mail;
  const asset = dnsAsset('TXT', scan.apex);
  if ('unknown' in txt) return [{ host: scan.apex, asset, seen: txt }];
  if (txt.seen.status === 'NXDOMAIN')
    return [{ host: scan.apex, asset, seen: { unknown: `The answers about ${scan.apex} contradict each other.` } }];
  return [{ host: scan.apex, asset, seen: { seen: { domain: scan.apex, texts: txt.seen.records.filter(isSpf).sort(), walk } } }];
});

/** A missing record has no faults. Of several it is undefined which one applies, and receivers evaluate nothing of an invalid one. */
function ofOneRecord(isFault: (record: SpfRecord) => boolean, fault: string): (spf: Spf) => Outcome {
  return ({ domain, texts: [text, ...others] }) => {
    if (text === undefined) return 'pass';
    if (others.length > 0) return undefined;
    const record = parseSpf(text);
    if (record.faults.length > 0) return undefined;
    return isFault(record) ? failsWith([`${fault}: ${quoted(text)}`, dig('TXT', domain)]) : 'pass';
  };
}

function ofWalk(evidenceOf: (walk: SpfWalk) => string[] | undefined): (spf: Spf) => Outcome {
  return ({ domain, texts: [text, ...others], walk }) => {
    if (text === undefined) return 'pass';
    if (others.length > 0 || parseSpf(text).faults.length > 0) return undefined;
    if ('unknown' in walk) return walk;
    const evidence = evidenceOf(walk.seen);
    if (evidence === undefined || evidence.length === 0) return evidence && 'pass';
    return failsWith([...evidence, quoted(text), dig('TXT', domain)]);
  };
}

function allowsAll({ mechanisms }: SpfRecord): boolean {
  return mechanisms.some(
    ({ qualifier, name, domain }) => qualifier === '+' && (name === 'all' || ((name === 'ip4' || name === 'ip6') && domain.endsWith('/0'))),
  );
}

function isNeutral(record: SpfRecord): boolean {
  const last = record.mechanisms.at(-1);
  if (last?.name === 'all') return last.qualifier === '?';
  return record.redirect === undefined && !allowsAll(record);
}

function quoted(text: string): string {
  return `TXT "${text}"`;
}
