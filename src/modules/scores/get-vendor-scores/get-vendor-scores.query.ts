import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import type { FilterList } from '#platform/filters/filter-tree';
import { readFilters } from '#platform/filters/read-filters';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from '../score.enums';
import { SELF_VIEW, viewOf, VRM_VIEW } from '#vocabulary/view';
import {
  SCORED_VENDORS,
  type GetVendorScoresRequest,
  type GetVendorScoresResponse,
  type ScoreFactor,
  type UnscoredVendor,
  type VendorScoreRecord,
} from './get-vendor-scores.dto';

export class GetVendorScores extends Query<GetVendorScoresResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorScoresRequest,
  ) {
    super();
  }
}

interface Row {
  domain: string;
  vendorId: string | null;
  companyName: string | null;
  overall: number;
  grade: number;
  breach: number;
  breachLevel: number;
  ransomware: number;
  ransomwareLevel: number;
  factors: (Omit<ScoreFactor, 'openCount'> & { openCount: number })[];
  calculatedAt: Date;
  /** INFO first. */
  counts: string[];
  earlier: number | null;
}

const FIND = `
  SELECT s.party_domain AS domain, v.id AS "vendorId", v.company_name AS "companyName", s.overall_score AS overall, s.overall_grade AS grade,
         s.breach_score AS breach, s.breach_level AS "breachLevel", s.ransomware_score AS ransomware, s.ransomware_level AS "ransomwareLevel",
         s.factors, s.calculated_at AS "calculatedAt", s.open_by_severity AS counts,
         (SELECT d.overall_score FROM party_score_day d
           WHERE d.organization_id = $1 AND d.view = $2 AND d.party_domain = s.party_domain AND d.day <= (now() AT TIME ZONE 'UTC')::date - 30
           ORDER BY d.day DESC LIMIT 1) AS earlier
    FROM party_score s
    LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = s.party_domain AND $2 = ${VRM_VIEW.number}
   WHERE s.organization_id = $1 AND s.view = $2 AND s.party_domain = ANY($3::text[]) AND s.overall_score IS NOT NULL AND ($2 = ${SELF_VIEW.number} OR v.is_monitored)
   ORDER BY s.party_domain`;

const FIND_UNSCORED = `
  SELECT domain_name AS domain, is_monitored AS "isMonitored" FROM vendor
   WHERE organization_id = $1 AND domain_name = ANY($2::text[]) ORDER BY domain_name`;

@QueryHandler(GetVendorScores)
export class GetVendorScoresHandler implements IQueryHandler<GetVendorScores> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetVendorScores): Promise<GetVendorScoresResponse> {
    const domains = readDomains(readFilters(request.filters, SCORED_VENDORS));
    const params = [caller.organizationId, viewOf(caller).number, domains];
    // A plan for the given domains would sometimes read all vendors of a large directory to find fifty.
    const rows = await this.database.lists.read<Row>(caller.organizationId, FIND, params, { prepared: true, plannedOnce: true });
    const scored = new Set(rows.map((row) => row.domain));
    const others = domains.filter((domain) => !scored.has(domain));
    const unscoredVendors = others.length > 0 ? await this.unscored(caller, others) : [];
    const known = new Set(unscoredVendors.map(({ vendorDomain }) => vendorDomain));
    return { vendorScores: rows.map(toScore), unscoredVendors, notFoundDomains: others.filter((domain) => !known.has(domain)) };
  }

  /** Without the VRM entitlement no vendor counts as monitored, only own domains do. */
  private async unscored(caller: Caller, domains: readonly string[]): Promise<UnscoredVendor[]> {
    const vendors = await this.database.lists.read<{ domain: string; isMonitored: boolean }>(caller.organizationId, FIND_UNSCORED, [
      caller.organizationId,
      domains,
    ]);
    const isVrm = viewOf(caller) === VRM_VIEW;
    const own = isVrm ? [] : domains.filter((domain) => caller.organization.domains.includes(domain));
    return [
      ...own.map((domain) => ({ domain, isObserved: true })),
      ...vendors
        .filter(({ domain }) => !own.includes(domain))
        .map(({ domain, isMonitored }) => ({ domain, isObserved: isVrm && isMonitored })),
    ].map(({ domain, isObserved }) => ({
      vendorDomain: domain,
      reason: isObserved ? 'UNSCORED_REASON_NOT_YET_OBSERVED' : 'UNSCORED_REASON_NOT_MONITORED',
    }));
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

function toScore(row: Row): VendorScoreRecord {
  const [info, low, medium, high, critical] = row.counts as [string, string, string, string, string];
  return {
    vendorDomain: row.domain,
    ...(row.vendorId !== null && { vendorId: row.vendorId }),
    ...(row.companyName !== null && { companyName: row.companyName }),
    overallScore: row.overall,
    overallGrade: SCORE_GRADE.toMember(row.grade),
    breachLikelihoodScore: row.breach,
    breachLikelihoodLevel: LIKELIHOOD_LEVEL.toMember(row.breachLevel),
    ransomwareScore: row.ransomware,
    ransomwareLevel: LIKELIHOOD_LEVEL.toMember(row.ransomwareLevel),
    openObservationCounts: { critical, high, medium, low, info },
    factors: row.factors.map((factor) => ({ ...factor, openCount: String(factor.openCount) })),
    ...(row.earlier !== null && { scoreChange30d: row.overall - row.earlier }),
    calculatedAt: row.calculatedAt.toISOString(),
  };
}
