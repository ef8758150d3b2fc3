import { getServers } from 'node:dns';
import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { allowedNetworks } from '#platform/http/allowed-networks';
import type { Networks } from '#platform/domains/network';

/** Settings of scans. */
@Injectable()
export class ScanSettings {
  /** Recursive resolvers: `address`, `address:port` or `[address]:port`. */
  dnsServers: readonly string[];
  /** Non-public networks that may be contacted. */
  allowedNetworks: Networks;
  userAgent: string;
  /** Whether to check mail servers for STARTTLS. */
  checksMailServers: boolean;
  /** The name in EHLO. */
  ehloName: string;
  /** Pause between two connections to the same address. */
  pauseMs = 1000;
  /** Time limit for one domain with all its hosts. */
  scanMs = 60_000;
  /** Certificates trusted besides Node's own roots. */
  extraRoots?: readonly string[];

  constructor(env: Env) {
    this.dnsServers = env.MONITORING_DNS_SERVERS.length > 0 ? env.MONITORING_DNS_SERVERS : getServers();
    this.allowedNetworks = allowedNetworks(env, 'MONITORING_ALLOWED_NETWORKS');
    this.userAgent = env.MONITORING_USER_AGENT ?? `vendor-risk-monitor/1 (+${env.baseUrl}/monitoring)`;
    this.checksMailServers = env.MONITORING_SMTP;
    this.ehloName = new URL(env.baseUrl).hostname;
  }
}
