import { isIPv4, isIPv6 } from 'node:net';

export type SpfQualifier = '+' | '-' | '~' | '?';
export type SpfMechanismName = 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists';

export interface SpfMechanism {
  qualifier: SpfQualifier;
  name: SpfMechanismName;
  /** What follows the colon, in lower case; without prefix lengths unless it is an address. Empty for the domain itself. */
  domain: string;
  /** The term as written. */
  term: string;
}

export interface SpfRecord {
  /** The valid ones in order, up to and including the first `all`: what follows is never evaluated (RFC 7208 section 5.1). */
  mechanisms: SpfMechanism[];
  /** The target of `redirect=`, unless an `all` overrides it. */
  redirect?: string;
  /** Terms that the grammar does not know. With one of them the whole record is a permerror (section 4.6). */
  faults: SpfFault[];
}

export interface SpfFault {
  term: string;
  /** `prefix length is above 32` */
  why: string;
}

const VERSION = /^v=spf1(?: |$)/i;
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/is;
const DIRECTIVE = /^([+~?-]?)([a-z0-9]*)(.*)$/is;
const PREFIXES = /(?:\/(\d{0,4}))?(?:\/\/(\d{0,4}))?$/;
const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
const MACRO = /%(?:\{([slodiphcrtv])(\d*)r?[.\-+,/_=]*\}|[%_-])/gi;
/** Stands for a macro while its surroundings are read. */
const EXPANDED = '\0';
const NOT_PRINTABLE = /[^\x21-\x7e]/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
/** More terms than a record of the largest DNS message can carry. */
const MAX_TERMS = 2000;
const MAX_FAULTS = 10;

export function isSpf(text: string): boolean {
  return VERSION.test(text);
}

/** Reads a record by the grammar of RFC 7208, section 12. */
export function parseSpf(text: string): SpfRecord {
  const record: SpfRecord = { mechanisms: [], faults: [] };
  const modifiers = new Map<string, string>();
  for (const term of text.split(/ +/, MAX_TERMS).slice(1).filter(Boolean)) {
    const why = readModifier(term, modifiers) ?? readDirective(term, record);
    if (why !== undefined && why !== '' && record.faults.length < MAX_FAULTS) record.faults.push({ term, why });
  }
  const redirect = modifiers.get('redirect');
  const ends = record.mechanisms.at(-1)?.name === 'all';
  return redirect === undefined || ends ? record : { ...record, redirect: bare(redirect) };
}

/** Undefined when the term is no modifier, empty when it is a valid one. */
function readModifier(term: string, modifiers: Map<string, string>): string | undefined {
  const [, written, value = ''] = MODIFIER.exec(term) ?? [];
  if (written === undefined) return undefined;
  const name = written.toLowerCase();
  // Other modifiers are ignored, but must be well-formed.
  if (name !== 'redirect' && name !== 'exp') return macroFault(value, true) ?? '';
  if (modifiers.has(name)) return `${name} is there twice`;
  const fault = domainFault(value);
  if (fault === undefined) modifiers.set(name, value);
  return fault ?? '';
}

function readDirective(term: string, { mechanisms }: SpfRecord): string | undefined {
  const [, qualifier = '', written = '', rest = ''] = DIRECTIVE.exec(term) ?? [];
  const name = written.toLowerCase();
  if (!isMechanism(name) || !/^(?:$|[:/])/.test(rest)) return 'neither a mechanism nor a modifier';
  const read = MECHANISMS[name](rest);
  if ('fault' in read) return read.fault;
  if (mechanisms.at(-1)?.name !== 'all')
    mechanisms.push({ qualifier: (qualifier || '+') as SpfQualifier, name, domain: bare(read.domain), term });
  return undefined;
}

type ReadArgument = (rest: string) => { domain: string } | { fault: string };

/** By mechanism, how what follows its name is read. */
const MECHANISMS: Readonly<Record<SpfMechanismName, ReadArgument>> = {
  all: (rest) => (rest === '' ? { domain: '' } : { fault: 'all takes no argument' }),
  include: demandedDomain,
  exists: demandedDomain,
  ptr: (rest) => (rest === '' ? { domain: '' } : demandedDomain(rest)),
  a: domainAndPrefixes,
  mx: domainAndPrefixes,
  ip4: (rest) => address(rest, isIPv4, 32),
  ip6: (rest) => address(rest, (text) => isIPv6(text) && !text.includes('%'), 128),
};

