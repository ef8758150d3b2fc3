import { isIPv4, isIPv6 } from 'node:net';
import { getPublicSuffix, parse } from 'tldts';
import { z } from 'zod';
import { FOURTH_PARTY_CONFIDENCE, FOURTH_PARTY_CONNECTION_TYPE } from '../avd.enums';
import { hostName } from './host-name';

const SIGNAL_KINDS = ['mx', 'ns', 'cname', 'spf', 'txt', 'caa', 'soa', 'a', 'aaaa', 'resource'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

export type MatchForm = 'suffix' | 'exact' | 'prefix';

/** The match forms allowed per kind. A prefix of a host name would match look-alike hosts. */
const FORMS: Readonly<Record<SignalKind, readonly MatchForm[]>> = {
  mx: ['suffix', 'exact'],
  ns: ['suffix', 'exact'],
  cname: ['suffix', 'exact'],
  spf: ['suffix', 'exact'],
  caa: ['suffix', 'exact'],
  soa: ['suffix', 'exact'],
  txt: ['prefix', 'exact'],
  a: ['exact'],
  aaaa: ['exact'],
  resource: ['suffix', 'exact', 'prefix'],
};

const MAX_EXPANDED = 1000;
const MIN_TXT_LENGTH = 3;
const RANGE = /\[(\d+)-(\d+)\]/;

/** Expands a range: `awsdns-[00-63].com` becomes 64 names. Leading zeros are kept. */
export function expanded(pattern: string): string[] {
  const range = RANGE.exec(pattern);
  if (!range) return [pattern];
  const [whole, first = '', last = ''] = range;
  const count = Math.min(Math.max(Number(last) - Number(first) + 1, 0), MAX_EXPANDED + 1);
  return Array.from({ length: count }, (_, index) => pattern.replace(whole, String(Number(first) + index).padStart(first.length, '0')));
}

const domain = z.string().refine((text) => hostName(text) === text && parse(text).isIcann === true, 'must be a lower-case domain name');

const pattern = z.string().min(1).max(200);
const match = z.union([z.strictObject({ suffix: pattern }), z.strictObject({ exact: pattern }), z.strictObject({ prefix: pattern })]);

const signal = z
  .strictObject({
    kind: z.enum(SIGNAL_KINDS),
    match,
    confidence: z.enum(FOURTH_PARTY_CONFIDENCE.short).optional(),
  })
  .superRefine((value, context) => {
    const fault = faultOf(value.kind, value.match);
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['match'], message: fault });
  });

const product = z.strictObject({
  name: z.string().trim().min(1).max(80),
  connectionType: z.enum(FOURTH_PARTY_CONNECTION_TYPE.short),
  signals: z.array(signal).min(1),
});

const entry = z.strictObject({
  company: z.string().trim().min(1).max(120),
  domain,
  ownDomains: z.array(domain).optional(),
  products: z.array(product).min(1),
});

export const signatureFile = z.array(entry);
export type SignatureEntry = z.infer<typeof entry>;
type SignatureMatch = z.infer<typeof match>;

/** The form and text of a match, which has exactly one member. */
export function formOf(value: SignatureMatch): { form: MatchForm; text: string } {
  if ('suffix' in value) return { form: 'suffix', text: value.suffix };
  return 'exact' in value ? { form: 'exact', text: value.exact } : { form: 'prefix', text: value.prefix };
}

function faultOf(kind: SignalKind, value: SignatureMatch): string | undefined {
  const { form, text } = formOf(value);
  if (!FORMS[kind].includes(form)) return `${kind} takes ${FORMS[kind].join(' or ')}, not ${form}`;
  if (kind === 'txt') return text.length < MIN_TXT_LENGTH ? `${text} is too short to identify a company` : undefined;
  if (kind === 'a') return isIPv4(text) ? undefined : `${text} is not an IPv4 address`;
  if (kind === 'aaaa') return isIPv6(text) ? undefined : `${text} is not an IPv6 address`;
  const slash = text.indexOf('/');
  if (form === 'prefix' && slash === -1) return `${text} must contain a / after the host, otherwise look-alike hosts would match`;
  return hostPatternFault(form === 'prefix' ? text.slice(0, slash) : text);
}

function hostPatternFault(text: string): string | undefined {
  const names = expanded(text);
  if (names.length === 0 || names.length > MAX_EXPANDED) return `${text} must expand to 1 to ${MAX_EXPANDED} names`;
  for (const name of names) {
    if (hostName(name) !== name || !name.includes('.') || name.includes('*')) return `${name} is not a lower-case host name`;
    if (parse(name).isIcann !== true || getPublicSuffix(name) === name) return `${name} is not below a public suffix`;
  }
  return undefined;
}
