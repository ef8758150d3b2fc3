import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import type { Reads } from '#platform/database/reader';
import { SqlParams } from '#platform/database/sql-params';
import { Cursors } from '#platform/paging/cursors';
import type { Page } from '#platform/paging/page';
import type { PageRequest } from '#platform/paging/page.dto';
import type { SortOrder } from '#platform/paging/sort-order';
import { fingerprint, relationshipConditions, type QuerySide, type ReadFilters } from './fourth-party-filters';
import type { FourthPartyRelationship } from './fourth-party.dto';
import { RELATIONSHIP_COLUMNS, toRelationship, type RelationshipRow } from './relationship-row';

export const RELATIONSHIP_SORTS = ['vendorDomain', 'fourthPartyDomain', 'firstSeen', 'lastSeen', 'confidence'] as const;
export type RelationshipSort = (typeof RELATIONSHIP_SORTS)[number];

export interface RelationshipPage extends PageRequest {
  sortField?: RelationshipSort;
  sortOrder?: SortOrder;
}

/** Sort keys. Together the columns identify one relationship. */
const SORTS: Readonly<Record<RelationshipSort, { columns: readonly string[]; types: readonly string[]; ascending?: boolean }>> = {
  vendorDomain: { columns: ['vendor_domain', 'fourth_party_domain'], types: ['text', 'text'], ascending: true },
  fourthPartyDomain: { columns: ['fourth_party_domain', 'vendor_domain'], types: ['text', 'text'], ascending: true },
  firstSeen: { columns: ['first_seen', 'vendor_domain', 'fourth_party_domain'], types: ['timestamptz', 'text', 'text'] },
  lastSeen: { columns: ['last_seen', 'vendor_domain', 'fourth_party_domain'], types: ['timestamptz', 'text', 'text'] },
  confidence: { columns: ['confidence', 'vendor_domain', 'fourth_party_domain'], types: ['smallint', 'text', 'text'] },
};

/** Pages of relationships, for the operations that list them. */
@Injectable()
export class RelationshipList {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async read(caller: Caller, operation: string, request: RelationshipPage, filters: ReadFilters, side: QuerySide) {
    const organization = caller.organizationId;
    const sortField = request.sortField ?? 'vendorDomain';
    const ascending = request.sortOrder ? request.sortOrder === 'SORT_ORDER_ASC' : (SORTS[sortField].ascending ?? false);
    const binding = [organization, operation, fingerprint(filters), sortField, Number(ascending)];
    const page = await this.cursors.page(binding, request);
    const list = pageStatement(organization, filters, side, { sortField, ascending, page });
    const count = countStatement(organization, filters, side);
    const [rows, [counted]] = await Promise.all([
      this.database.lists.read<RelationshipRow & { place: string[] }>(organization, list.sql, list.params, {
        prepared: true,
        plannedOnce: list.plannedOnce,
      }),
      this.database.lists.read<{ total: number }>(organization, count.sql, count.params, { prepared: true }),
    ]);
    const { shown, next } = page.cut(rows, ({ place }) => place);
    return {
      relationships: shown.map(toRelationship),
      totalCount: counted?.total ?? 0,
      ...next,
    };
  }
}

interface Position {
  sortField: RelationshipSort;
  ascending: boolean;
  page: Page;
}

/** Selects the page by its keys only, from an index if one has the order, and reads the rest for the rows of the page. */
function pageStatement(organization: string, filters: ReadFilters, side: QuerySide, position: Position) {
  const { columns, types } = SORTS[position.sortField];
  const params = new SqlParams([organization]);
  const conditions = relationshipConditions(filters, params, side);
  const plannedOnce = conditions.length === 0; // then one index scan serves any position
  if (position.page.place) {
    const from = position.page.place.map((key, index) => params.add(key, types[index] ?? 'text'));
    conditions.push(`(${columns.map((column) => `r.${column}`).join(', ')}) ${position.ascending ? '>' : '<'} (${from.join(', ')})`);
  }
  const order = columns.map((column) => `r.${column} ${position.ascending ? 'ASC' : 'DESC'}`).join(', ');
  const keys = `
    SELECT r.vendor_domain, r.fourth_party_domain
      FROM fourth_party_relationship r
     WHERE ${['r.organization_id = $1', 'r.is_listed', ...conditions].join(' AND ')}
     ORDER BY ${order}
     LIMIT ${position.page.fetched} OFFSET ${position.page.offset}`;
  const sql = `${relationshipsOf(keys, `ARRAY[${columns.map((column) => `r.${column}::text`).join(', ')}]`)} ORDER BY ${order}`;
  return { sql, params: params.values, plannedOnce };
}

/** All columns of the relationships whose keys a statement selects. $1 is the organization. */
function relationshipsOf(keys: string, place: string): string {
  return `
    SELECT ${RELATIONSHIP_COLUMNS}, ${place} AS place
      FROM (${keys}) k
      JOIN fourth_party_relationship r
        ON r.organization_id = $1 AND r.vendor_domain = k.vendor_domain AND r.fourth_party_domain = k.fourth_party_domain
      JOIN vendor v ON v.organization_id = $1 AND v.id = r.vendor_id`;
}

const FIND = `${relationshipsOf(`SELECT * FROM unnest($2::text[], $3::text[]) AS k (vendor_domain, fourth_party_domain)`, 'NULL')} WHERE r.is_listed`;

/** Listed relationships by the domains of vendor and fourth party. */
export async function findRelationships(
  reads: Reads,
  organizationId: string,
  keys: readonly { vendorDomain: string; fourthPartyDomain: string }[],
): Promise<FourthPartyRelationship[]> {
  const domains = [keys.map(({ vendorDomain }) => vendorDomain), keys.map(({ fourthPartyDomain }) => fourthPartyDomain)];
  return (await reads.read<RelationshipRow>(organizationId, FIND, [organizationId, ...domains])).map(toRelationship);
}

function countStatement(organization: string, filters: ReadFilters, side: QuerySide) {
  const params = new SqlParams([organization]);
  const conditions = relationshipConditions(filters, params, side);
  const sql =
    conditions.length === 0
      ? `SELECT coalesce(sum(g.relationship_count), 0)::int AS total FROM fourth_party_group g WHERE g.organization_id = $1`
      : `SELECT count(*)::int AS total FROM fourth_party_relationship r
          WHERE ${['r.organization_id = $1', 'r.is_listed', ...conditions].join(' AND ')}`;
  return { sql, params: params.values };
}
