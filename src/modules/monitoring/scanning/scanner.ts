import { setMaxListeners } from 'node:events';
import type { HostScan, Scan, NameScan } from '../scan';
import type { Exit } from './door';
import { Egress, type OptedOut } from './egress';
import { scanDns } from './scan-dns';
import { scanHost } from './scan-host';
import { scanMail } from './scan-mail';
import type { ScanSettings } from './scan-settings';
import { Resolver } from './resolver';
import type { ScanContext } from './visit';

/** Hosts of one domain that are contacted. */
export const MAX_HOSTS = 10;
/** Further hosts of one domain that are only resolved. */
export const MAX_NAMES = 100;
/** Enough that a hundred names with silent servers fit into one scan. */
const NAMES_AT_ONCE = 8;

export interface ScanOptions {
  /** Hosts besides the apex and www, most important first. */
  hosts?: readonly string[];
  /** Include the weekly part: the handshake with old TLS versions, the check of mail servers, and resolving hosts beyond MAX_HOSTS. */
  isThorough: boolean;
  isOptedOut: OptedOut;
  /** Aborts the scan. */
  signal?: AbortSignal;
}

/** Scans domains: DNS queries, a handshake and one or two requests per host. Nothing else is ever sent. */
export class Scanner {
  constructor(
    private readonly settings: Omit<ScanSettings, 'pauseMs'>,
    private readonly door: Exit,
  ) {}

  async scan(apex: string, options: ScanOptions): Promise<Scan> {
    const { scanMs } = this.settings;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error(`the scan took longer than ${scanMs / 1000} s`)), scanMs);
    const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
    // Every query and connection listens to it.
    setMaxListeners(0, signal);
    const egress = new Egress(this.settings.allowedNetworks, options.isOptedOut);
    const context: ScanContext = {
      resolver: new Resolver(this.settings.dnsServers, signal),
      egress,
      door: this.door,
      settings: this.settings,
      signal,
    };
    const at = new Date().toISOString();
    const wanted = hostsOf(apex, options);
    try {
      const [dns, mail, hosts, names] = await Promise.all([
        scanDns(context, apex),
        scanMail(context, apex, options.isThorough),
        scanHosts(context, apex, wanted.slice(0, MAX_HOSTS), options.isThorough),
        options.isThorough ? scanNames(context, wanted.slice(MAX_HOSTS, MAX_HOSTS + MAX_NAMES)) : [],
      ]);
      return { apex, at, dns, mail, hosts, names, refused: egress.refused };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The apex first. Hosts whose owners opted out are left out. */
function hostsOf(apex: string, { hosts = [], isOptedOut }: ScanOptions): string[] {
  const others = new Set([`www.${apex}`, ...hosts]);
  others.delete(apex);
  return [apex, ...[...others].filter((host) => !isOptedOut(host))];
}

/** One after the other: hosts often share an address, and there is no hurry. */
async function scanHosts(context: ScanContext, apex: string, hosts: readonly string[], isThorough: boolean): Promise<HostScan[]> {
  const scans: HostScan[] = [];
  for (const host of hosts) scans.push(await scanHost(context, host, { isApex: host === apex, isThorough }));
  return scans;
}

async function scanNames({ resolver }: ScanContext, hosts: readonly string[]): Promise<NameScan[]> {
  const scans: NameScan[] = [];
  for (let start = 0; start < hosts.length; start += NAMES_AT_ONCE) {
    const batch = hosts.slice(start, start + NAMES_AT_ONCE);
    scans.push(...(await Promise.all(batch.map(async (host) => ({ host, addresses: await resolver.addresses(host) })))));
  }
  return scans;
}
