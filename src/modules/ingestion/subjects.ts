import type { Statements } from '#platform/database/database';
import { normalizeDomain, parentDomains } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';
import { SELF_VIEW, VRM_VIEW } from '#vocabulary/view';

export const VRM = VRM_VIEW.number;
export const SELF = SELF_VIEW.number;

/** Whom a finding is about. */
export interface Subject {
  view: number;
  /** The vendor's domain, or the organization's own. */
  party: string;
  vendorId: string | undefined;
  vendorName: string | undefined;
  /** The host itself, where the finding names one. */
  subject: string;
}

export interface Resolved {
  subject?: Subject;
  rejected?: string;
}

interface Party {
  view: number;
  domain: string;
  vendorId?: string;
  vendorName?: string;
  monitored: boolean;
}

interface VendorRow {
  id: string;
  domain: string;
  name: string;
  monitored: boolean;
}

const MOST_HOSTS_KEPT = 100_000;

/** Finds whom a finding is about: the vendor, or the organization's own domain, that its host is or lies below. Never guesses. */
export class Subjects {
  private readonly known = new Map<string, Party | undefined>();

  private constructor(
    private readonly parties: ReadonlyMap<string, Party>,
    private readonly fallback: Party | undefined,
  ) {}

  static async load(tx: Statements, organizationId: string, vrm: boolean, fallbackDomain: string | undefined): Promise<Subjects> {
    const own = (await tx.query(`SELECT domain FROM organization_domain WHERE organization_id = $1`, [organizationId])) as {
      domain: string;
    }[];
    const parties = new Map<string, Party>(own.map(({ domain }) => [domain, { view: SELF, domain, monitored: true }]));
    if (vrm) {
      const vendors = (await tx.query(
        `SELECT id, domain_name AS domain, company_name AS name, is_monitored AS monitored FROM vendor WHERE organization_id = $1`,
        [organizationId],
      )) as VendorRow[];
      for (const { id, domain, name, monitored } of vendors) {
        if (!parties.has(domain)) parties.set(domain, { view: VRM, domain, vendorId: id, vendorName: name, monitored });
      }
    }
    return new Subjects(parties, fallbackDomain === undefined ? undefined : readFallback(fallbackDomain, parties));
  }

  /** The party every finding without a host of its own belongs to, if one was named. */
  get fallbackParty(): { view: number; domain: string } | undefined {
    return this.fallback;
  }

  resolve(hosts: readonly string[]): Resolved {
    for (const host of hosts) {
      const party = this.partyOf(host);
      if (party) return accept(party, host);
    }
    if (this.fallback) return accept(this.fallback, this.fallback.domain);
    return {
      rejected:
        hosts.length === 0
          ? 'SUBJECT_UNKNOWN: the finding names no host'
          : `SUBJECT_UNKNOWN: ${hosts.slice(0, 3).join(', ')} is in no domain of the directory`,
    };
  }

  private partyOf(host: string): Party | undefined {
    if (this.known.has(host)) return this.known.get(host);
    const domain = parentDomains(host).find((candidate) => this.parties.has(candidate));
    const party = domain === undefined ? undefined : this.parties.get(domain);
    if (this.known.size >= MOST_HOSTS_KEPT) this.known.clear();
    this.known.set(host, party);
    return party;
  }
}

function accept(party: Party, subject: string): Resolved {
  if (!party.monitored) return { rejected: `VENDOR_NOT_MONITORED: ${party.domain} is not monitored` };
  return { subject: { view: party.view, party: party.domain, vendorId: party.vendorId, vendorName: party.vendorName, subject } };
}

function readFallback(text: string, parties: ReadonlyMap<string, Party>): Party {
  const result = normalizeDomain(text);
  const party = 'domain' in result ? parties.get(result.domain) : undefined;
  if (!party)
    throw new InvalidArgument(
      `${JSON.stringify(text)} is neither a vendor in the directory nor a domain of the organization.`,
      'VENDOR_UNKNOWN',
    );
  if (!party.monitored) throw new InvalidArgument(`${party.domain} is not monitored.`, 'VENDOR_NOT_MONITORED');
  return party;
}
