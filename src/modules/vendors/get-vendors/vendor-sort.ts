import type { TextRow } from '#platform/database/wire-row';
import type { Place } from '#platform/paging/cursor';
import { VENDOR_COLUMN_COUNT } from '../vendor-row';

interface SortKey {
  column: string;
  type: string;
  /** May be unset; such vendors come last in both directions. */
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

/** A part of the list that one index scan returns: the index of the sort, or the index of ids for vendors without the sort key. */
export interface Stretch extends Condition {
  orderBy: string;
}

/** How a list is ordered and where in it a page starts. */
export class VendorSort {
  private readonly key: SortKey;
  private readonly direction: 'ASC' | 'DESC';

  /** For a caller without the VRM entitlement no vendor has a score. */
  constructor(field: VendorSortField, descending: boolean, isVrm: boolean) {
    this.key = field === 'score' && !isVrm ? NO_SCORE : SORT_KEYS[field];
    this.direction = descending ? 'DESC' : 'ASC';
  }

  /** The database's text of this expression is stored in cursors, with full precision. */
  get column(): string {
    return this.key.column;
  }

  /**
   * The rest of the list after a position. Vendors without the sort key are a separate part at the end: no single index order
   * has them last in both directions.
   */
  stretches(place: Place | undefined): Stretch[] {
    const { column, type, optional } = this.key;
    const beyond = this.direction === 'DESC' ? '<' : '>';
    // By id only: the planner does not notice that an unset key does not matter for the order, and would sort all rows.
    const unset = { where: `${column} IS NULL`, params: [], orderBy: `v.id ${this.direction}` };
    if (place?.length === 1) return [{ ...unset, where: `${unset.where} AND v.id ${beyond} $2::uuid`, params: [...place] }];
    const set = optional ? `${column} IS NOT NULL` : 'TRUE'; // lets the planner use the partial index
    const orderBy = `${column} ${this.direction}, v.id ${this.direction}`;
    const keyed = place
      ? { where: `${set} AND (${column}, v.id) ${beyond} ($2::${type}, $3::uuid)`, params: [...place], orderBy }
      : { where: set, params: [], orderBy };
    return optional ? [keyed, unset] : [keyed];
  }
}

/** The position of a row: sort key and id, or only the id when the key is unset. The key follows the vendor's columns. */
export function placeOf(row: TextRow): Place {
  const [id, key] = [row[0] as string, row[VENDOR_COLUMN_COUNT]];
  return key === null || key === undefined ? [id] : [key, id];
}
