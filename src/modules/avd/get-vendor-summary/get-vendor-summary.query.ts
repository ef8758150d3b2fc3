import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { FOURTH_PARTY_CONNECTION_TYPE, STATUS } from '../avd.enums';
import { fromMask } from '../connection-mask';
import { readDomain } from '#platform/domains/read-domain';
import type { ConnectionTypeCount, FourthPartyCounts, GetVendorSummaryRequest, GetVendorSummaryResponse } from './get-vendor-summary.dto';
import { SUMMARY } from './get-vendor-summary.sql';

export class GetVendorSummary extends Query<GetVendorSummaryResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorSummaryRequest,
  ) {
    super();
  }
}

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
