import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Networks } from '#platform/domains/network';
import { reachedAddress, refusalOf } from '#platform/domains/public-address';

/** Names that are never looked at: the domains of those who objected, with everything below them. */
export type OptedOut = (host: string) => boolean;

/** Decides whom a look may contact. */
export class Egress {
  private readonly refusedHosts = new Set<string>();

  constructor(
    private readonly allowed: Networks,
    private readonly isOptedOut: OptedOut,
    private readonly own: ReadonlySet<string> = ownAddresses(),
  ) {}

  /** Hosts that may not be contacted, as far as a look has asked. */
  get refused(): string[] {
    return [...this.refusedHosts];
  }

  /** The address to connect to. Throws when the host has none, or when a single one of them is not public. */
  pick(host: string, addresses: readonly string[]): string {
    if (this.isOptedOut(host)) throw this.refuse(host, `${host} is on the list of names that are not looked at`);
    for (const address of addresses) {
      const refusal = this.refusalOf(address);
      if (refusal !== undefined) throw this.refuse(host, `${host} is not contacted: ${refusal}`);
    }
    const [first] = addresses;
    if (first === undefined) throw new Error(`${host} has no address`);
    return addresses.find((address) => isIPv4(address)) ?? first;
  }

  /** Throws when a server of the internet leads us to an address that is only contacted because the operator allows it. */
  assertStaysOutside(from: readonly string[], to: readonly string[]): void {
    const inside = to.find((address) => !this.isOutside(address));
    if (inside === undefined || from.some((address) => !this.isOutside(address))) return;
    throw new Error(`the redirect leads from the internet to ${inside}`);
  }

  private refuse(host: string, message: string): Error {
    this.refusedHosts.add(host);
    return new Error(message);
  }

  private refusalOf(address: string): string | undefined {
    const refusal = refusalOf(address, this.allowed);
    if (refusal !== undefined || !this.isOwn(address) || this.allowed.has(reachedAddress(address))) return refusal;
    return `${address} is an address of this machine`;
  }

  private isOutside(address: string): boolean {
    return refusalOf(address) === undefined && !this.isOwn(address);
  }

  /** This machine is never outside, even with a public address: firewalls trust connections of a machine to itself. */
  private isOwn(address: string): boolean {
    return this.own.has(reachedAddress(address) ?? '');
  }
}

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((cards) => (cards ?? []).flatMap(({ address }) => reachedAddress(address) ?? [])),
  );
}

/** A URL that a redirect may lead to. Throws for any other. */
export function webTarget(text: string, base?: string): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!url) throw new Error('the redirect leads to no valid URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`the redirect leads to ${url.protocol}`);
  if (url.port !== '') throw new Error(`the redirect leads to port ${url.port}`);
  if (url.username !== '' || url.password !== '') throw new Error('the redirect carries a user name or password');
  url.hash = '';
  return url;
}
