import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const SORT_ORDER = enumeration('SortOrder', 'SORT_ORDER', ['ASC', 'DESC']);
export type SortOrder = MemberOf<typeof SORT_ORDER>;
