import { isIP } from 'node:net';
import { IPv6, parse } from 'ipaddr.js';

const GLOBAL_IPV6 = IPv6.parse('2000::');

/**
 * Whether an address is one of the public internet: not private, loopback, link-local, shared, documentation, multicast or
 * reserved, and no IPv6 form that carries an IPv4 address inside it.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = parse(text);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof IPv6) || address.match(GLOBAL_IPV6, 3);
}
