import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const TOTAL_COUNT_TYPE = enumeration('TotalCountType', 'TOTAL_COUNT_TYPE', ['EXACT', 'LOWER_BOUND']);
export type TotalCountType = MemberOf<typeof TOTAL_COUNT_TYPE>;

export const TOTAL_COUNT_MODE = enumeration('TotalCountMode', 'TOTAL_COUNT_MODE', ['EXACT', 'BOUNDED', 'NONE']);
export type TotalCountMode = MemberOf<typeof TOTAL_COUNT_MODE>;

/** Counting stops here unless the caller asks for an exact count. */
export const COUNT_BOUND = 1_000;

export interface TotalCount {
  totalCount: string;
  totalCountType: TotalCountType;
}

export function exactCount(count: string | number): TotalCount {
  return { totalCount: String(count), totalCountType: 'TOTAL_COUNT_TYPE_EXACT' };
}

/** Where counting stopped above the bound, there may be more. */
export function boundedCount(count: number): TotalCount {
  return count > COUNT_BOUND ? { totalCount: String(count), totalCountType: 'TOTAL_COUNT_TYPE_LOWER_BOUND' } : exactCount(count);
}
