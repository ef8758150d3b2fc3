import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { HostLook, Look, NameLook } from '../look';
import { Dialer } from './dialer';
import { Egress, type OptedOut } from './egress';
import { lookAtDns } from './look-at-dns';
import { lookAtHost } from './look-at-host';
import { lookAtMail } from './look-at-mail';
import { LookSettings } from './look-settings';
import { Pace } from './pace';
import { Resolver } from './resolver';
import type { LookContext } from './visit';

/** Hosts of one domain that are contacted. */
export const MAX_HOSTS = 10;
/** Further hosts of one domain that are only resolved. */
export const MAX_NAMES = 100;
/** Enough that a hundred names with silent servers fit into one scan. */
const NAMES_AT_ONCE = 8;

export interface LookOptions {
  /** Hosts besides the apex and www, most important first. */
  hosts?: readonly string[];
  /** Include the weekly part: the handshake with old TLS versions, the check of mail servers, and resolving hosts beyond MAX_HOSTS. */
  isThorough: boolean;
  isOptedOut: OptedOut;
  /** Aborts the scan. */
  signal?: AbortSignal;
}

/** Scans domains: DNS queries, a handshake and one or two requests per host. Nothing else is ever sent. */
@Injectable()
export class Looker {
  private readonly pace: Pace;

  constructor(
    private readonly settings: LookSettings,
    private readonly dialer: Dialer,
  ) {
    this.pace = new Pace(settings);
  }

  async look(apex: string, options: LookOptions): Promise<Look> {
    const { lookMs } = this.settings;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error(`the scan took longer than ${lookMs / 1000} s`)), lookMs);
    const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
    // Every query and connection listens to it.
    setMaxListeners(0, signal);
    const egress = new Egress(this.settings.allowedNetworks, options.isOptedOut);
    const context: LookContext = {
      resolver: new Resolver(this.settings.dnsServers, signal),
      egress,
      pace: this.pace,
      dialer: this.dialer,
      settings: this.settings,
      signal,
    };
    const at = new Date().toISOString();
    const wanted = hostsOf(apex, options);
    try {
      const [dns, mail, hosts, names] = await Promise.all([
        lookAtDns(context, apex),
        lookAtMail(context, apex, options.isThorough),
        lookAtHosts(context, apex, wanted.slice(0, MAX_HOSTS), options.isThorough),
        options.isThorough ? lookAtNames(context, wanted.slice(MAX_HOSTS, MAX_HOSTS + MAX_NAMES)) : [],
      ]);
      return { apex, at, dns, mail, hosts, names, refused: egress.refused };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The apex first. Hosts whose owners opted out are left out. */
function hostsOf(apex: string, { hosts = [], isOptedOut }: LookOptions): string[] {
  const others = new Set([`www.${apex}`, ...hosts]);
  others.delete(apex);
  return [apex, ...[...others].filter((host) => !isOptedOut(host))];
}

/** One after the other: hosts often share an address, and there is no hurry. */
async function lookAtHosts(context: LookContext, apex: string, hosts: readonly string[], isThorough: boolean): Promise<HostLook[]> {
  const looks: HostLook[] = [];
  for (const host of hosts) looks.push(await lookAtHost(context, host, { isApex: host === apex, isThorough }));
  return looks;
}

async function lookAtNames({ resolver }: LookContext, hosts: readonly string[]): Promise<NameLook[]> {
  const looks: NameLook[] = [];
  for (let start = 0; start < hosts.length; start += NAMES_AT_ONCE) {
    const batch = hosts.slice(start, start + NAMES_AT_ONCE);
    looks.push(...(await Promise.all(batch.map(async (host) => ({ host, addresses: await resolver.addresses(host) })))));
  }
  return looks;
}
