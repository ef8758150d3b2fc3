import { isIP } from 'node:net';

const IPV4_MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** An IPv4 or IPv6 address in canonical form (RFC 5952), without a zone; undefined when the text is not an address. */
export function canonicalAddress(text: string): string | undefined {
  const address = text.split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? address : canonicalIpv6(address);
}

/** The URL parser compresses zeros as RFC 5952 requires, except that it writes the IPv4 part of ::ffff:192.0.2.1 in hexadecimal. */
function canonicalIpv6(address: string): string {
  const shortened = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = IPV4_MAPPED.exec(shortened);
  return mapped ? `::ffff:${[...bytesOf(mapped[1]), ...bytesOf(mapped[2])].join('.')}` : shortened;
}

function bytesOf(group: string | undefined): [number, number] {
  const value = Number.parseInt(group ?? '0', 16);
  return [value >> 8, value & 0xff];
}
