import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import type { FilterList } from '#platform/filters/filter-tree';
import { readFilters } from '#platform/filters/read-filters';
import { findScores } from '../vendor-score';
import { viewOf, VRM_VIEW } from '#shared/view';
import { SCORED_VENDORS, type GetVendorScoresRequest, type GetVendorScoresResponse, type UnscoredVendor } from './get-vendor-scores.dto';

export class GetVendorScores extends Query<GetVendorScoresResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorScoresRequest,
  ) {
    super();
  }
}

const FIND_UNSCORED = `
  SELECT domain_name AS domain, is_monitored AS "isMonitored" FROM vendor
   WHERE organization_id = $1 AND domain_name = ANY($2::text[]) ORDER BY domain_name`;

@QueryHandler(GetVendorScores)
export class GetVendorScoresHandler implements IQueryHandler<GetVendorScores> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetVendorScores): Promise<GetVendorScoresResponse> {
    const domains = readDomains(readFilters(request.filters, SCORED_VENDORS));
    const vendorScores = await findScores(this.database.lists, caller, domains);
    const scored = new Set(vendorScores.map(({ vendorDomain }) => vendorDomain));
    const others = domains.filter((domain) => !scored.has(domain));
    const unscoredVendors = others.length > 0 ? await this.unscored(caller, others) : [];
    const known = new Set(unscoredVendors.map(({ vendorDomain }) => vendorDomain));
    return { vendorScores, unscoredVendors, notFoundDomains: others.filter((domain) => !known.has(domain)) };
  }

  /** Without the VRM entitlement only own domains can have a score. */
  private async unscored(caller: Caller, domains: readonly string[]): Promise<UnscoredVendor[]> {
    const vendors = await this.database.lists.read<{ domain: string; isMonitored: boolean }>(caller.organizationId, FIND_UNSCORED, [
      caller.organizationId,
      domains,
    ]);
    const isVrm = viewOf(caller) === VRM_VIEW;
    const own = isVrm ? [] : domains.filter((domain) => caller.organization.domains.includes(domain));
    const reasonOf = (isMonitored: boolean) => {
      if (!isVrm) return 'UNSCORED_REASON_NOT_ENTITLED';
      return isMonitored ? 'UNSCORED_REASON_NOT_YET_OBSERVED' : 'UNSCORED_REASON_NOT_MONITORED';
    };
    return [
      ...own.map((domain) => ({ vendorDomain: domain, reason: 'UNSCORED_REASON_NOT_YET_OBSERVED' as const })),
      ...vendors
        .filter(({ domain }) => !own.includes(domain))
        .map(({ domain, isMonitored }) => ({ vendorDomain: domain, reason: reasonOf(isMonitored) }) as const),
    ];
  }
}

/** Rules are ANDed: a domain must be in every one of them. */
function readDomains(filter: FilterList): string[] {
  const refuse = (field: string, description: string): never => {
    throw new InvalidArgument(`${field}: ${description}`, 'INVALID_FILTER', [{ field, description }]);
  };
  if (filter.nodes.length === 0) refuse('filters', 'must select 1 to 200 vendor domains with VENDOR EQUALS or IN');
  const sets = filter.nodes.map((node, index) => {
    const condition = node.kind === 'rule' && !node.negated ? node.conditions[0] : undefined;
    if (condition?.operator === '=') return [String(condition.value)];
    if (condition?.operator === 'in') return condition.values.map(String);
    return refuse(`filters[${index}].rule.comparison`, 'must be COMPARISON_EQUALS or COMPARISON_IN');
  });
  return [...new Set(sets[0])].filter((domain) => sets.every((set) => set.includes(domain))).sort();
}
