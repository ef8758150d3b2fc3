import { EVENT_STATUS } from '#modules/security-events/security-event.enums';
import { SqlParams } from '#platform/database/sql-params';
import type { TextRow } from '#platform/database/wire-row';
import type { Page } from '#platform/paging/page';
import type { SortOrder } from '#platform/paging/sort-order';
import { IN_PORTFOLIO, isCurrent, nameCondition, partyConditions, relationshipConditions, type ReadFilters } from './fourth-party-filters';

export const GROUP_SORTS = [
  'connectedVendorCount',
  'criticalVendorCount',
  'openSecurityEventCount',
  'fourthPartyDomain',
  'companyName',
  'firstSeen',
  'lastSeen',
] as const;
export type GroupSort = (typeof GROUP_SORTS)[number];

export interface GroupOrder {
  sortField?: GroupSort;
  sortOrder?: SortOrder;
}

/** Open events that name the fourth party itself as a victim. */
const OPEN_EVENTS = `(SELECT count(*)::int FROM security_event_victim w JOIN security_event e ON e.event_id = w.event_id
                       WHERE w.domain = g.fourth_party_domain AND e.status NOT IN (${EVENT_STATUS.RESOLVED}, ${EVENT_STATUS.CLOSED}))`;

/** Columns of g. Ties are sorted by the fourth party's domain, ascending. */
const SORTS: Readonly<Record<GroupSort, { key: string; type: string; ascending?: boolean }>> = {
  connectedVendorCount: { key: 'g.vendor_count', type: 'int' },
  criticalVendorCount: { key: 'g.critical_count', type: 'int' },
  openSecurityEventCount: { key: OPEN_EVENTS, type: 'int' },
  fourthPartyDomain: { key: 'g.fourth_party_domain', type: 'text', ascending: true },
  companyName: { key: 'lower(g.company_name)', type: 'text', ascending: true },
  firstSeen: { key: 'g.first_seen', type: 'timestamptz' },
  lastSeen: { key: 'g.last_seen', type: 'timestamptz' },
};

/** A row of a page, with values in PostgreSQL's text format; products and vendors are JSON. */
export interface GroupText {
  domain: string;
  name: string;
  isInDirectory: boolean;
  vendors: string;
  critical: string;
  types: string;
  products: string;
  topVendors: string | null;
  openEvents: string;
  firstSeen: string;
  lastSeen: string;
  total: string;
  /** Vendors in the directory. */
  portfolio: string;
  place: [key: string, domain: string];
}

/** Reads a row of groupPage. */
export function readGroup(row: TextRow): GroupText {
  const [
    domain,
    name,
    vendors,
    critical,
    types,
    products,
    firstSeen,
    lastSeen,
    inDirectory,
    topVendors,
    openEvents,
    total,
    portfolio,
    key,
  ] = row as string[];
  return {
    domain,
    name,
    isInDirectory: inDirectory === 't',
    vendors,
    critical,
    types,
    products,
    topVendors: topVendors ?? null,
    openEvents,
    firstSeen,
    lastSeen,
    total,
    portfolio,
    place: [key, domain],
  } as GroupText;
}

export function isAscending({ sortField = 'connectedVendorCount', sortOrder }: GroupOrder): boolean {
  return sortOrder ? sortOrder === 'SORT_ORDER_ASC' : (SORTS[sortField].ascending ?? false);
}

