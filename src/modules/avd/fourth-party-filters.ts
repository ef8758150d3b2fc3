import type { SqlParams } from '#platform/database/sql-params';
import { readDomains } from '#platform/domains/read-domain';
import { assertForward } from '#platform/fields/time-range';
import { isUuid } from '#platform/fields/uuid';
import { STATUS, type FourthPartyStatus } from './avd.enums';
import { toMask } from './connection-mask';
import type { FourthPartyFilters } from './fourth-party.dto';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';

/** Normalized filters: empty ones removed, domains normalized, lists sorted, so that equal filters have equal JSON. */
export interface ReadFilters {
  query?: string;
  vendorDomains?: string[];
  fourthPartyDomains?: string[];
  statuses?: FourthPartyStatus[];
  connectionTypes?: number;
  vendorGroupIds?: string[];
  isInDirectory?: boolean;
  startTime?: string;
  endTime?: string;
}

/** Which names a query is matched against. */
export type QuerySide = 'both' | 'vendor' | 'fourthParty';

const CURRENT: readonly FourthPartyStatus[] = ['FOURTH_PARTY_STATUS_NEW', 'FOURTH_PARTY_STATUS_ACTIVE'];

/** First seen in the last 30 days. The relationship has the alias r. */
const IS_RECENT = `r.first_seen > now() - interval '30 days'`;

/** The status number of a relationship r. */
export const STATUS_OF_R = `CASE WHEN NOT r.is_current THEN ${STATUS.INACTIVE} WHEN ${IS_RECENT} THEN ${STATUS.NEW} ELSE ${STATUS.ACTIVE} END`;

export const IN_PORTFOLIO = `lifecycle_status <> ${LIFECYCLE.OFFBOARDED}`;

/** `field` is the path of the filters in the request, for error messages. */
export function readFourthPartyFilters(filters: FourthPartyFilters = {}, field = 'filters.'): ReadFilters {
  const domains = (name: 'vendorDomains' | 'fourthPartyDomains'): string[] | undefined =>
    readList(readDomains(`${field}${name}`, filters[name] ?? []), (domain) => domain);
  assertForward(`${field}firstSeenRange`, filters.firstSeenRange);
  return {
    query: filters.query === '' ? undefined : filters.query?.toLowerCase(),
    vendorDomains: domains('vendorDomains'),
    fourthPartyDomains: domains('fourthPartyDomains'),
    statuses: readList(filters.statuses, (status) => status),
    connectionTypes: toMask(filters.connectionTypes ?? []) || undefined,
    // Texts that are not ids match nothing.
    vendorGroupIds: readList(filters.vendorGroupIds, (id) => id.toLowerCase())?.filter(isUuid),
    isInDirectory: filters.isInDirectory,
    startTime: filters.firstSeenRange?.startTime,
    endTime: filters.firstSeenRange?.endTime,
  };
}

/** Unset statuses mean NEW and ACTIVE. */
export function currentUnlessAsked(filters: ReadFilters): ReadFilters {
  return { ...filters, statuses: filters.statuses ?? [...CURRENT] };
}

/** Whether the statuses are exactly NEW and ACTIVE. */
export function isCurrent({ statuses = [] }: ReadFilters): boolean {
  return statuses.length === CURRENT.length && CURRENT.every((status) => statuses.includes(status));
}

export function fingerprint(filters: ReadFilters): string {
  return JSON.stringify(filters);
}

