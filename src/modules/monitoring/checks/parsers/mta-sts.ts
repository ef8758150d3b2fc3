import { isVersion, parseTagList } from './tag-list';

export interface MtaStsPolicy {
  version?: string;
  mode?: 'enforce' | 'testing' | 'none';
  /** Seconds. */
  maxAge?: number;
  /** Host names in lower case; the first label may be `*`. */
  mx: string[];
}

const MODE = /^(?:enforce|testing|none)$/;
const MAX_MX = 100;

export function isMtaSts(text: string): boolean {
  return isVersion(text, 'STSv1');
}

/** Senders take a record without a valid id for none (RFC 8461 section 3.1). */
export function hasPolicyId(text: string): boolean {
  return /^[a-z0-9]{1,32}$/i.test(parseTagList(text).get('id') ?? '');
}

/** Whether the record says where to send reports, by mail or HTTPS (RFC 8460 section 3). */
export function hasReportAddress(text: string): boolean {
  return (parseTagList(text).get('rua') ?? '').split(',').some((address) => /^\s*(?:mailto:[^@\s]+@|https:\/\/)[^@\s]+\s*$/i.test(address));
}

export function isTlsRpt(text: string): boolean {
  return isVersion(text, 'TLSRPTv1');
}

/** The policy file of RFC 8461: `key: value` lines. Unknown keys are ignored; of two equal keys the first applies, except for mx. */
export function parseMtaStsPolicy(text: string): MtaStsPolicy {
  const policy: MtaStsPolicy = { mx: [] };
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const value = line.slice(colon + 1).trim();
    switch (line.slice(0, colon).trim().toLowerCase()) {
      case 'version':
        policy.version ??= value;
        break;
      case 'mode':
        if (MODE.test(value)) policy.mode ??= value as NonNullable<MtaStsPolicy['mode']>;
        break;
      case 'max_age':
        if (/^\d{1,10}$/.test(value)) policy.maxAge ??= Number(value);
        break;
      case 'mx':
        if (policy.mx.length < MAX_MX) policy.mx.push(value.toLowerCase().replace(/\.$/, ''));
    }
  }
  return policy;
}

/** Whether the policy names this mail server. A `*` matches exactly one label (RFC 8461 section 4.1). */
export function covers(policy: MtaStsPolicy, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const parent = name.slice(name.indexOf('.') + 1);
  return policy.mx.some((pattern) => (pattern.startsWith('*.') ? name.includes('.') && pattern.slice(2) === parent : pattern === name));
}
