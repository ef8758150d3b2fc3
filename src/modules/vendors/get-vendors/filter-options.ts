import type { Database } from '#platform/database/database';
import { comparisonsOf, type FilterField } from '#platform/filters/field-catalogue';
import type { MemberOf } from '#platform/fields/enumeration';
import { VENDOR_FILTERS, VENDORS_FIELD } from '../vendor-filters';
import type { FILTER_VALUE_TYPE, VendorFilterOption, VendorFilterOptionValue } from './get-vendors.dto';
import { LIFECYCLE } from '../vendor.enums';

interface Count {
  field: string;
  value: string;
  name: string | null;
  count: string;
}

/** One pass over the directory. Offboarded vendors count only under LIFECYCLE_STATUS, because the list returns them only with such a filter. */
const COUNTS = `
  WITH listed AS MATERIALIZED (
    SELECT is_monitored, lifecycle_status, risk_level, business_impact, data_region, data_types_shared, access_types
      FROM vendor WHERE organization_id = $1
  )
  SELECT field, value, NULL AS name, count
    FROM (
      SELECT CASE GROUPING(is_monitored, risk_level, business_impact, data_region)
               WHEN 7 THEN 'IS_MONITORED' WHEN 11 THEN 'RISK_LEVEL' WHEN 13 THEN 'BUSINESS_IMPACT' WHEN 14 THEN 'DATA_REGION' END AS field,
             coalesce(is_monitored::text, risk_level::text, business_impact::text, data_region::text) AS value, count(*)::text AS count
        FROM listed WHERE lifecycle_status < ${LIFECYCLE.OFFBOARDED}
       GROUP BY GROUPING SETS ((is_monitored), (risk_level), (business_impact), (data_region))
    ) scalar
   WHERE value IS NOT NULL
  UNION ALL SELECT 'LIFECYCLE_STATUS', lifecycle_status::text, NULL, count(*)::text FROM listed GROUP BY lifecycle_status
  UNION ALL SELECT 'DATA_TYPE_SHARED', type::text, NULL, count(*)::text FROM listed, unnest(data_types_shared) AS type WHERE lifecycle_status < ${LIFECYCLE.OFFBOARDED} GROUP BY type
  UNION ALL SELECT 'ACCESS_TYPE', type::text, NULL, count(*)::text FROM listed, unnest(access_types) AS type WHERE lifecycle_status < ${LIFECYCLE.OFFBOARDED} GROUP BY type`;

const GROUPS = `
  SELECT 'VENDOR_GROUP' AS field, g.id AS value, g.name,
         (SELECT count(*) FROM vendor_group_member m JOIN vendor v ON v.organization_id = m.organization_id AND v.id = m.vendor_id
           WHERE m.organization_id = g.organization_id AND m.group_id = g.id AND v.lifecycle_status < ${LIFECYCLE.OFFBOARDED})::text AS count
    FROM (SELECT organization_id, id, name FROM vendor_group WHERE organization_id = $1 AND archived_at IS NULL
           ORDER BY member_count DESC, name, id LIMIT 200) g
   ORDER BY g.name, g.id`;

const VALUE_TYPES: Record<FilterField['type'], MemberOf<typeof FILTER_VALUE_TYPE>> = {
  text: 'FILTER_VALUE_TYPE_TEXT',
  keyword: 'FILTER_VALUE_TYPE_TEXT',
  enum: 'FILTER_VALUE_TYPE_ENUM',
  number: 'FILTER_VALUE_TYPE_NUMBER',
  i64: 'FILTER_VALUE_TYPE_NUMBER',
  boolean: 'FILTER_VALUE_TYPE_BOOLEAN',
  date: 'FILTER_VALUE_TYPE_DATE',
};

/** The filter fields of the directory, with the number of the caller's vendors per value. */
export async function vendorFilterOptions(database: Database, organizationId: string): Promise<VendorFilterOption[]> {
  const [counts, groups] = await Promise.all([
    database.lists.read<Count>(organizationId, COUNTS, [organizationId], { prepared: true }),
    database.lists.read<Count>(organizationId, GROUPS, [organizationId], { prepared: true }),
  ]);
  return VENDORS_FIELD.members.map((member, index) => {
    const field = VENDOR_FILTERS.fields[member] as FilterField;
    const short = VENDORS_FIELD.short[index] as string;
    const isGroup = member === 'VENDORS_FIELD_VENDOR_GROUP';
    return {
      field: { vendorsField: member },
      displayName: VENDORS_FIELD.displayName(member),
      valueType: isGroup ? 'FILTER_VALUE_TYPE_ENUM' : VALUE_TYPES[field.type],
      comparisons: comparisonsOf(field),
      options: isGroup
        ? groups.map(toOption)
        : optionsOf(
            field,
            counts.filter((count) => count.field === short),
          ),
    };
  });
}

function toOption({ value, name, count }: Count): VendorFilterOptionValue {
  return { value, displayName: name ?? value, count };
}

function optionsOf(field: FilterField, counts: Count[]): VendorFilterOptionValue[] {
  const countOf = (value: string) => counts.find((count) => count.value === value)?.count ?? '0';
  if (field.type === 'boolean') {
    return ['true', 'false'].map((value) => ({ value, displayName: value === 'true' ? 'Yes' : 'No', count: countOf(value) }));
  }
  if (field.type !== 'enum') return [];
  const { enumeration } = field;
  return enumeration.members.map((value, index) => ({
    value,
    displayName: enumeration.displayName(value),
    count: countOf(String(index + 1)),
  }));
}
