import { isIPv6 } from 'node:net';
import { asciiName } from '#platform/domains/ascii-name';
import { canonicalAddress } from '#platform/domains/ip-address';

const HOST_NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;
const ADDRESS_LIKE = /^[0-9.]+$/;
/** Longer than any address with its zone. */
const MAX_ADDRESS = 200;
const PRINTABLE_ASCII = /^[\x21-\x7e]*$/;

/** The host name or address in a URL, `host:port`, `[v6]:port` or plain host; undefined when there is none. */
export function hostOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 10_000) return undefined;
  const authority = authorityOf(text.trim());
  if (authority.startsWith('[')) return addressOf(authority.slice(1).split(']')[0]);
  if (isIPv6(authority)) return addressOf(authority);
  return nameOf(authority.split(':')[0] ?? '');
}

/** An IPv4 or IPv6 address in canonical form, without a zone. */
export function addressOf(text: string | undefined): string | undefined {
  return text === undefined || text.length > MAX_ADDRESS ? undefined : canonicalAddress(text);
}

/** The port in a URL or `host:port`. */
export function portOf(text: string | undefined): number | undefined {
  if (text === undefined || text.length > 10_000) return undefined;
  const authority = authorityOf(text.trim());
  if (isIPv6(authority)) return undefined;
  const colon = authority.lastIndexOf(':');
  return colon === -1 || authority.endsWith(']') ? undefined : portNumber(authority.slice(colon + 1));
}

/** 0 to 65535 from a number or its digits. */
export function portNumber(value: unknown): number | undefined {
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : undefined;
}

/** Whether the text is an http(s) URL. */
export function isWebUrl(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\/[^\s/?#]/i.test(text) && !/[\s\p{Cc}]/u.test(text);
}

function authorityOf(text: string): string {
  const scheme = text.indexOf('://');
  const rest = scheme === -1 ? text : text.slice(scheme + 3);
  const end = rest.search(/[/?#\\]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

function nameOf(text: string): string | undefined {
  const bare = text.startsWith('*.') ? text.slice(2) : text;
  const name = PRINTABLE_ASCII.test(bare) ? bare.toLowerCase() : asciiName(bare);
  const rooted = name.endsWith('.') ? name.slice(0, -1) : name;
  return addressOf(rooted) ?? nameOnly(rooted);
}

function nameOnly(rooted: string): string | undefined {
  return rooted.length <= 253 && HOST_NAME.test(rooted) && !ADDRESS_LIKE.test(rooted) ? rooted : undefined;
}