/** Conditions on relationship r; $1 is the organization. */
export function relationshipConditions(filters: ReadFilters, params: SqlParams, side: QuerySide): string[] {
  const { query, vendorDomains, statuses, connectionTypes, vendorGroupIds, startTime, endTime } = filters;
  const conditions: string[] = [];
  if (query !== undefined) conditions.push(queryCondition(params.add(query), side));
  if (vendorDomains) conditions.push(`r.vendor_domain = ANY(${params.add(vendorDomains)}::text[])`);
  if (statuses) conditions.push(...statusConditions(statuses));
  if (connectionTypes) conditions.push(`(r.connection_types & ${params.add(connectionTypes)}::int) <> 0`);
  if (vendorGroupIds) {
    conditions.push(
      `r.vendor_id IN (SELECT m.vendor_id FROM vendor_group_member m JOIN vendor_group g ON g.organization_id = m.organization_id AND g.id = m.group_id
                        WHERE m.organization_id = $1 AND m.group_id = ANY(${params.add(vendorGroupIds)}::uuid[]) AND g.archived_at IS NULL)`,
    );
  }
  if (startTime) conditions.push(`r.first_seen >= ${params.add(startTime)}::timestamptz`);
  if (endTime) conditions.push(`r.first_seen < ${params.add(endTime)}::timestamptz`);
  return [...conditions, ...partyConditions(filters, params, 'r')];
}

/** Conditions on the fourth party alone, for a table with its domain. */
export function partyConditions({ fourthPartyDomains, isInDirectory }: ReadFilters, params: SqlParams, table: 'r' | 'g'): string[] {
  const conditions: string[] = [];
  if (fourthPartyDomains) conditions.push(`${table}.fourth_party_domain = ANY(${params.add(fourthPartyDomains)}::text[])`);
  if (isInDirectory !== undefined) {
    // Fourth parties are fewer than relationships and vendors: each is looked up once. An index finds those in the directory. The others are
    // told apart by a hash table: PostgreSQL compares a row with every entry of an array that it cannot see beforehand.
    const known = `SELECT p.fourth_party_domain FROM fourth_party_group p JOIN vendor d ON d.organization_id = $1 AND d.domain_name = p.fourth_party_domain
                    WHERE p.organization_id = $1 AND d.${IN_PORTFOLIO}`;
    const party = `${table}.fourth_party_domain`;
    conditions.push(isInDirectory ? `${party} = ANY (ARRAY(${known}))` : `(${party} IN (${known})) IS NOT TRUE`);
  }
  return conditions;
}

/** Case-insensitive substring match, without wildcards. */
export function nameCondition(place: string, ...columns: string[]): string {
  return `(${columns.map((column) => `strpos(lower(${column}), ${place}::text) > 0`).join(' OR ')})`;
}

/** Looks each name up once, not once per relationship. */
function queryCondition(place: string, side: QuerySide): string {
  const vendors = `r.vendor_id IN (SELECT id FROM vendor WHERE organization_id = $1 AND ${nameCondition(place, 'domain_name', 'company_name')})`;
  const parties = `r.fourth_party_domain IN (SELECT fourth_party_domain FROM fourth_party_group
                    WHERE organization_id = $1 AND ${nameCondition(place, 'fourth_party_domain', 'company_name')})`;
  if (side === 'both') return `(${vendors} OR ${parties})`;
  return side === 'vendor' ? vendors : parties;
}

function statusConditions(statuses: readonly FourthPartyStatus[]): string[] {
  const isNew = statuses.includes('FOURTH_PARTY_STATUS_NEW');
  const isActive = statuses.includes('FOURTH_PARTY_STATUS_ACTIVE');
  const isInactive = statuses.includes('FOURTH_PARTY_STATUS_INACTIVE');
  if (isNew && isActive) return isInactive ? [] : ['r.is_current'];
  const recent = isNew ? [`r.is_current AND ${IS_RECENT}`] : [];
  const standing = isActive ? [`r.is_current AND NOT ${IS_RECENT}`] : [];
  const gone = isInactive ? ['NOT r.is_current'] : [];
  return [`(${[...recent, ...standing, ...gone].join(' OR ')})`];
}

function readList<T>(list: readonly T[] | undefined, read: (entry: T) => T): T[] | undefined {
  return list && list.length > 0 ? [...new Set(list.map(read))].sort() : undefined;
}
