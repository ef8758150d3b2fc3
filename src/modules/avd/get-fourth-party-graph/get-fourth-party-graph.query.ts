import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { FOURTH_PARTY_CONFIDENCE, FOURTH_PARTY_STATUS } from '../avd.enums';
import { fromMask } from '../connection-mask';
import { currentUnlessAsked, readFourthPartyFilters, relationshipConditions, STATUS_OF_R, type ReadFilters } from '../fourth-party-filters';
import { GroupList } from '../group-list';
import type { GroupText } from '../group-statement';
import {
  MAX_VENDORS,
  DEFAULT_VENDORS,
  type FourthPartyGraphEdge,
  type FourthPartyGraphNode,
  type GetFourthPartyGraphRequest,
  type GetFourthPartyGraphResponse,
} from './get-fourth-party-graph.dto';

export class GetFourthPartyGraph extends Query<GetFourthPartyGraphResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetFourthPartyGraphRequest,
  ) {
    super();
  }
}

interface VendorRow {
  domain: string;
  name: string;
  isCritical: boolean;
  connections: number;
  vendorTotal: number;
  links: [party: string, status: number, types: number, confidence: number][];
}

@QueryHandler(GetFourthPartyGraph)
export class GetFourthPartyGraphHandler implements IQueryHandler<GetFourthPartyGraph> {
  constructor(
    private readonly database: Database,
    private readonly list: GroupList,
  ) {}

  async execute({ caller, request }: GetFourthPartyGraph): Promise<GetFourthPartyGraphResponse> {
    const filters = currentUnlessAsked(readFourthPartyFilters(request, ''));
    const page = { limit: request.limit, offset: request.offset, cursor: request.cursor };
    const { groups, totalCount, nextCursor } = await this.list.read(caller, 'GetFourthPartyGraph', page, filters);
    const limit = Math.min(request.vendorLimit ?? DEFAULT_VENDORS, MAX_VENDORS);
    const domains = groups.map((group) => group.domain);
    const { sql, params } = vendorStatement(caller.organizationId, filters, domains, limit);
    const vendors = await this.database.lists.read<VendorRow>(caller.organizationId, sql, params);
    return {
      nodes: [...groups.map(partyNode), ...vendors.map(vendorNode)],
      edges: vendors.flatMap(edgesOf),
      totalCount,
      connectedVendorCount: vendors[0]?.vendorTotal ?? 0,
      ...(nextCursor !== undefined && { nextCursor }),
    };
  }
}

/** The vendors with the most connections to the given fourth parties, with those connections. */
function vendorStatement(organization: string, filters: ReadFilters, domains: readonly string[], limit: number) {
  const params = new SqlParams<unknown>([organization, domains]);
  const matching = ['r.organization_id = $1', 'r.is_listed', ...relationshipConditions(filters, params, 'fourthParty')].join(' AND ');
  const sql = `
    WITH linked AS MATERIALIZED (
      SELECT r.vendor_id, r.vendor_domain, r.is_critical, count(*) AS links, count(*) OVER ()::int AS vendor_total
        FROM fourth_party_relationship r
       WHERE ${matching} AND r.fourth_party_domain = ANY($2::text[])
       GROUP BY r.vendor_id, r.vendor_domain, r.is_critical
       ORDER BY links DESC, r.vendor_domain
       LIMIT ${limit}
    )
    SELECT l.vendor_domain AS domain, v.company_name AS name, l.is_critical AS "isCritical", l.vendor_total AS "vendorTotal", c.connections, c.links
      FROM linked l
      JOIN vendor v ON v.organization_id = $1 AND v.id = l.vendor_id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS connections,
              json_agg(json_build_array(r.fourth_party_domain, ${STATUS_OF_R}, r.connection_types, r.confidence) ORDER BY r.fourth_party_domain)
                FILTER (WHERE r.fourth_party_domain = ANY($2::text[])) AS links
         FROM fourth_party_relationship r
        WHERE ${matching} AND r.vendor_domain = l.vendor_domain) c
     ORDER BY l.links DESC, l.vendor_domain`;
  return { sql, params: params.values };
}

function partyNode(row: GroupText): FourthPartyGraphNode {
  return {
    id: `fourth-party:${row.domain}`,
    kind: 'FOURTH_PARTY_NODE_KIND_FOURTH_PARTY',
    domain: row.domain,
    companyName: row.name,
    connectionCount: Number(row.vendors),
    criticalVendorCount: Number(row.critical),
    openSecurityEventCount: Number(row.openEvents),
    isInDirectory: row.isInDirectory,
  };
}

function vendorNode(row: VendorRow): FourthPartyGraphNode {
  return {
    id: `vendor:${row.domain}`,
    kind: 'FOURTH_PARTY_NODE_KIND_VENDOR',
    domain: row.domain,
    companyName: row.name,
    connectionCount: row.connections,
    isCritical: row.isCritical,
  };
}

function edgesOf(vendor: VendorRow): FourthPartyGraphEdge[] {
  return vendor.links.map(([party, status, types, confidence]) => ({
    source: `vendor:${vendor.domain}`,
    target: `fourth-party:${party}`,
    status: FOURTH_PARTY_STATUS.toMember(status),
    connectionTypes: fromMask(types),
    confidence: FOURTH_PARTY_CONFIDENCE.toMember(confidence),
  }));
}
