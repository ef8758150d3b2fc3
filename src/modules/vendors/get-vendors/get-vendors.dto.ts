import { COMPARISON, type Comparison } from '#platform/filters/filter-expression';
import { Filters } from '#platform/filters/filter.dto';
import { enumeration, type MemberOf } from '#platform/fields/enumeration';
import { Bool, Choice, Int32, Int64, Member, Members, Nested, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { VENDOR_FILTERS, VENDORS_FIELD, type VendorsField } from '../vendor-filters';
import { Vendor, VENDOR_IDS } from '../vendor.dto';
import { VENDOR_SORT_FIELDS, type VendorSortField } from './vendor-sort';

export const FILTER_VALUE_TYPE = enumeration('FilterValueType', 'FILTER_VALUE_TYPE', ['TEXT', 'ENUM', 'NUMBER', 'BOOLEAN', 'DATE']);

export class GetVendorsRequest extends PageRequest {
  @Filters(VENDOR_FILTERS)
  filters?: unknown;

  @Bool({ optional: true, description: 'true returns filterOptions.' })
  includeFilterOptions?: boolean;

  @Choice(VENDOR_SORT_FIELDS, {
    optional: true,
    description:
      'Default: createdAt, which never changes. Vendors without a value come last in both directions. ' +
      'In the order of a value that changes, paging can miss a vendor that changes meanwhile.',
  })
  sortField?: VendorSortField;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: descending.' })
  sortOrder?: SortOrder;

  @FieldNames(Vendor, VENDOR_IDS, [
    'domainName',
    'companyName',
    'riskLevel',
    'businessImpact',
    'isMonitored',
    'scoreGrade',
    'score',
    'openObservationCount',
  ])
  fields?: string[];
}

export class VendorFilterField {
  @Member(VENDORS_FIELD, { example: 'VENDORS_FIELD_RISK_LEVEL' })
  vendorsField!: VendorsField;
}

export class VendorFilterOptionValue {
  @Text({ max: 64, example: 'RISK_LEVEL_HIGH', description: 'The value to use in a rule.' })
  value!: string;

  @Text({ max: 255, example: 'High' })
  displayName!: string;

  @Int64({ example: '12', description: 'Vendors of the directory with this value; offboarded ones count only under LIFECYCLE_STATUS.' })
  count!: string;
}

export class VendorFilterOption {
  @Nested(() => VendorFilterField)
  field!: VendorFilterField;

  @Text({ max: 255, example: 'Risk level' })
  displayName!: string;

  @Member(FILTER_VALUE_TYPE, { example: 'FILTER_VALUE_TYPE_ENUM' })
  valueType!: MemberOf<typeof FILTER_VALUE_TYPE>;

  @Members(COMPARISON, { example: ['COMPARISON_EQUALS', 'COMPARISON_IN'] })
  comparisons!: Comparison[];

  @NestedList(() => VendorFilterOptionValue, {
    maxItems: 200,
    description: 'Empty for fields without a fixed set of values. For groups, the 200 with the most members.',
  })
  options!: VendorFilterOptionValue[];
}

export class GetVendorsResponse {
  @NestedList(() => Vendor, { maxItems: MAX_PAGE })
  vendors!: Vendor[];

  @Int32({ example: 128, description: 'Vendors that match the filters, on all pages.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;

  @NestedList(() => VendorFilterOption, { maxItems: 50, description: 'Empty unless includeFilterOptions is true.' })
  filterOptions!: VendorFilterOption[];
}
