import { isIP } from 'node:net';
import { IPv6, parse } from 'ipaddr.js';

const GLOBAL_IPV6 = IPv6.parse('2000::');
/** Looks public, but is a service of the machine's own cloud: it hands out settings of Azure machines. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet: not private, loopback, link-local, shared, documentation, multicast or
 * reserved, and no IPv6 form that carries an IPv4 address inside it.
 */
export function isPublicAddress(text: string): boolean {
  // A zone (%eth0) names a network card of this machine.
  if (isIP(text) === 0 || text.includes('%') || CLOUD_SERVICES.has(text)) return false;
  const address = parse(text);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof IPv6) || address.match(GLOBAL_IPV6, 3);
}