function isMechanism(name: string): name is SpfMechanismName {
  return Object.hasOwn(MECHANISMS, name);
}

function demandedDomain(rest: string): ReturnType<ReadArgument> {
  const domain = rest.slice(1);
  const fault = rest.startsWith('/') ? 'takes no prefix length' : domainFault(domain);
  return fault === undefined ? { domain } : { fault };
}

function domainAndPrefixes(rest: string): ReturnType<ReadArgument> {
  const [whole = '', four, six] = PREFIXES.exec(rest) ?? [];
  const domain = rest.slice(0, rest.length - whole.length);
  const fault = prefixFault(four, 32) ?? prefixFault(six, 128) ?? (domain === '' ? undefined : domainFault(domain.slice(1)));
  return fault === undefined ? { domain: domain.slice(1) } : { fault };
}

function address(rest: string, isAddress: (text: string) => boolean, longest: number): ReturnType<ReadArgument> {
  const network = rest.slice(1);
  const slash = network.indexOf('/');
  const given = slash === -1 ? network : network.slice(0, slash);
  if (!rest.startsWith(':') || !isAddress(given)) return { fault: 'the address is not valid' };
  const fault = prefixFault(slash === -1 ? undefined : network.slice(slash + 1), longest);
  return fault === undefined ? { domain: network } : { fault };
}

function prefixFault(text: string | undefined, longest: number): string | undefined {
  if (text === undefined) return undefined;
  if (!PREFIX.test(text)) return 'the prefix length is not a number';
  return Number(text) <= longest ? undefined : `the prefix length is above ${longest}`;
}

/** A domain-spec ends in a macro, or in a top label that is not a number. */
function domainFault(text: string): string | undefined {
  if (text === '') return 'the domain is missing';
  const fault = macroFault(text, false);
  if (fault !== undefined) return fault;
  const plain = text.replace(MACRO, EXPANDED);
  if (plain.endsWith(EXPANDED)) return undefined;
  const name = bare(plain);
  const dot = name.lastIndexOf('.');
  const label = name.slice(dot + 1);
  return dot !== -1 && LABEL.test(label) && !/^\d+$/.test(label) ? undefined : 'the domain is not valid';
}

/** `c`, `r` and `t` are for the text of an explanation only (section 7.2). */
function macroFault(text: string, allowsAllLetters: boolean): string | undefined {
  if (NOT_PRINTABLE.test(text)) return 'has characters that are not printable ASCII';
  if (text.replace(MACRO, '').includes('%')) return 'has a % that begins no macro';
  for (const [macro, letter = '', digits = ''] of text.matchAll(MACRO)) {
    if (/^0+$/.test(digits)) return `the macro ${macro} keeps no part`;
    if (!allowsAllLetters && /[crt]/i.test(letter)) return `the macro ${macro} is for explanations only`;
  }
  return undefined;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

interface SpfTerm {
  /** The term as written, without its qualifier: `include:_spf.example.com`. */
  term: string;
  /** The domain in lower case; its leftmost labels may contain SPF macros. */
  domain: string;
  /** Whether the domain's own SPF record is evaluated too (include, redirect). */
  follows: boolean;
}

/** The domains that an SPF record allows to send; a record with faults still shows whom its owner relies on. Excludes `-` terms. */
export function spfTerms(text: string): SpfTerm[] {
  const { mechanisms, redirect } = parseSpf(text);
  const terms = mechanisms
    .filter(({ qualifier, name, domain }) => qualifier !== '-' && domain !== '' && name !== 'ip4' && name !== 'ip6')
    .map(({ name, domain, term }) => ({ term: term.replace(/^[+~?]/, ''), domain, follows: name === 'include' }));
  return redirect === undefined ? terms : [...terms, { term: `redirect=${redirect}`, domain: redirect, follows: true }];
}
