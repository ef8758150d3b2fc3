import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { asciiName, lengthProblem, MAX_LABEL_LENGTH, MAX_NAME_LENGTH } from './ascii-name';

const MAX_INPUT_LENGTH = 2048;
/**
 * Already in the stored form, as nearly all names of a large file are. Excludes punycode, which must be validated, and
 * numeric names, which may be addresses.
 */
const PLAIN_NAME = /^(?!.*xn--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/**
 * Normalizes what people paste as a domain (a URL, a host, an internationalized name) to its stored form. The result is
 * lower-case punycode without `www.`; other sub-domains stay. Only ICANN suffixes count as public suffixes, so that the owner
 * of a hosting domain such as github.io can be a vendor. A bare e-mail address is refused: its domain is often a mail
 * provider's, not the company's.
 */
export function normalizeDomain(input: string): { domain: string } | { problem: string } {
  if (input.length > MAX_INPUT_LENGTH) return { problem: `Longer than ${MAX_INPUT_LENGTH} characters.` };
  const isPlain = input.length <= MAX_NAME_LENGTH && PLAIN_NAME.test(input);
  const found = isPlain ? { host: input } : hostPastedIn(input.trim());
  if ('problem' in found) return found;

  const { host } = found;
  const suffixes = suffixesOf(host);
  const problem = (isPlain ? undefined : shapeProblem(host)) ?? suffixProblem(host, suffixes);
  return problem === undefined ? { domain: withoutWww(host, suffixes.domain) } : { problem };
}

/** A domain to compare with stored ones: normalized if it is valid, in lower case otherwise. */
export function comparableDomain(text: string): string {
  const read = normalizeDomain(text);
  return 'domain' in read ? read.domain : text.toLowerCase();
}

/** A host and each of its parents up to the registrable domain, nearest first; empty for a host without one. */
export function parentDomains(host: string): string[] {
  const name = asciiName(host).replace(/\.$/, '');
  const registrable = name.split('.').includes('') ? null : suffixesOf(name).domain;
  if (registrable === null) return [];

  const names = [name];
  for (let rest = name; rest !== registrable; names.push(rest)) rest = rest.slice(rest.indexOf('.') + 1);
  return names;
}

/** A readable company name from the domain's own label: `acme-cloud.co.uk` is Acme Cloud. */
export function deriveCompanyName(domain: string): string {
  // A customer of a hosting suffix (acme.github.io) gets its own label as name, not the host's.
  const label = parse(domain, { extractHostname: false, allowPrivateDomains: true }).domainWithoutSuffix;
  const own = label ?? suffixesOf(domain).domainWithoutSuffix ?? domain;
  // Decode only punycode: domainToUnicode would read a numeric label as an IPv4 address.
  return (own.startsWith('xn--') ? domainToUnicode(own) : own).split('-').filter(Boolean).map(capitalized).join(' ') || own;
}

/** The host in the pasted text, in ASCII. */
function hostPastedIn(text: string): { host: string } | { problem: string } {
  if (text.includes('\0')) return { problem: 'NUL is not allowed.' };
  const found = hostIn(text);
  if ('problem' in found) return found;
  const tooLong = lengthProblem(found.host);
  if (tooLong !== undefined) return { problem: tooLong };
  // First through Node, which normalizes fullwidth letters, soft hyphens and unusual IPv4 notations that tldts would accept.
  const host = asciiName(found.host).replace(/\.$/, '');
  if (host === '') return { problem: 'Not a valid host name.' };
  return isIP(host) ? { problem: 'An IP address is not a domain name.' } : { host };
}

function hostIn(text: string): { host: string } | { problem: string } {
  const scheme = /^([a-z][a-z0-9+.-]*:)?\/\//i.exec(text);
  if (scheme?.[1] !== undefined && !/^https?:$/i.test(scheme[1])) return { problem: 'Only http and https URLs are accepted.' };

  const [authority = ''] = text.slice(scheme?.[0].length ?? 0).split(/[/?#\\]/, 1);
  const at = authority.lastIndexOf('@');
  if (at >= 0 && scheme === null) return { problem: 'An e-mail address is not a domain name.' };

  const server = authority.slice(at + 1);
  if (server.startsWith('[') || isIP(server)) return { problem: 'An IP address is not a domain name.' };

  const [host = '', port = '', ...rest] = server.split(':');
  if (rest.length > 0 || !/^\d{0,5}$/.test(port) || Number(port) > 65_535) return { problem: 'Not a valid port.' };
  if (host === '') return { problem: 'No host name given.' };
  // URL parsing would silently drop line breaks and tabs inside the host.
  if (/[\s\p{Cc}]/u.test(host)) return { problem: 'White space or control characters in the host name.' };
  return { host };
}

function shapeProblem(host: string): string | undefined {
  if (host.length > MAX_NAME_LENGTH) return `Longer than ${MAX_NAME_LENGTH} characters.`;
  for (const label of host.split('.')) {
    if (label === '') return 'An empty label between dots.';
    if (label.length > MAX_LABEL_LENGTH) return `A label longer than ${MAX_LABEL_LENGTH} characters.`;
    if (!LABEL.test(label)) return 'Only letters, digits and inner hyphens are allowed in a label.';
  }
  return undefined;
}

function suffixProblem(host: string, { domain, publicSuffix, isIcann }: Suffixes): string | undefined {
  const top = host.slice(host.lastIndexOf('.') + 1);
  // The suffix list contains onion and arpa, but no company has a domain there.
  if (isIcann !== true || top === 'onion' || top === 'arpa') return `Unknown top-level domain "${top}".`;
  return domain === null ? `"${publicSuffix}" is a public suffix, not a registrable domain.` : undefined;
}

function withoutWww(host: string, registrable: string | null): string {
  let name = host;
  // www.com is a registrable domain: never strip its www.
  while (name !== registrable && name.startsWith('www.')) name = name.slice('www.'.length);
  return name;
}

type Suffixes = ReturnType<typeof parse>;

function suffixesOf(host: string): Suffixes {
  return parse(host, { extractHostname: false, validateHostname: false });
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}
