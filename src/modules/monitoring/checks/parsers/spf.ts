export type SpfQualifier = '+' | '-' | '~' | '?';
export type SpfMechanismName = 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists';

export interface SpfMechanism {
  qualifier: SpfQualifier;
  name: SpfMechanismName;
  /** What follows the colon, without prefix lengths; empty when the mechanism applies to the domain itself. */
  domain: string;
  /** The term as written. */
  term: string;
}

export interface SpfRecord {
  /** In order, up to and including the first `all`: what follows is never evaluated (RFC 7208 section 5.1). */
  mechanisms: SpfMechanism[];
  /** The target of `redirect=`, unless an `all` overrides it. */
  redirect?: string;
}

const VERSION = /^v=spf1(?: |$)/i;
const MECHANISM = /^([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::([^\s]*?))?((?:\/\d{0,3}){0,3})$/i;
const REDIRECT = /^redirect=(\S+)$/i;
/** More terms than a record of the largest DNS message can carry. */
const MAX_TERMS = 2000;

export function isSpf(text: string): boolean {
  return VERSION.test(text);
}

/** Lenient: unknown terms are skipped. */
export function parseSpf(text: string): SpfRecord {
  const mechanisms: SpfMechanism[] = [];
  let redirect: string | undefined;
  for (const word of text.trim().split(/ +/, MAX_TERMS).slice(1)) {
    redirect ??= REDIRECT.exec(word)?.[1];
    const mechanism = mechanismOf(word);
    if (mechanism && mechanisms.at(-1)?.name !== 'all') mechanisms.push(mechanism);
  }
  const ends = mechanisms.at(-1)?.name === 'all';
  return redirect === undefined || ends ? { mechanisms } : { mechanisms, redirect: bare(redirect) };
}

function mechanismOf(word: string): SpfMechanism | undefined {
  const [, qualifier, name, domain = '', prefix = ''] = MECHANISM.exec(word) ?? [];
  if (name === undefined) return undefined;
  const known = name.toLowerCase() as SpfMechanismName;
  const isAddress = known === 'ip4' || known === 'ip6';
  return {
    qualifier: (qualifier === undefined || qualifier === '' ? '+' : qualifier) as SpfQualifier,
    name: known,
    domain: isAddress ? domain + prefix : bare(domain),
    term: word,
  };
}

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
