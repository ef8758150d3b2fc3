import { comparableDomain } from '#platform/domains/domain-name';
import { canonicalAddress } from '#platform/domains/ip-address';
import type { FieldCatalogue, FilterField, KeywordParser } from '#platform/filters/field-catalogue';
import type { FilterNode, FilterRule } from '#platform/filters/filter-tree';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { isUuid } from '#platform/fields/uuid';
import { hostOf } from '#platform/import/host';
import {
  APPROVAL_STATUS,
  ASSET_IP_PORT_PROTOCOL,
  ASSET_TYPE,
  CVSS_SCORE_SEVERITY,
  OBSERVATION_CATEGORY,
  OBSERVATION_CONFIDENCE,
  OBSERVATION_SEVERITY,
} from '#shared/observation.enums';
import { inGroup } from './groups.sql';
import { observationIdOf, parseGroupOrn, parseOrn, type OrnScope } from './orn';
import { meets } from './rule-values';

const id: KeywordParser = (text) => (isUuid(text) ? text.toLowerCase() : undefined);
const upperCase: KeywordParser = (text) => text.toUpperCase();
const address: KeywordParser = (text) => canonicalAddress(text.trim()) ?? text.toLowerCase();
/** Hosts of assets keep their `www.`. */
const host = (text: string): string => hostOf(text) ?? text.toLowerCase();

const FLAGGED = `(EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = o.organization_id AND f.observation_id = o.id))`;
const OVERDUE = `(o.is_open AND coalesce((SELECT s.due_at FROM observation_state s WHERE s.organization_id = o.organization_id AND s.observation_id = o.id) < now(), false))`;

/** As in the sort by score and in groups. */
const HIGHEST = 'the highest of several scores';

/** A column of another table, looked up row by row: without OFFSET, it could become a join that reads the whole table for the few rows of a page. */
const beside = (table: string, column: string) =>
  ({
    isOne: true,
    exists: (condition: (column: string) => string) =>
      `EXISTS (SELECT 1 FROM ${table} x WHERE x.organization_id = o.organization_id AND x.observation_id = o.id AND ${condition(`x.${column}`)} OFFSET 0)`,
  }) as const;

const keptTags = (condition: (column: string) => string) =>
  `ARRAY(SELECT v.value FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'TAG' AND ${condition('v.value')})`;

/** The fields whose values are ORNs. An ORN that is not accepted matches nothing. */
function ornFields(accepts: (orn: OrnScope) => boolean): Record<'ORN' | 'GROUP', FilterField> {
  const ornKey: KeywordParser = (text) => {
    const orn = parseOrn(text);
    return orn && accepts(orn) ? observationIdOf(orn) : undefined;
  };
  const groupKey: KeywordParser = (text) => {
    const orn = parseGroupOrn(text);
    return orn && accepts(orn) ? orn.key : undefined;
  };
  return {
    ORN: { type: 'keyword', column: 'o.id', castTo: 'uuid', parse: ornKey, example: `orn:1:observation:vrm:${EXAMPLE_ID}:acme.com` },
    GROUP: { type: 'keyword', parse: groupKey, exists: inGroup, example: 'orn:1:observation-group:vrm:CVE-2021-44228:acme.com' },
  };
}

const ANY_ORN = ornFields(() => true);

