import { getServers } from 'node:dns';
import { Networks, readNetwork } from '#platform/domains/network';
import { ConfigurationError, type Env } from '#platform/config/env';

/** How looks are made. */
export interface LookSettings {
  /** Recursive resolvers: `address`, `address:port` or `[address]:port`. */
  dnsServers: readonly string[];
  /** Networks that may be contacted although they are not public. */
  allowedNetworks: Networks;
  userAgent: string;
  /** Between the end of one connection to an address and the next. */
  pauseMs: number;
  /** For one domain with all its hosts. */
  lookMs: number;
  /** Certificates trusted besides Node's own roots. */
  extraRoots?: readonly string[];
}

export function lookSettings(env: Env): LookSettings {
  return {
    dnsServers: env.MONITORING_DNS_SERVERS.length > 0 ? env.MONITORING_DNS_SERVERS : getServers(),
    allowedNetworks: new Networks(env.MONITORING_ALLOWED_NETWORKS.map(networkIn)),
    userAgent: env.MONITORING_USER_AGENT ?? `vendor-risk-monitor/1 (+${env.baseUrl}/monitoring)`,
    pauseMs: 1000,
    lookMs: 60_000,
  };
}

function networkIn(text: string): string {
  const network = readNetwork(text);
  if (network === undefined)
    throw new ConfigurationError(`Invalid configuration: MONITORING_ALLOWED_NETWORKS holds ${text}, which is no network.`);
  return network;
}
