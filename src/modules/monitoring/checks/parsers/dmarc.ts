import { isVersion, parseTagList, repeatedTag } from './tag-list';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export interface DmarcRecord {
  /** Why receivers do not apply the record: they then treat its policy as none. */
  fault?: string;
  /** Undefined when the tag is missing. */
  policy?: DmarcPolicy;
  subdomainPolicy?: DmarcPolicy;
  /** Where aggregate reports go. */
  reports: string[];
  /** Percentage of messages that the policy applies to; 100 by default. */
  percent: number;
  isTest: boolean;
}

const POLICY = /^(?:none|quarantine|reject)$/;
/** The only scheme that receivers know, with the size limit that older records may have. */
const REPORT_ADDRESS = /^mailto:[^@\s]+@[^@\s]+$/i;
const MAX_REPORTS = 20;

export function isDmarc(text: string): boolean {
  return isVersion(text, 'DMARC1');
}

export function parseDmarc(text: string): DmarcRecord {
  const tags = parseTagList(text);
  const fault = faultOf(text, tags);
  const policy = policyOf(tags.get('p'));
  const subdomainPolicy = policyOf(tags.get('sp'));
  const percent = tags.get('pct') ?? '';
  return {
    ...(fault === undefined ? policy && { policy } : { fault }),
    ...(subdomainPolicy && { subdomainPolicy }),
    reports: (tags.get('rua') ?? '')
      .split(',', MAX_REPORTS)
      .map((address) => address.trim())
      .filter((address) => REPORT_ADDRESS.test(address)),
    percent: /^\d{1,3}$/.test(percent) ? Math.min(100, Number(percent)) : 100,
    isTest: tags.get('t')?.toLowerCase() === 'y',
  };
}

/** RFC 9989 sections 4.7 and 4.10: a repeated tag, a missing or an unknown policy. */
function faultOf(text: string, tags: ReadonlyMap<string, string>): string | undefined {
  const repeated = repeatedTag(text);
  if (repeated !== undefined) return `${repeated} is there twice`;
  const invalid = ['p', 'sp', 'np'].find((tag) => (tag === 'p' || tags.has(tag)) && policyOf(tags.get(tag)) === undefined);
  if (invalid === undefined) return undefined;
  return tags.has(invalid) ? `${invalid} is not a policy` : 'p is missing';
}

function policyOf(text: string | undefined): DmarcPolicy | undefined {
  const policy = text?.toLowerCase() ?? '';
  return POLICY.test(policy) ? (policy as DmarcPolicy) : undefined;
}
