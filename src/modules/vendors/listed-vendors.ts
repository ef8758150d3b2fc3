import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import { compileFilter } from '#platform/filters/compile-filter';
import type { FilterList } from '#platform/filters/filter-tree';
import { UNSCORED_VENDOR_FILTERS, VENDOR_FILTERS } from './vendor-filters';
import { LIFECYCLE } from './vendor.enums';

/**
 * The vendors v that a list shows: those of the caller that match. Offboarded ones only when a rule is about the life cycle.
 * $1 is the organization; the filter's parameters begin at the given number.
 */
export function listedVendors(caller: Caller, filter: FilterList, firstParam: number): { where: string; params: unknown[] } {
  const catalogue = hasVrm(caller.organization) ? VENDOR_FILTERS : UNSCORED_VENDOR_FILTERS;
  const compiled = compileFilter(filter, catalogue, firstParam);
  const asked = filter.nodes.some((node) => node.kind === 'rule' && node.field === 'VENDORS_FIELD_LIFECYCLE_STATUS');
  const current = asked ? '' : ` AND v.lifecycle_status < ${LIFECYCLE.OFFBOARDED}`;
  return { where: `v.organization_id = $1 AND ${compiled.sql}${current}`, params: compiled.params };
}
