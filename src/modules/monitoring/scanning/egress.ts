import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Networks } from '#platform/domains/network';
import { readUrl } from '../read-url';
import { reachedAddress, refusalOf } from '#platform/domains/public-address';

/** Names that are never scanned: domains whose owners opted out, with their subdomains. */
export type OptedOut = (host: string) => boolean;

export function optedOutIn(domains: ReadonlySet<string>): OptedOut {
  return (host) => {
    for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
      if (domains.has(rest)) return true;
    }
    return false;
  };
}

/** Decides which hosts a scan may contact. */
export class Egress {
  private readonly refusedHosts = new Set<string>();

  constructor(
    private readonly allowed: Networks,
    private readonly isOptedOut: OptedOut,
    private readonly own: ReadonlySet<string> = ownAddresses(),
  ) {}

  /** Hosts that may not be contacted, of those that the scan has resolved. */
  get refused(): string[] {
    return [...this.refusedHosts];
  }

  /** The address to connect to. Throws when the host has none, or when any of its addresses is not public. */
  pick(host: string, addresses: readonly string[]): string {
    if (this.isOptedOut(host)) throw this.refuse(host, `${host} is on the opt-out list`);
    for (const address of addresses) {
      const refusal = this.refusalOf(address);
      if (refusal !== undefined) throw this.refuse(host, `${host} is not contacted: ${refusal}`);
    }
    const [first] = addresses;
    if (first === undefined) throw new Error(`${host} has no address`);
    return addresses.find((address) => isIPv4(address)) ?? first;
  }

  /** Throws when a server of the internet redirects to an address that is allowed only by the operator's settings. */
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

  /** This machine is never external, even with a public address: firewalls trust connections of a machine to itself. */
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
  const url = readUrl(text, base);
  if (!url) throw new Error('the redirect leads to an invalid URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`the redirect leads to ${url.protocol}`);
  if (url.port !== '') throw new Error(`the redirect leads to port ${url.port}`);
  if (url.username !== '' || url.password !== '') throw new Error('the redirect carries a user name or password');
  url.hash = '';
  return url;
}
