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
import { GROUP_KEYS } from './groups.sql';
import { observationIdOf, parseGroupOrn, parseOrn, type OrnScope } from '#shared/orn';
import { meets } from './rule-values';

const id: KeywordParser = (text) => (isUuid(text) ? text.toLowerCase() : undefined);
const upperCase: KeywordParser = (text) => text.toUpperCase();
const address: KeywordParser = (text) => canonicalAddress(text.trim()) ?? text.toLowerCase();
/** Hosts of assets keep their `www.`. */
const host = (text: string): string => hostOf(text) ?? text.toLowerCase();

/** As in the sort by score and in groups. */
const HIGHEST = 'the highest of several scores';

/** How an index finds rows by a field. Unless told otherwise, by its words, which observation_words returns under the field's name. */
export interface Finding {
  table?: 'observation_state';
  /** The names of its words. */
  words?: readonly string[];
  /** A column with a B-tree. Of its words, only whether it is set is counted. */
  range?: string;
  /** Nearly unique text: words are its pieces of three letters. Of its values, only whether they are set is counted. */
  isPieces?: true;
}

/**
 * A field is declared here, and its words in migrations/baseline/observation-search/observation_words.sql. Its comparisons follow from its type, and whether it can
 * be unset.
 */
type ObservationField = FilterField & { found?: Finding };

/** An expression on the state s of an observation, however a statement reads it. */
type OfState = (expression: string) => string;

/** Looked up row by row. */
const lookedUp: OfState = (expression) =>
  `(SELECT ${expression} FROM observation_state s WHERE s.organization_id = o.organization_id AND s.observation_id = o.id)`;

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
    GROUP: {
      type: 'keyword',
      parse: groupKey,
      column: GROUP_KEYS,
      array: true,
      example: 'orn:1:observation-group:vrm:CVE-2021-44228:acme.com',
    },
  };
}

const ANY_ORN = ornFields(() => true);

/** The filter fields of observations o. $1 is the organization and $2 the view. */
const fieldsOf = (ofState: OfState): Record<string, ObservationField> => ({
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
  IS_FLAGGED: { type: 'boolean', column: `(${ofState('s.flagged_at')} IS NOT NULL)`, found: { table: 'observation_state' } },
  ASSET_TYPE: { type: 'enum', column: 'o.asset_type', enumeration: ASSET_TYPE, optional: true },
  ASSET_IP: { type: 'keyword', column: 'o.asset_ip', parse: address, optional: true, example: '2001:db8::1' },
  ASSET_PORT: { type: 'i64', column: 'o.asset_port', optional: true },
  ASSET_PROTOCOL: { type: 'enum', column: 'o.asset_protocol', enumeration: ASSET_IP_PORT_PROTOCOL, optional: true },
  ASSET_DOMAIN: { type: 'text', column: 'o.asset_domain', stored: 'lower', normalize: host, optional: true, example: 'www.acme-cloud.com' },
  ASSET_URL: { type: 'text', column: 'o.asset_url', optional: true, found: { isPieces: true }, example: 'https://acme-cloud.com/login' },
  CVE: { type: 'keyword', column: 'o.cve_ids', array: true, optional: true, parse: upperCase, example: 'CVE-2021-44228' },
  CWE: { type: 'keyword', column: 'o.cwe_ids', array: true, optional: true, parse: upperCase, example: 'CWE-79' },
  CVSS_BASE_SCORE: { type: 'number', column: 'o.cvss_base_score', castTo: 'numeric', optional: true, note: HIGHEST },
  CVSS_SEVERITY: { type: 'enum', column: 'o.cvss_severity', enumeration: CVSS_SCORE_SEVERITY, optional: true, note: HIGHEST },
  EPSS_SCORE: { type: 'number', column: 'o.epss_score', castTo: 'numeric', optional: true, found: { range: 'epss_score' } },
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
  FIRST_SEEN: { type: 'date', column: 'o.first_seen', found: { range: 'first_seen' } },
  LAST_SEEN: { type: 'date', column: 'o.last_seen', found: { range: 'last_seen' } },
  RESOLVED_AT: { type: 'date', column: 'o.resolved_at', optional: true, found: { range: 'resolved_at' } },
  UPDATED_AT: { type: 'date', column: ofState('s.updated_at'), found: { table: 'observation_state', range: 'updated_at' } },
  CREATED_AT: { type: 'date', column: 'o.created_at', found: { range: 'created_at' } },
  FLAGGED_AT: {
    type: 'date',
    column: ofState('s.flagged_at'),
    optional: true,
    found: { table: 'observation_state', range: 'flagged_at', words: ['IS_FLAGGED'] },
  },
  // The cast keeps = ANY from taking the look-up for a list of rows.
  EXTERNAL_REFERENCE: {
    type: 'keyword',
    ignoreCase: true,
    stored: 'lower',
    optional: true,
    example: 'SEC-1042',
    column: `${ofState('s.ticket_systems || s.ticket_keys')}::text[]`,
    array: true,
    found: { table: 'observation_state', words: ['TICKET_SYSTEM', 'TICKET_KEY'] },
  },
  ASSIGNEE: {
    type: 'text',
    column: ofState('s.assignee'),
    optional: true,
    example: 'jo@northwind-insurance.com',
    found: { table: 'observation_state' },
  },
  DUE_AT: { type: 'date', column: ofState('s.due_at'), optional: true, found: { table: 'observation_state', range: 'due_at' } },
  OVERDUE: {
    type: 'boolean',
    column: `coalesce(${ofState('s.is_open AND s.due_at < now()')}, false)`,
    found: { table: 'observation_state', range: 'due_at' },
  },
});

export const OBSERVATION_FIELD_PREFIX = 'OBSERVATIONS_FIELD_';

export const OBSERVATION_CATALOGUE: FieldCatalogue = {
  name: 'ObservationFilter',
  form: 'observationsField',
  limits: { maxDepth: 5, maxRules: 50, maxListEntries: 200, rulesOnly: false },
  fields: withPrefix(fieldsOf(lookedUp)),
};

/** The same fields for statements that have read the state s. */
export const STATE_CATALOGUE: FieldCatalogue = {
  ...OBSERVATION_CATALOGUE,
  fields: withPrefix(fieldsOf((expression) => `(${expression})`)),
};

/** A field by the name that filters use, and the same without its prefix. */
export function fieldOf(field: string): ObservationField & { name: string } {
  const known = OBSERVATION_CATALOGUE.fields[field];
  if (!known) throw new Error(`There is no field ${field}.`);
  return { ...known, name: field.slice(OBSERVATION_FIELD_PREFIX.length) };
}

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
