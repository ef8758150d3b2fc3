import { enumeration } from '#platform/fields/enumeration';
import { isUuid } from '#platform/fields/uuid';
import type { FieldCatalogue, FilterField } from './field-catalogue';
import type { RuleExpression, ValueExpression } from './filter-expression';

const LEVEL = enumeration('Level', 'LEVEL', ['LOW', 'MEDIUM', 'HIGH']);

const fields = {
  OBSERVATIONS_FIELD_TITLE: { type: 'text', column: 'o.title', optional: true },
  OBSERVATIONS_FIELD_SUBJECT_DOMAIN: { type: 'text', column: 'o.domain', stored: 'lower' },
  OBSERVATIONS_FIELD_TAG: { type: 'text', column: 'o.tags', array: true, optional: true },
  OBSERVATIONS_FIELD_ASSET_DOMAIN: { type: 'text', column: 'o.asset_domains', array: true, stored: 'lower' },
  OBSERVATIONS_FIELD_CATEGORY: { type: 'enum', enumeration: LEVEL, column: 'o.category', optional: true },
  OBSERVATIONS_FIELD_SEVERITY: { type: 'enum', enumeration: LEVEL, column: 'o.severity', ordered: true },
  OBSERVATIONS_FIELD_CVSS_SEVERITY: { type: 'enum', enumeration: LEVEL, column: 'o.levels', ordered: true, array: true, optional: true },
  OBSERVATIONS_FIELD_OBSERVATION_TYPE: { type: 'keyword', column: 'o.kind', optional: true },
  OBSERVATIONS_FIELD_VENDOR: { type: 'text', column: 'o.vendor', stored: 'lower', normalize: (text) => text.trim().toLowerCase() },
  OBSERVATIONS_FIELD_GROUP: { type: 'keyword', column: 'o.group_key', lowercase: true },
  OBSERVATIONS_FIELD_CWE: { type: 'keyword', column: 'o.cwes', array: true },
  OBSERVATIONS_FIELD_ASSET_URL: { type: 'keyword', ignoreCase: true, column: 'o.url', optional: true },
  OBSERVATIONS_FIELD_ASSET_IP: { type: 'keyword', ignoreCase: true, column: 'o.ips', array: true },
  OBSERVATIONS_FIELD_VENDOR_ID: {
    type: 'keyword',
    column: 'o.vendor_id',
    optional: true,
    lowercase: true,
    castTo: 'uuid',
    parse: (text) => (isUuid(text) ? text : undefined),
  },
  OBSERVATIONS_FIELD_CVE: { type: 'keyword', optional: true, exists: inSideTable('cve') },
  OBSERVATIONS_FIELD_SOURCE: { type: 'text', optional: true, exists: inSideTable('source') },
  OBSERVATIONS_FIELD_EPSS_SCORE: { type: 'number', column: 'o.epss', optional: true },
  OBSERVATIONS_FIELD_CVSS_BASE_SCORE: { type: 'number', column: 'o.cvss', castTo: 'numeric', optional: true },
  OBSERVATIONS_FIELD_ASSET_PORT: { type: 'i64', column: 'o.port', optional: true },
  OBSERVATIONS_FIELD_IS_FLAGGED: { type: 'boolean', column: 'o.flagged', optional: true },
  OBSERVATIONS_FIELD_RESOLVED_AT: { type: 'date', column: 'o.resolved_at', optional: true },
  OBSERVATIONS_FIELD_LAST_SEEN: { type: 'date', column: 'o.sightings', array: true, optional: true },
} satisfies Record<string, FilterField>;

export type FieldName = keyof typeof fields;

/** Fields of every type and storage, over the table `subject o`. */
export const SUBJECTS = {
  name: 'SubjectFilter',
  form: 'observationsField',
  limits: { maxDepth: 5, maxRules: 50, maxListEntries: 200, rulesOnly: false },
  fields,
} satisfies FieldCatalogue;

export function rule(name: FieldName, comparison: RuleExpression['comparison'], value?: ValueExpression): { rule: RuleExpression } {
  return { rule: { field: { observationsField: name }, comparison, ...(value && { value }) } };
}

export function inSideTable(column: string): NonNullable<FilterField['exists']> {
  return (condition) => `EXISTS (SELECT 1 FROM subject_${column} x WHERE x.subject_id = o.id AND ${condition(`x.${column}`)})`;
}
