import { getServers } from 'node:dns';
import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { allowedNetworks } from '#platform/domains/allowed-networks';
import type { Networks } from '#platform/domains/network';

/** How looks are made. */
@Injectable()
export class LookSettings {
  /** Recursive resolvers: `address`, `address:port` or `[address]:port`. */
  dnsServers: readonly string[];
  /** Networks that may be contacted although they are not public. */
  allowedNetworks: Networks;
  userAgent: string;
  /** Whether mail servers are asked for STARTTLS. */
  looksAtMailServers: boolean;
  /** How we name ourselves to mail servers. */
  ehloName: string;
  /** Between the end of one connection to an address and the next. */
  pauseMs = 1000;
  /** For one domain with all its hosts. */
  lookMs = 60_000;
  /** Certificates trusted besides Node's own roots. */
  extraRoots?: readonly string[];

  constructor(env: Env) {
    this.dnsServers = env.MONITORING_DNS_SERVERS.length > 0 ? env.MONITORING_DNS_SERVERS : getServers();
    this.allowedNetworks = allowedNetworks(env, 'MONITORING_ALLOWED_NETWORKS');
    this.userAgent = env.MONITORING_USER_AGENT ?? `vendor-risk-monitor/1 (+${env.baseUrl}/monitoring)`;
    this.looksAtMailServers = env.MONITORING_SMTP;
    this.ehloName = new URL(env.baseUrl).hostname;
  }
}
