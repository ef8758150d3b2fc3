import { BlockList, isIPv6 } from 'node:net';
import { canonicalAddress } from './ip-address';

const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Networks that calls may come from. */
export class Networks {
  private readonly list = new BlockList();

  /** In the canonical form of readNetwork. */
  constructor(readonly networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      this.list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
  }

  has(address: string | undefined): boolean {
    const plain = plainAddress(address ?? '');
    if (plain === undefined) return false;
    return this.list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }
}

/** Whether a network is part of one of the others, all in canonical form. */
export function isWithin(network: string, others: readonly string[]): boolean {
  const [address, prefix] = network.split('/');
  return others.some((other) => Number(other.split('/')[1]) <= Number(prefix) && new Networks([other]).has(address));
}

/** A network in CIDR notation, or a single address, with the host's bits cleared: 10.1.2.3/8 becomes 10.0.0.0/8. Undefined when it is neither. */
export function readNetwork(text: string): string | undefined {
  const [, given = '', length] = /^([^/\s%]{2,45})(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = plainAddress(given);
  if (address === undefined) return undefined;
  const bits = isIPv6(address) ? 128 : 32;
  // ::ffff:192.0.2.0/120 is a network of IPv4 addresses; its prefix is 96 bits longer.
  const prefix = length === undefined ? bits : Number(length) - (bits === 32 && isIPv6(given) ? 96 : 0);
  if (prefix < 0 || prefix > bits) return undefined;
  return `${masked(address, bits, prefix)}/${prefix}`;
}

/** Drops the zone, and unwraps an IPv4 address from any IPv6 form. */
function plainAddress(text: string): string | undefined {
  return canonicalAddress(text)?.replace(MAPPED, '');
}

function masked(address: string, bits: number, prefix: number): string {
  const width = bits === 32 ? 8 : 16;
  const kept = groupsOf(address, bits).map((group, index) => {
    const free = Math.min(width, Math.max(0, (index + 1) * width - prefix));
    return (group >> free) << free;
  });
  if (bits === 32) return kept.join('.');
  return canonicalAddress(kept.map((group) => group.toString(16)).join(':')) as string;
}

function groupsOf(address: string, bits: number): number[] {
  if (bits === 32) return address.split('.').map(Number);
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
