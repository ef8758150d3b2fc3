import { isVersion, parseTagList } from './tag-list';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export interface DmarcRecord {
  /** Undefined when the tag is missing or invalid. */
  policy?: DmarcPolicy;
  subdomainPolicy?: DmarcPolicy;
  /** Where aggregate reports go. */
  reports: string[];
  /** Percentage of messages that the policy applies to; 100 by default. */
  percent: number;
  isTest: boolean;
}

const POLICY = /^(?:none|quarantine|reject)$/;
const MAX_REPORTS = 20;

export function isDmarc(text: string): boolean {
  return isVersion(text, 'DMARC1');
}

export function parseDmarc(text: string): DmarcRecord {
  const tags = parseTagList(text);
  const policy = policyOf(tags.get('p'));
  const subdomainPolicy = policyOf(tags.get('sp'));
  const percent = tags.get('pct') ?? '';
  return {
    ...(policy && { policy }),
    ...(subdomainPolicy && { subdomainPolicy }),
    reports: (tags.get('rua') ?? '')
      .split(',', MAX_REPORTS)
      .map((address) => address.trim())
      .filter((address) => address !== ''),
    percent: /^\d{1,3}$/.test(percent) ? Math.min(100, Number(percent)) : 100,
    isTest: tags.get('t')?.toLowerCase() === 'y',
  };
}

function policyOf(text: string | undefined): DmarcPolicy | undefined {
  const policy = text?.toLowerCase() ?? '';
  return POLICY.test(policy) ? (policy as DmarcPolicy) : undefined;
}
