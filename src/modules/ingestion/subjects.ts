import { parentDomains } from '#platform/domains/domain-name';
import { SELF_VIEW, VRM_VIEW } from '#shared/view';
import type { Party, VendorParty } from './parties';

/** The party and host that a finding is about. */
export interface Subject {
  view: number;
  /** The vendor's domain, or the organization's own. */
  party: string;
  vendorId: string | undefined;
  vendorName: string | undefined;
  /** The host itself, if the finding has one. */
  subject: string;
}

export interface Resolved {
  subject?: Subject;
  rejected?: string;
  /** The finding has no usable host, so it may be one that was imported for a vendor as a whole. */
  isUnplaced?: boolean;
}

const MAX_HOSTS_KEPT = 100_000;

/** Finds the party of a finding: the vendor or own domain that equals its host or is a parent of it. Never guesses. */
export class Subjects {
  private readonly parties: Map<string, Party>;
  private readonly known = new Map<string, Party | undefined>();

  constructor(
    ownDomains: readonly string[],
    /** The domain of the fallback party for findings without a matching host. */
    private readonly fallbackDomain: string | undefined,
    private readonly vrm: boolean,
  ) {
    this.parties = new Map(ownDomains.map((domain) => [domain, { view: SELF_VIEW.number, domain, monitored: true }]));
  }

  addVendors(vendors: readonly VendorParty[]): void {
    for (const { id, domain, name, monitored } of vendors) {
      if (!this.parties.has(domain)) this.parties.set(domain, { view: VRM_VIEW.number, domain, vendorId: id, vendorName: name, monitored });
    }
  }

  resolve(hosts: readonly string[]): Resolved {
    for (const host of hosts) {
      const party = this.partyOf(host);
      if (party) return accept(party, host);
    }
    const fallback = this.fallbackDomain === undefined ? undefined : this.parties.get(this.fallbackDomain);
    if (fallback) return accept(fallback, fallback.domain);
    const rejected =
      hosts.length === 0
        ? 'SUBJECT_UNKNOWN: the finding has no host'
        : `SUBJECT_UNKNOWN: ${hosts.slice(0, 3).join(', ')} matches ${this.vrm ? 'no domain of the directory' : 'none of your own domains; vendors need the VRM entitlement'}`;
    return { rejected, isUnplaced: true };
  }

  private partyOf(host: string): Party | undefined {
    if (this.known.has(host)) return this.known.get(host);
    const domain = parentDomains(host).find((candidate) => this.parties.has(candidate));
    const party = domain === undefined ? undefined : this.parties.get(domain);
    if (this.known.size >= MAX_HOSTS_KEPT) this.known.clear();
    this.known.set(host, party);
    return party;
  }
}

function accept(party: Party, subject: string): Resolved {
  if (!party.monitored) return { rejected: `VENDOR_NOT_MONITORED: ${party.domain} is not monitored` };
  return { subject: { view: party.view, party: party.domain, vendorId: party.vendorId, vendorName: party.vendorName, subject } };
}
