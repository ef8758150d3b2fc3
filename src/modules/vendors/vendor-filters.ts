import type { FieldCatalogue, FilterField, KeywordParser } from '#platform/filters/field-catalogue';
import type { FilterList } from '#platform/filters/filter-tree';
import { comparableDomain } from '#platform/domains/domain-name';
import { enumeration } from '#platform/fields/enumeration';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { isUuid } from '#platform/fields/uuid';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL, VENDOR_LIFECYCLE_STATUS } from './vendor.enums';

export const VENDORS_FIELD = enumeration('VendorsField', 'VENDORS_FIELD', [
  'ID',
  'DOMAIN_NAME',
  'COMPANY_NAME',
  'VENDOR_ID',
  'IS_MONITORED',
  'LIFECYCLE_STATUS',
  'RISK_LEVEL',
  'BUSINESS_IMPACT',
  'DATA_TYPE_SHARED',
  'ACCESS_TYPE',
  'DATA_REGION',
  'CONTRACT_VALUE',
  'CONTRACT_END_DATE',
  'VENDOR_GROUP',
  'SCORE',
  'CREATED_AT',
  'UPDATED_AT',
]);
export type VendorsField = (typeof VENDORS_FIELD.members)[number];

const parseId: KeywordParser = (text) => (isUuid(text) ? text : undefined);

const fields: Record<VendorsField, FilterField> = {
  VENDORS_FIELD_ID: { type: 'keyword', column: 'v.id', lowercase: true, castTo: 'uuid', parse: parseId, example: EXAMPLE_ID },
  VENDORS_FIELD_DOMAIN_NAME: {
    type: 'text',
    column: 'v.domain_name',
    stored: 'lower',
    normalize: comparableDomain,
    example: 'acme-cloud.com',
  },
  VENDORS_FIELD_COMPANY_NAME: { type: 'text', column: 'v.company_key', stored: 'lower', example: 'acme' },
  VENDORS_FIELD_VENDOR_ID: { type: 'text', column: 'v.vendor_ref', optional: true, example: 'SUP-1042' },
  VENDORS_FIELD_IS_MONITORED: { type: 'boolean', column: 'v.is_monitored' },
  VENDORS_FIELD_LIFECYCLE_STATUS: { type: 'enum', column: 'v.lifecycle_status', enumeration: VENDOR_LIFECYCLE_STATUS },
  VENDORS_FIELD_RISK_LEVEL: { type: 'enum', column: 'v.risk_level', enumeration: RISK_LEVEL, ordered: true, optional: true },
  VENDORS_FIELD_BUSINESS_IMPACT: { type: 'enum', column: 'v.business_impact', enumeration: BUSINESS_IMPACT, ordered: true, optional: true },
  VENDORS_FIELD_DATA_TYPE_SHARED: {
    type: 'enum',
    column: 'v.data_types_shared',
    enumeration: DATA_TYPE_SHARED,
    array: true,
    optional: true,
  },
  VENDORS_FIELD_ACCESS_TYPE: { type: 'enum', column: 'v.access_types', enumeration: ACCESS_TYPE, array: true, optional: true },
  VENDORS_FIELD_DATA_REGION: { type: 'enum', column: 'v.data_region', enumeration: DATA_REGION, optional: true },
  VENDORS_FIELD_CONTRACT_VALUE: { type: 'i64', column: 'v.contract_value', optional: true },
  VENDORS_FIELD_CONTRACT_END_DATE: { type: 'date', column: 'v.contract_end_date', optional: true },
  VENDORS_FIELD_VENDOR_GROUP: {
    type: 'keyword',
    lowercase: true,
    castTo: 'uuid',
    parse: parseId,
    optional: true,
    example: EXAMPLE_ID,
    exists: (condition) =>
      `EXISTS (SELECT 1 FROM vendor_group_member m WHERE m.organization_id = v.organization_id AND m.vendor_id = v.id AND ${condition('m.group_id')})`,
  },
  VENDORS_FIELD_SCORE: { type: 'number', column: 'v.score', optional: true },
  VENDORS_FIELD_CREATED_AT: { type: 'date', column: 'v.created_at' },
  VENDORS_FIELD_UPDATED_AT: { type: 'date', column: 'v.updated_at' },
};

/** The filter fields of the directory, for a flat list of rules; the table alias is v. */
export const VENDOR_FILTERS: FieldCatalogue = {
  name: 'VendorFilter',
  form: 'vendorsField',
  limits: { maxDepth: 1, maxRules: 20, maxListEntries: 50, rulesOnly: true },
  fields,
};

/** The same for a caller without the VRM entitlement, for whom no vendor has a score. */
export const UNSCORED_VENDOR_FILTERS: FieldCatalogue = {
  ...VENDOR_FILTERS,
  fields: { ...fields, VENDORS_FIELD_SCORE: { type: 'number', column: 'NULL::smallint', optional: true } },
};

/** The path of the rule that reads the most vendors: negations first, then substring rules, then all others. */
export function broadestRule({ nodes }: FilterList): string | undefined {
  const breadths = nodes.map((node): number => {
    if (node.kind === 'list' || node.negated) return 2;
    return node.conditions.some(({ operator }) => operator === 'contains' || operator === 'endsWith') ? 1 : 0;
  });
  const broadest = breadths.indexOf(Math.max(...breadths));
  return broadest < 0 ? undefined : `filters[${broadest}].rule`;
}
