import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.)/i;

/** The key for limits per address: an IPv4 address, or an IPv6 /64 network, within which one customer can choose addresses freely. */
export function addressGroup(address: string | undefined): string {
  const plain = (address ?? '').replace(MAPPED, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const network = [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
