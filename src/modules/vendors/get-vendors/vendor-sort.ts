import type { TextRow } from '#platform/database/wire-row';
import type { Place } from '#platform/paging/cursor';
import { VENDOR_COLUMN_COUNT } from '../vendor-row';

interface SortKey {
  column: string;
  type: string;
  /** Can be unset; such vendors come last in either direction. */
  optional?: boolean;
}

const SORT_KEYS = {
  score: { column: 'v.score', type: 'smallint', optional: true },
  companyName: { column: 'v.company_key', type: 'text' },
  domainName: { column: 'v.domain_name', type: 'text' },
  createdAt: { column: 'v.created_at', type: 'timestamptz' },
  updatedAt: { column: 'v.updated_at', type: 'timestamptz' },
  contractEndDate: { column: 'v.contract_end_date', type: 'timestamptz', optional: true },
  contractValue: { column: 'v.contract_value', type: 'bigint', optional: true },
  riskLevel: { column: 'v.risk_level', type: 'smallint', optional: true },
  businessImpact: { column: 'v.business_impact', type: 'smallint', optional: true },
} satisfies Record<string, SortKey>;

const NO_SCORE: SortKey = { column: 'NULL::smallint', type: 'smallint', optional: true };

export type VendorSortField = keyof typeof SORT_KEYS;
export const VENDOR_SORT_FIELDS = Object.keys(SORT_KEYS) as VendorSortField[];

export interface Condition {
  /** With placeholders from $2 on. */
  where: string;
  params: string[];
}

/** What lies beyond a place of a list and is one walk along an index: that of the sort, or that of the ids for vendors that lack the key. */
export interface Stretch extends Condition {
  orderBy: string;
}

/** How a list is ordered and where in it a page starts. */
export class VendorSort {
  private readonly key: SortKey;
  private readonly direction: 'ASC' | 'DESC';

  /** To a caller without the VRM entitlement no vendor has a score. */
  constructor(field: VendorSortField, descending: boolean, isVrm: boolean) {
    this.key = field === 'score' && !isVrm ? NO_SCORE : SORT_KEYS[field];
    this.direction = descending ? 'DESC' : 'ASC';
  }

  /** As the database prints it, it is kept in cursors at full precision. */
  get column(): string {
    return this.key.column;
  }

  /**
   * What is left of the list from a place on, in order. Vendors without the key are a stretch of their own behind the
   * others: no single index order has them last in both directions.
   */
  stretches(place: Place | undefined): Stretch[] {
    const { column, type, optional } = this.key;
    const beyond = this.direction === 'DESC' ? '<' : '>';
    // By the id alone: the planner does not see that a key which is unset orders nothing, and would sort all of them.
    const unset = { where: `${column} IS NULL`, params: [], orderBy: `v.id ${this.direction}` };
    if (place?.length === 1) return [{ ...unset, where: `${unset.where} AND v.id ${beyond} $2::uuid`, params: [...place] }];
    const set = optional ? `${column} IS NOT NULL` : 'TRUE'; // says to the planner that the partial index has them all
    const orderBy = `${column} ${this.direction}, v.id ${this.direction}`;
    const keyed = place
      ? { where: `${set} AND (${column}, v.id) ${beyond} ($2::${type}, $3::uuid)`, params: [...place], orderBy }
      : { where: set, params: [], orderBy };
    return optional ? [keyed, unset] : [keyed];
  }
}

/** The place of a row, whose key stands behind the vendor's columns: key and id, or the id alone where the key is unset. */
export function placeOf(row: TextRow): Place {
  const [id, key] = [row[0] as string, row[VENDOR_COLUMN_COUNT]];
  return key === null || key === undefined ? [id] : [key, id];
}
