import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { parse } from 'tldts';
import { Env } from '#platform/config/env';
import { allowedNetworks } from '#platform/http/allowed-networks';
import type { Networks } from '#platform/domains/network';
import { refusalOf } from '#platform/domains/public-address';

export interface Address {
  address: string;
  family: number;
}

type Resolver = (hostname: string) => Promise<Address[]>;

export const RESOLVE_TIMEOUT_MS = 5000;

const nameServers = new NameServers({ timeout: 1000, tries: 2 });

/**
 * A public name is asked of the name servers. The operating system's look-up would hold one of four threads of the process while the name's
 * owner keeps it waiting. Only names that nobody can register, such as those of a Compose network or a hosts file, are looked up there.
 */
async function resolve(hostname: string): Promise<Address[]> {
  if (parse(hostname, { extractHostname: false }).isIcann !== true) return lookup(hostname, { all: true, verbatim: true });
  const [four, six] = await Promise.allSettled([nameServers.resolve4(hostname), nameServers.resolve6(hostname)]);
  const addresses = (found: PromiseSettledResult<string[]>, family: number) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...addresses(four, 4), ...addresses(six, 6)];
}

/** Why an address cannot be used. */
export class AddressRefused extends Error {}

/** Resolves the host of a webhook's URL, and refuses addresses that deliveries may not go to. */
@Injectable()
export class WebhookAddresses {
  /** Tests set their own resolver, so that no name server is asked. */
  resolver: Resolver = resolve;
  private readonly allowed: Networks;

  constructor(env: Env) {
    this.allowed = allowedNetworks(env, 'WEBHOOK_ALLOWED_NETWORKS');
  }

  /**
   * All addresses of the URL's host, vetted. The connection must go to one of them, because a second look-up might return another address.
   * The URL parser has already turned numbers such as 0x7f.1 into addresses.
   */
  async vet(text: string): Promise<{ url: URL; addresses: Address[] }> {
    if (!URL.canParse(text)) throw new AddressRefused('it is not a URL');
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('it must be https');
    if (url.username !== '' || url.password !== '') throw new AddressRefused('it must not contain a user name or password');
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = await this.addressesOf(literal);
    for (const { address } of addresses) {
      const refusal = refusalOf(address, this.allowed);
      // Which address a name has may be a secret of this network.
      if (refusal !== undefined) throw new AddressRefused(address === literal ? refusal : 'it leads to an address that is not public');
      if (url.protocol === 'http:' && !this.allowed.has(address)) throw new AddressRefused('it must be https');
    }
    return { url, addresses };
  }

  private async addressesOf(hostname: string): Promise<Address[]> {
    const family = isIP(hostname);
    if (family !== 0) return [{ address: hostname, family }];
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<Address[]>((resolve) => {
      timer = setTimeout(() => resolve([]), RESOLVE_TIMEOUT_MS);
    });
    const found = await Promise.race([this.resolver(hostname).catch(() => []), timeout]);
    clearTimeout(timer);
    if (found.length === 0) throw new AddressRefused(`${hostname} cannot be resolved`);
    return found;
  }
}
