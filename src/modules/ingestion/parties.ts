import type { Statements } from '#platform/database/database';
import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';
import { SELF_VIEW, VRM_VIEW } from '#shared/view';

/** A vendor or own domain that findings can be about. */
export interface Party {
  view: number;
  domain: string;
  vendorId?: string;
  vendorName?: string;
  monitored: boolean;
}

export interface VendorParty {
  id: string;
  domain: string;
  name: string;
  monitored: boolean;
}

/** All parties that an organization's findings can be about. */
export interface Parties {
  ownDomains: string[];
  /** Whether findings can be about vendors: with the VRM entitlement. */
  vrm: boolean;
  vendors: VendorParty[];
  /** Fallback vendor for findings whose host matches no vendor. */
  fallback: { view: number; domain: string } | undefined;
}

const OWN_DOMAINS = `SELECT domain FROM organization_domain WHERE organization_id = $1`;
const VENDORS = `SELECT id, domain_name AS domain, company_name AS name, is_monitored AS monitored FROM vendor WHERE organization_id = $1`;

export async function loadParties(tx: Statements, organizationId: string, vrm: boolean, fallback: string | undefined): Promise<Parties> {
  const own = (await tx.query(OWN_DOMAINS, [organizationId])) as { domain: string }[];
  const ownDomains = own.map(({ domain }) => domain);
  const vendors = vrm ? ((await tx.query(VENDORS, [organizationId])) as VendorParty[]) : [];
  return { ownDomains, vrm, vendors, fallback: fallback === undefined ? undefined : readFallback(fallback, ownDomains, vendors, vrm) };
}

function readFallback(
  text: string,
  ownDomains: readonly string[],
  vendors: readonly VendorParty[],
  vrm: boolean,
): { view: number; domain: string } {
  const result = normalizeDomain(text);
  const domain = 'domain' in result ? result.domain : undefined;
  if (domain !== undefined && ownDomains.includes(domain)) return { view: SELF_VIEW.number, domain };
  const vendor = vendors.find((one) => one.domain === domain);
  const unknown = vrm
    ? 'is neither a vendor in the directory nor a domain of the organization'
    : 'is not a domain of the organization, and findings about vendors need the VRM entitlement';
  if (!vendor) throw refusal(text, unknown, 'VENDOR_UNKNOWN');
  if (!vendor.monitored) throw refusal(text, 'is not monitored', 'VENDOR_NOT_MONITORED');
  return { view: VRM_VIEW.number, domain: vendor.domain };
}

function refusal(text: string, description: string, reason: string): InvalidArgument {
  return new InvalidArgument(`${JSON.stringify(text)} ${description}.`, reason, [{ field: 'vendorDomain', description }]);
}