/** One page of groups. Every row contains the total; an empty page needs a separate count. */
export function groupPage(
  organization: string,
  filters: ReadFilters,
  order: GroupOrder,
  { place, fetched, offset }: Pick<Page, 'place' | 'fetched' | 'offset'>,
) {
  const params = new SqlParams([organization]);
  const { groups, products, topVendors } = groupSource(filters, params);
  const { key, type } = SORTS[order.sortField ?? 'connectedVendorCount'];
  const ascending = isAscending(order);
  const [at, domain] = (place ?? []).map((value) => params.add(value));
  const from =
    at === undefined || domain === undefined
      ? ''
      : `WHERE ${key} ${ascending ? '>' : '<'} ${at}::${type} OR (${key} = ${at}::${type} AND g.fourth_party_domain > ${domain}::text)`;
  const sorted = `ORDER BY ${key} ${ascending ? 'ASC' : 'DESC'}, g.fourth_party_domain`;
  const sql = `
    SELECT g.fourth_party_domain, g.company_name, g.vendor_count, g.critical_count, g.connection_types, to_json(${products}), g.first_seen, g.last_seen,
           EXISTS (SELECT 1 FROM vendor w WHERE w.organization_id = $1 AND w.domain_name = g.fourth_party_domain AND w.${IN_PORTFOLIO}),
           (SELECT json_agg(json_build_object('id', v.id, 'domainName', v.domain_name, 'companyName', v.company_name) ORDER BY t.place)
              FROM unnest(${topVendors}) WITH ORDINALITY AS t (id, place)
              JOIN vendor v ON v.organization_id = $1 AND v.id = t.id),
           ${OPEN_EVENTS}, g.total, coalesce((SELECT listed FROM vendor_tally WHERE organization_id = $1), 0), ${key}
      FROM (SELECT g.* FROM (SELECT g.*, count(*) OVER ()::int AS total FROM (${groups}) g) g
             ${from} ${sorted} LIMIT ${fetched} OFFSET ${offset}) g
     ${sorted}`;
  return { sql, params: params.values, plannedOnce: isAboutPartiesAlone(filters) };
}

export function groupCount(organization: string, filters: ReadFilters) {
  const params = new SqlParams([organization]);
  const { groups } = groupSource(filters, params);
  return { sql: `SELECT count(*)::int AS total FROM (${groups}) g`, params: params.values };
}

/** Uses the stored counts where possible, otherwise counts the matching relationships. */
function groupSource(filters: ReadFilters, params: SqlParams) {
  if (isAboutPartiesAlone(filters)) {
    const conditions = partyConditions(filters, params, 'g');
    if (filters.query !== undefined) conditions.push(nameCondition(params.add(filters.query), 'g.fourth_party_domain', 'g.company_name'));
    const groups = `SELECT g.* FROM fourth_party_group g
                     WHERE ${['g.organization_id = $1', 'g.vendor_count > 0', ...conditions].join(' AND ')}`;
    return { groups, products: 'g.products', topVendors: 'g.top_vendors' };
  }
  const matching = ['r.organization_id = $1', 'r.is_listed', ...relationshipConditions(filters, params, 'fourthParty')].join(' AND ');
  const groups = `
    SELECT c.*, k.company_name, k.all_products
      FROM (SELECT r.fourth_party_domain, count(*)::int AS vendor_count, (count(*) FILTER (WHERE r.is_critical))::int AS critical_count,
                   bit_or(r.connection_types) AS connection_types, min(r.first_seen) AS first_seen, max(r.last_seen) AS last_seen
              FROM fourth_party_relationship r
             WHERE ${matching}
             GROUP BY r.fourth_party_domain) c
      JOIN fourth_party_group k ON k.organization_id = $1 AND k.fourth_party_domain = c.fourth_party_domain`;
  const ofGroup = `FROM fourth_party_relationship r WHERE ${matching} AND r.fourth_party_domain = g.fourth_party_domain`;
  return {
    groups,
    // Stops at the first relationship with a product; merging the products of all relationships would read every one.
    products: `ARRAY(SELECT product FROM unnest(g.all_products) AS product WHERE EXISTS (SELECT 1 ${ofGroup} AND product = ANY(r.products)))`,
    topVendors: `ARRAY(SELECT r.vendor_id ${ofGroup} ORDER BY r.vendor_weight DESC, r.vendor_domain LIMIT 5)`,
  };
}

function isAboutPartiesAlone(filters: ReadFilters): boolean {
  const { vendorDomains, connectionTypes, vendorGroupIds, startTime, endTime } = filters;
  return isCurrent(filters) && [vendorDomains, connectionTypes, vendorGroupIds, startTime, endTime].every((value) => value === undefined);
}
