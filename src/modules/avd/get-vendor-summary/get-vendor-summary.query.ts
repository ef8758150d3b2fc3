import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { FOURTH_PARTY_CONNECTION_TYPE, STATUS } from '../avd.enums';
import { fromMask } from '../connection-mask';
import { IN_PORTFOLIO, STATUS_OF_R } from '../fourth-party-filters';
import { readDomain } from '#platform/domains/read-domain';
import type { ConnectionTypeCount, FourthPartyCounts, GetVendorSummaryRequest, GetVendorSummaryResponse } from './get-vendor-summary.dto';

export class GetVendorSummary extends Query<GetVendorSummaryResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorSummaryRequest,
  ) {
    super();
  }
}

/** Grouped by status and types: a handful of rows for any number of fourth parties. $3: days to look back, NULL for all time. */
const SUMMARY = `
  WITH seen AS MATERIALIZED (
    SELECT r.fourth_party_domain, r.connection_types, ${STATUS_OF_R} AS status
      FROM fourth_party_relationship r
     WHERE r.organization_id = $1 AND r.vendor_domain = $2 AND r.is_listed
       AND ($3::int IS NULL OR r.last_seen >= now() - make_interval(days => $3))
  ), shared AS MATERIALIZED (
    SELECT s.fourth_party_domain
      FROM seen s
      JOIN fourth_party_group g ON g.organization_id = $1 AND g.fourth_party_domain = s.fourth_party_domain AND g.vendor_count > 1
     WHERE s.status <> ${STATUS.INACTIVE}
  )
  SELECT v.id, v.company_name AS "companyName", greatest(d.dns_detected_at, d.pages_detected_at, d.live_dns_detected_at, d.live_pages_detected_at) AS "lastDetectionAt",
         (SELECT json_agg(json_build_array(c.status, c.connection_types, c.count))
            FROM (SELECT status, connection_types, count(*) FROM seen GROUP BY status, connection_types) c) AS counts,
         (SELECT count(*)::int FROM shared) AS "sharedCount",
         (SELECT count(DISTINCT r.vendor_domain)::int
            FROM shared s
            JOIN fourth_party_relationship r ON r.organization_id = $1 AND r.fourth_party_domain = s.fourth_party_domain
           WHERE r.is_listed AND r.is_current AND r.vendor_domain <> $2) AS "companyCount"
    FROM vendor v
    LEFT JOIN vendor_detection d ON d.organization_id = $1 AND d.vendor_domain = $2
   WHERE v.organization_id = $1 AND v.domain_name = $2 AND v.${IN_PORTFOLIO}`;

type Count = [status: number, types: number, count: number];

interface Row {
  id: string;
  companyName: string;
  lastDetectionAt: Date | null;
  counts: Count[] | null;
  sharedCount: number;
  companyCount: number;
}

@QueryHandler(GetVendorSummary)
export class GetVendorSummaryHandler implements IQueryHandler<GetVendorSummary> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetVendorSummary): Promise<GetVendorSummaryResponse> {
    const domain = readDomain('vendorDomain', request.vendorDomain);
    const params = [caller.organizationId, domain, request.lookbackDays ?? null];
    const [row] = await this.database.lists.read<Row>(caller.organizationId, SUMMARY, params, { prepared: true });
    if (!row) throw new NotFound('vendor', domain);
    const counts = row.counts ?? [];
    return {
      summary: {
        vendor: { id: row.id, domainName: domain, companyName: row.companyName },
        fourthPartyCounts: byStatus(counts),
        companyConnectionCount: row.companyCount,
        sharedFourthPartyCount: row.sharedCount,
        countsByConnectionType: byType(counts),
        ...(row.lastDetectionAt && { lastDetectionAt: row.lastDetectionAt.toISOString() }),
      },
    };
  }
}

function byStatus(counts: readonly Count[]): FourthPartyCounts {
  const { NEW, ACTIVE, INACTIVE } = STATUS;
  const sum = (...statuses: number[]): number =>
    counts.reduce((total, [status, , count]) => total + (statuses.includes(status) ? count : 0), 0);
  return { total: sum(NEW, ACTIVE, INACTIVE), new: sum(NEW), active: sum(ACTIVE), inactive: sum(INACTIVE) };
}

function byType(counts: readonly Count[]): ConnectionTypeCount[] {
  const standing = counts.filter(([status]) => status !== STATUS.INACTIVE);
  return FOURTH_PARTY_CONNECTION_TYPE.members
    .map((connectionType) => ({
      connectionType,
      count: standing.reduce((total, [, types, count]) => total + (fromMask(types).includes(connectionType) ? count : 0), 0),
    }))
    .filter(({ count }) => count > 0);
}
