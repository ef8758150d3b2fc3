import type { DnsAnswer, Seen } from '../scan';
import { dnsAsset, exists } from './assets';
import { parseDkim, type DkimRecord } from './parsers/dkim';
import { anyFault, family, type Outcome, type Rule, type Subject } from './rule';

type Selectors = Seen<DnsAnswer<string>>[];

const RECOMMENDED_BITS = 2048;
/** Shorter keys have been broken in public; receivers must not accept them (RFC 8301). */
const MIN_BITS = 1024;

const RULES: Rule<Selectors>[] = [
  {
    id: 'dkim_weak_key',
    title: 'DKIM key is too short',
    description: 'An attacker who factors a short RSA key can sign mail in the name of this domain.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Let the mail provider create a key of 2048 bits, publish it under a new selector and delete the old one.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8301#section-3.2',
    judge(selectors) {
      const outcome = faults(selectors, ({ rsaBits }) =>
        rsaBits !== undefined && rsaBits < RECOMMENDED_BITS ? `RSA key of ${rsaBits} bits` : undefined,
      );
      const isBreakable = selectors.some(
        (answer) => 'seen' in answer && recordsOf(answer.seen).some(({ rsaBits }) => (rsaBits ?? Infinity) < MIN_BITS),
      );
      return isBreakable && typeof outcome === 'object' && 'fail' in outcome
        ? { ...outcome, severity: 'OBSERVATION_SEVERITY_MEDIUM' }
        : outcome;
    },
  },
  {
    id: 'dkim_testing',
    title: 'DKIM key is marked as a test',
    description: 'With t=y receivers treat mail that fails the signature like unsigned mail.',
    category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Remove y from the t tag of the key.',
    reference: 'https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1',
    judge: (selectors) => faults(selectors, ({ isTest, isRevoked }) => (isTest && !isRevoked ? 't=y' : undefined)),
  },
];

export const DKIM = family(RULES, (scan): Subject<Selectors>[] => {
  if (!exists(scan)) return [];
  return [{ host: scan.apex, asset: dnsAsset('TXT', `_domainkey.${scan.apex}`), seen: { seen: scan.mail.dkim } }];
});

function faults(selectors: Selectors, faultOf: (record: DkimRecord) => string | undefined): Outcome {
  return anyFault(selectors, (answer) => {
    const found = recordsOf(answer)
      .map(faultOf)
      .find((fault) => fault !== undefined);
    return found === undefined ? undefined : `${answer.name} TXT: ${found}`;
  });
}

function recordsOf(answer: DnsAnswer<string>): DkimRecord[] {
  return answer.records.flatMap((text) => parseDkim(text) ?? []);
}