/** The filter fields of observations. The table alias is o, $1 is the organization and $2 the view. */
const FIELDS: Record<string, FilterField> = {
  ORN: ANY_ORN.ORN,
  VENDOR: { type: 'text', column: 'o.party_domain', stored: 'lower', normalize: comparableDomain, example: 'acme-cloud.com' },
  VENDOR_ID: { type: 'keyword', column: 'o.vendor_id', castTo: 'uuid', parse: id, optional: true, example: EXAMPLE_ID },
  VENDOR_GROUP: {
    type: 'keyword',
    castTo: 'uuid',
    parse: id,
    optional: true,
    example: EXAMPLE_ID,
    // The vendors of the groups are read once per statement, not once per row. Without IS TRUE, this would become a join.
    exists: (condition) =>
      `((o.vendor_id IN (SELECT x.vendor_id FROM vendor_group_member x JOIN vendor_group g ON g.organization_id = $1 AND g.id = x.group_id AND g.archived_at IS NULL WHERE x.organization_id = $1 AND ${condition('x.group_id')})) IS TRUE)`,
  },
  SUBJECT_DOMAIN: { type: 'text', column: 'o.subject_domain', stored: 'lower', normalize: comparableDomain, example: 'acme-cloud.com' },
  TITLE: { type: 'text', column: 'o.title', example: 'certificate' },
  OBSERVATION_TYPE: { type: 'keyword', column: 'o.observation_type', lowercase: true, example: 'tls_weak_cipher' },
  CATEGORY: { type: 'enum', column: 'o.category', enumeration: OBSERVATION_CATEGORY },
  SEVERITY: { type: 'enum', column: 'o.severity', enumeration: OBSERVATION_SEVERITY, ordered: true },
  CONFIDENCE: { type: 'enum', column: 'o.confidence', enumeration: OBSERVATION_CONFIDENCE, optional: true },
  APPROVAL_STATUS: { type: 'enum', column: 'o.approval_status', enumeration: APPROVAL_STATUS },
  IS_FLAGGED: { type: 'boolean', column: FLAGGED },
  ASSET_TYPE: { type: 'enum', column: 'o.asset_type', enumeration: ASSET_TYPE, optional: true },
  ASSET_IP: { type: 'keyword', column: 'o.asset_ip', parse: address, optional: true, example: '2001:db8::1' },
  ASSET_PORT: { type: 'i64', column: 'o.asset_port', optional: true },
  ASSET_PROTOCOL: { type: 'enum', column: 'o.asset_protocol', enumeration: ASSET_IP_PORT_PROTOCOL, optional: true },
  ASSET_DOMAIN: { type: 'text', column: 'o.asset_domain', stored: 'lower', normalize: host, optional: true, example: 'www.acme-cloud.com' },
  ASSET_URL: { type: 'text', column: 'o.asset_url', optional: true, example: 'https://acme-cloud.com/login' },
  CVE: { type: 'keyword', column: 'o.cve_ids', array: true, optional: true, parse: upperCase, example: 'CVE-2021-44228' },
  CWE: { type: 'keyword', column: 'o.cwe_ids', array: true, optional: true, parse: upperCase, example: 'CWE-79' },
  CVSS_BASE_SCORE: { type: 'number', column: 'o.cvss_base_score', castTo: 'numeric', optional: true, note: HIGHEST },
  CVSS_SEVERITY: { type: 'enum', column: 'o.cvss_severity', enumeration: CVSS_SCORE_SEVERITY, optional: true, note: HIGHEST },
  EPSS_SCORE: { type: 'number', column: 'o.epss_score', castTo: 'numeric', optional: true },
  KNOWN_EXPLOITED: { type: 'boolean', column: 'o.is_known_exploited' },
  RANSOMWARE_USE: { type: 'boolean', column: 'o.is_ransomware_used' },
  SOURCE: { type: 'keyword', ignoreCase: true, column: 'o.source_name', example: 'nuclei' },
  TAG: {
    type: 'keyword',
    ignoreCase: true,
    column: 'o.tags',
    array: true,
    spellings: keptTags,
    optional: true,
    example: 'internet-facing',
  },
  GROUP: ANY_ORN.GROUP,
  FIRST_SEEN: { type: 'date', column: 'o.first_seen' },
  LAST_SEEN: { type: 'date', column: 'o.last_seen' },
  RESOLVED_AT: { type: 'date', column: 'o.resolved_at', optional: true },
  UPDATED_AT: { type: 'date', ...beside('observation_state', 'updated_at'), atMost: 'o.updated_at' },
  CREATED_AT: { type: 'date', column: 'o.created_at' },
  FLAGGED_AT: { type: 'date', ...beside('observation_flag', 'flagged_at'), optional: true },
  EXTERNAL_REFERENCE: {
    type: 'keyword',
    ignoreCase: true,
    optional: true,
    example: 'SEC-1042',
    exists: (condition) =>
      `EXISTS (SELECT 1 FROM observation_reference x WHERE x.organization_id = o.organization_id AND x.observation_id = o.id AND (${condition('x.system')} OR ${condition('x.key')}) OFFSET 0)`,
  },
  ASSIGNEE: { type: 'text', ...beside('observation_state', 'assignee'), optional: true, example: 'jo@northwind-insurance.com' },
  DUE_AT: { type: 'date', ...beside('observation_state', 'due_at'), optional: true },
  OVERDUE: { type: 'boolean', column: OVERDUE },
};

export const OBSERVATION_FIELD_PREFIX = 'OBSERVATIONS_FIELD_';

export const OBSERVATION_CATALOGUE: FieldCatalogue = {
  name: 'ObservationFilter',
  form: 'observationsField',
  limits: { maxDepth: 5, maxRules: 50, maxListEntries: 200, rulesOnly: false },
  fields: withPrefix(FIELDS),
};

/** The catalogue for a caller: only ORNs that are accepted match anything. */
export function catalogueAccepting(accepts: (orn: OrnScope) => boolean): FieldCatalogue {
  return { ...OBSERVATION_CATALOGUE, fields: { ...OBSERVATION_CATALOGUE.fields, ...withPrefix(ornFields(accepts)) } };
}

/** Fields by the names that filters use. */
export function withPrefix(fields: Readonly<Record<string, FilterField>>): Record<string, FilterField> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${OBSERVATION_FIELD_PREFIX}${name}`, field]));
}

/** The severities that a filter matches when it is on severity alone, which roll-ups can answer; undefined for other filters. */
export function onlySeverities(filter: FilterNode): number[] | undefined {
  const rules: FilterRule[] = [];
  const flat = (node: FilterNode): boolean => {
    if (node.kind === 'rule') return node.field === `${OBSERVATION_FIELD_PREFIX}SEVERITY` && rules.push(node) > 0;
    return node.operator === 'AND' && !node.negated && node.nodes.every(flat);
  };
  if (!flat(filter)) return undefined;
  return Object.values(OBSERVATION_SEVERITY.stored).filter((severity) =>
    rules.every(({ conditions, negated }) => meets(conditions, severity) !== negated),
  );
}
