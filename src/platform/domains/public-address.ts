import ipaddr from 'ipaddr.js';
import { canonicalAddress } from './ip-address';
import { Networks } from './network';

const NONE = new Networks([]);
/** In a public range, but it serves the settings of an Azure machine to that machine. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Why the service must not connect to an address; undefined when it may. Only addresses of the public internet are allowed, plus the
 * networks that the operator names. An IPv6 address that carries an IPv4 address (mapped, NAT64) is judged as that one.
 */
export function refusalOf(address: string, allowed = NONE): string | undefined {
  const reached = reachedAddress(address);
  if (reached === undefined) return `${address} is not an address`;
  return allowed.has(reached) || isPublic(ipaddr.parse(reached)) ? undefined : `${address} is not a public address`;
}

/** The address that a connection really goes to, in canonical form. Undefined when the text is not an address. */
export function reachedAddress(text: string): string | undefined {
  // A zone (%eth0) names a network interface of this machine.
  const canonical = text.includes('%') ? undefined : canonicalAddress(text);
  if (canonical === undefined) return undefined;
  // Canonicalize first: ipaddr.js takes ::9.9.9.9 for a mapped address.
  const address = ipaddr.process(canonical);
  const isTranslated = address instanceof ipaddr.IPv6 && address.match(NAT64);
  return isTranslated ? new ipaddr.IPv4(address.toByteArray().slice(12)).toString() : address.toString();
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? address.match(GLOBAL_UNICAST) : !CLOUD_SERVICES.has(address.toString());
}
