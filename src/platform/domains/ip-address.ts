import { isIP, SocketAddress } from 'node:net';

/** The one spelling of an IPv4 or IPv6 address (RFC 5952), without a zone; undefined when the text is no address. */
export function canonicalAddress(text: string): string | undefined {
  const [address = ''] = text.split('%', 1);
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? address : new SocketAddress({ address, family: 'ipv6' }).address;
}
