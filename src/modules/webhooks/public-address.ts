import ipaddr from 'ipaddr.js';
import type { Networks } from '#platform/domains/network';

/** Addresses in public ranges behind which a cloud serves metadata. */
const METADATA = new Set(['168.63.129.16', '192.0.0.192', '100.100.100.200']);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Why no connection to the address may be made; undefined when one may. */
export function refusalOf(address: string, allowed: Networks): string | undefined {
  if (!ipaddr.isValid(address)) return `${address} is not an address`;
  const plain = unwrapped(ipaddr.parse(address));
  if (allowed.has(plain.toString())) return undefined;
  const isPublic = plain instanceof ipaddr.IPv4 ? isPublicV4(plain) : plain.match(GLOBAL_UNICAST) && plain.range() === 'unicast';
  return isPublic ? undefined : `${address} is not a public address`;
}

/** An IPv6 address that stands for an IPv4 address reaches that one. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA.has(address.toString());
}
