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
    const params = new SqlParams([organization]);
    const conditions = relationshipConditions(filters, params, side);
    const position = { sortField, ascending, page };
    const { rows, total } =
      conditions.length === 0
        ? await this.readAll(organization, position)
        : await this.readMatching(organization, conditions, params.values, position);
    const { shown, next } = page.cut(rows, ({ place }) => place);
    return {
      relationships: shown.map(toRelationship),
      totalCount: total,
      ...next,
    };
  }

  private async readAll(organization: string, position: Position) {
    const [rows, total] = await Promise.all([
      // One index scan serves any position.
      this.readPage(organization, pageStatement(EVERY_ONE, [organization], position), true),
      this.count(organization, COUNT_ALL, [organization]),
    ]);
    return { rows, total };
  }

  /** Counts first: along an index, few matches take longer to find than the whole count. */
  private async readMatching(organization: string, conditions: readonly string[], params: readonly unknown[], position: Position) {
    const matching = `${EVERY_ONE} AND ${conditions.join(' AND ')}`;
    const total = await this.count(organization, `SELECT count(*)::int AS total FROM ${matching}`, params);
    if (total === 0) return { rows: [], total };
    // OFFSET keeps the order out of the scan.
    const from = total > MAX_FEW ? matching : `(SELECT r.* FROM ${matching} OFFSET 0) r WHERE true`;
    return { rows: await this.readPage(organization, pageStatement(from, params, position)), total };
  }

  private async count(organization: string, sql: string, params: readonly unknown[]): Promise<number> {
    const [counted] = await this.database.lists.read<{ total: number }>(organization, sql, params, { prepared: true });
    return counted?.total ?? 0;
  }

  private readPage(organization: string, { sql, params }: Statement, plannedOnce = false): Promise<PlacedRow[]> {
    return this.database.lists.read<PlacedRow>(organization, sql, params, { prepared: true, plannedOnce });
  }
}

type PlacedRow = RelationshipRow & { place: string[] };

interface Statement {
  sql: string;
  params: readonly unknown[];
}

interface Position {
  sortField: RelationshipSort;
  ascending: boolean;
  page: Page;
}

/** If at most this many relationships match, they are all read and sorted. */
const MAX_FEW = 200;
const EVERY_ONE = 'fourth_party_relationship r WHERE r.organization_id = $1 AND r.is_listed';
const COUNT_ALL = `SELECT coalesce(sum(g.relationship_count), 0)::int AS total FROM fourth_party_group g WHERE g.organization_id = $1`;

/** Selects the page by its keys only, from an index if one has the order, and reads the rest for the rows of the page. */
function pageStatement(from: string, values: readonly unknown[], { sortField, ascending, page }: Position): Statement {
  const { columns, types } = SORTS[sortField];
  const params = new SqlParams(values);
  const keys = columns.map((column) => `r.${column}`);
  const place = page.place?.map((key, index) => params.add(key, types[index] ?? 'text'));
  const after = place ? ` AND (${keys.join(', ')}) ${ascending ? '>' : '<'} (${place.join(', ')})` : '';
  const order = `ORDER BY ${keys.map((key) => `${key} ${ascending ? 'ASC' : 'DESC'}`).join(', ')}`;
  const shown = `SELECT r.vendor_domain, r.fourth_party_domain FROM ${from}${after} ${order} LIMIT ${page.fetched} OFFSET ${page.offset}`;
  const sql = `${relationshipsOf(shown, `ARRAY[${keys.map((key) => `${key}::text`).join(', ')}]`)} ${order}`;
  return { sql, params: params.values };
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
