import { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import type { FilterField } from '#platform/filters/field-catalogue';
import type { Condition, FilterList, FilterRule, Scalar } from '#platform/filters/filter-tree';
import { VRM_VIEW, type View } from '#shared/view';
import { OBSERVATION_CATALOGUE, OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { meets, valuesOf } from '../rule-values';
import { whereState, type State } from '../states';
import { hasPartOfText } from './costly-rule';
import { EPSS_STEP, FACETS, FURTHER_BITS, MARK, PRESENCE, type Facet } from './facets';
import { keptSource, marked, type Values } from './kept-values';
import { byIds, MAX_COUNTED, type Source } from './source';
import { hasBits, hasTextBits, type StateBits } from './state-bits';
import { assignees, dueDates, FLAGGED, flagTimes, overdue, references, stateTimes } from './state-source';

/** What is known about a rule, or about its negation if `negates` is set. */
export interface KnownRule {
  source: Source;
  negates: boolean;
}

/** Time columns. Each has an index that begins with organization, view and this column. */
const TIMES: Readonly<Record<string, string>> = {
  FIRST_SEEN: 'first_seen',
  LAST_SEEN: 'last_seen',
  CREATED_AT: 'created_at',
  RESOLVED_AT: 'resolved_at',
};

/** Looking up a term takes 5 µs and its row 4; checking a row of a walk takes less than 2. */
const READS_PER_TERM = 4;

/** How to find the rows of a rule; undefined if only the rows themselves can tell. */
export function sourceOf(rule: FilterRule, view: View): KnownRule | undefined {
  const name = rule.field.slice(OBSERVATION_FIELD_PREFIX.length);
  const field = OBSERVATION_CATALOGUE.fields[rule.field] as FilterField;
  const isPresence = rule.conditions[0]?.operator === 'set';
  const plain = (source: Source): KnownRule => ({ source, negates: rule.negated });

  const bit = FACETS[name]?.bit ?? FURTHER_BITS[name];
  if (isPresence && bit !== undefined) return { source: presence(bit, !rule.negated), negates: false };
  const facet = FACETS[name];
  if (facet) return keptRule(rule, field, facet);
  if (name === 'RESOLVED_AT' && isPresence && rule.negated) return { source: unresolved(), negates: false };
  const column = TIMES[name];
  if (column !== undefined) return plain(timeRange(column, rule.conditions, field));
  switch (name) {
    case 'EPSS_SCORE':
      return plain(epss(rule.conditions, field));
    case 'ORN':
      return plain(ids(valuesOf(rule.conditions)));
    case 'GROUP':
      return plain(groups(valuesOf(rule.conditions)));
    case 'IS_FLAGGED':
      return { source: FLAGGED, negates: rule.negated === (rule.conditions[0] as { value: Scalar }).value };
    case 'FLAGGED_AT':
      return plain(isPresence ? FLAGGED : flagTimes(rule.conditions, field));
    case 'UPDATED_AT':
      return plain(stateTimes('updated_at', rule.conditions, field));
    case 'DUE_AT':
      return { source: dueDates(rule, field), negates: false };
    case 'OVERDUE':
      return { source: overdue(rule.negated !== (rule.conditions[0] as { value: Scalar }).value), negates: false };
    case 'ASSIGNEE':
      return { source: assignees(rule, field), negates: false };
    case 'EXTERNAL_REFERENCE':
      return plain(references(rule.conditions));
    case 'VENDOR_ID':
    case 'VENDOR_GROUP':
      return view.number === VRM_VIEW.number ? vendors(rule, field, name) : undefined;
    default:
      return undefined;
  }
}

/** A negation matches the other values of the field, and rows without a value. For a list, only the number of excluded rows is known. */
function keptRule({ conditions, negated }: FilterRule, field: FilterField, facet: Facet): KnownRule {
  const long = facet.hasMark ? [marked(facet)] : [];
  // Of nearly unique values, there are too many others to read: those that match are subtracted.
  const isSubtracted =
    facet.isList === true || (facet.isNearlyUnique === true && conditions.every(({ operator }) => operator === '=' || operator === 'in'));
  if (negated && !isSubtracted) {
    const others: Values = { facet, where: (params) => `(${compared(conditions, field, facet, params)}) IS NOT TRUE${notLong(facet)}` };
    const unset: Values[] = facet.bit === undefined ? [] : [{ facet: PRESENCE, where: () => isSet(facet.bit as number, false) }];
    return { source: keptSource([others, ...long, ...unset], 'all'), negates: false };
  }
  const isOne = !facet.isList || (conditions[0]?.operator === '=' && !foldsValues(field));
  const source = keptSource([matching(conditions, field, facet), ...long], isOne ? 'all' : 'largest');
  const ofUnique = { textInState: textInState(conditions), readsPerRow: READS_PER_TERM };
  return { source: facet.isNearlyUnique ? { ...source, ...ofUnique } : source, negates: negated };
}

/** If the filter is one rule on a part of a text that is nearly unique: the kept values that match, without the index over parts of values. */
export function keptWithText({ nodes: [rule, ...others] }: FilterList): Values | undefined {
  if (rule?.kind !== 'rule' || rule.negated || others.length > 0) return undefined;
  const facet = FACETS[rule.field.slice(OBSERVATION_FIELD_PREFIX.length)];
  if (!facet?.isNearlyUnique || !hasPartOfText(rule)) return undefined;
  const field = OBSERVATION_CATALOGUE.fields[rule.field] as FilterField;
  return { facet, where: (params) => matched(rule.conditions, field, facet, params) + notLong(facet) };
}

function textInState([condition]: Condition[]): Source['textInState'] {
  const isPart = condition && ['contains', 'startsWith', 'endsWith'].includes(condition.operator);
  return isPart && 'value' in condition ? hasTextBits(String(condition.value)) : undefined;
}

/** Whether the rule ignores case: then several values of one row can equal the same text. */
function foldsValues(field: FilterField): boolean {
  return field.type === 'keyword' && field.ignoreCase === true;
}

function matching(conditions: Condition[], field: FilterField, facet: Facet): Values {
  const isIndexed = isWholeValue(conditions, field) || canIndex(conditions, field, facet);
  const where = (params: SqlParams) =>
    [...byIndex(conditions, field, facet, params), matched(conditions, field, facet, params)].join(' AND ') + notLong(facet);
  return { facet, where, isIndexed, prefix: facet.isNearlyUnique ? prefixOf(conditions) : undefined };
}

function prefixOf([condition]: Condition[]): string | undefined {
  return condition?.operator === 'startsWith' ? String(condition.value) : undefined;
}

/** Most values that an index finds match, and most are in lower case: they are compared as they are first, which takes half as long. */
function matched(conditions: Condition[], field: FilterField, facet: Facet, params: SqlParams): string {
  const folded = compared(conditions, field, facet, params);
  if (field.type !== 'text' || field.stored === 'lower') return folded;
  return `(${compared(conditions, { ...field, stored: 'lower', normalize: undefined }, facet, params)} OR ${folded})`;
}

/** MARK is selected separately: combined by OR, every value found would be hashed again. */
function notLong(facet: Facet): string {
  return facet.hasMark ? ` AND v.value <> ${MARK}` : '';
}

/** Whether the primary key of observation_value finds the values. */
function isWholeValue(conditions: Condition[], field: FilterField): boolean {
  const isCompared =
    field.type === 'enum' ||
    field.type === 'boolean' ||
    (field.type === 'keyword' && !foldsValues(field)) ||
    (field.type === 'text' && field.normalize !== undefined);
  return isCompared && conditions.every(({ operator }) => operator === '=' || operator === 'in');
}

/** Whether the index over parts of values finds the values. */
function canIndex(conditions: Condition[], field: FilterField, facet: Facet): boolean {
  return byIndex(conditions, field, facet, new SqlParams()).length > 0;
}

/**
 * The rule as a condition on a kept value. Members of enumerations are compared here, because they are few; text is compared as on rows.
 */
function compared(conditions: Condition[], field: FilterField, facet: Facet, params: SqlParams): string {
  if (field.type === 'enum') {
    const members = Object.values(field.enumeration.stored).filter((member) => meets(conditions, member));
    return `v.value = ANY(${params.add(members.map(String), 'text[]')})`;
  }
  if (field.type === 'boolean')
    return `v.value = ANY(${params.add([true, false].filter((value) => meets(conditions, value)).map(String), 'text[]')})`;
  // Only values of this field are numbers, and PostgreSQL may evaluate the cast before it checks the field.
  const column = facet.number ? `(CASE WHEN v.field = '${facet.kept}' THEN v.value::${facet.number} END)` : 'v.value';
  return compileConditions(column, conditions, field, params);
}

/** Conditions that the index over parts of values serves. They may also hold for values that do not match. */
function byIndex(conditions: Condition[], field: FilterField, facet: Facet, params: SqlParams): string[] {
  if (!facet.isSearched) return [];
  const isWhole = field.type !== 'text' || field.normalize === undefined;
  return conditions.flatMap((condition) => {
    if (condition.operator === 'set') return [];
    if (condition.operator === 'in' || condition.operator === '=') {
      if (!isWhole) return [];
      const words = params.add(condition.operator === 'in' ? condition.values : [condition.value], 'text[]');
      return [`v.grams && ARRAY(SELECT observation_value_key($1, $2::smallint, '${facet.kept}', word) FROM unnest(${words}) AS word)`];
    }
    return partsOf(String(condition.value), condition.operator === 'endsWith', facet, params);
  });
}

/** Very many values contain these letters: reading their index entries takes longer than comparing a few more values. */
const SCHEME = /^[a-z]*:\/\/(?=...)/i;
const TOP_LEVEL = /(?<=...)\.(?:com|net|org)\/?$/i;

/** Every third piece of three letters and the last one cover the text. All of them would take three times as long to read. The end of a value is a letter, too. */
function partsOf(text: string, isEnd: boolean, facet: Facet, params: SqlParams): string[] {
  const name = text.replace(SCHEME, '');
  const rest = isEnd ? name : name.replace(TOP_LEVEL, '');
  if ([...rest].length < (isEnd ? 2 : 3)) return [];
  const parts = `observation_value_parts($1, $2::smallint, '${facet.kept}', ${params.add(rest, 'text')})`;
  const last = `cardinality(${parts})${isEnd ? '' : ' - 1'}`;
  return [
    `v.grams @> ARRAY(SELECT part FROM unnest(${parts}) WITH ORDINALITY AS p (part, n) WHERE n = ${last} OR (n % 3 = 1 AND n < ${last}))`,
  ];
}

function isSet(bit: number, wanted: boolean): string {
  return `(CASE WHEN v.field = 'PRESENCE' THEN v.value::int END) & ${bit} ${wanted ? '<>' : '='} 0`;
}

function presence(bit: number, wanted: boolean): Source {
  return keptSource([{ facet: PRESENCE, where: () => isSet(bit, wanted) }], 'all');
}

/**
 * Reads along the index of scores. If there are more than MAX_COUNTED, the kept values tell how many. They are kept in steps of a hundredth, and
 * a step that lies only partly within the bounds counts as doubtful.
 */
function epss(conditions: Condition[], field: FilterField): Source {
  const step = `(CASE WHEN v.field = '${EPSS_STEP.kept}' THEN v.value::numeric END)`;
  const each = (write: (operator: string, score: () => string) => string) => (params: SqlParams) =>
    conditions.map((one) => ('value' in one ? write(one.operator, () => params.add(one.value, 'numeric')) : 'true')).join(' AND ');
  const where = each((operator, score) => {
    if (operator === '=') return `${step} = trunc(${score()}, 2)`;
    return operator.startsWith('>') ? `${step} >= trunc(${score()}, 2)` : `${step} ${operator} ${score()}`;
  });
  const isInside = each((operator, score) => {
    if (operator === '=') return 'false';
    return operator.startsWith('>') ? `${step} ${operator} ${score()}` : `${step} + 0.01 <= ${score()}`;
  });
  const steps = keptSource([{ facet: EPSS_STEP, where, doubtful: (params) => `NOT (${isInside(params)})` }], 'all');
  const scores = byIds((state, params, limit) => {
    const within = compileConditions('r.epss_score', conditions, field, params);
    return `SELECT r.id ${listed('observation_search', state)} AND ${within} ORDER BY r.epss_score LIMIT ${limit}`;
  }, 'all');
  return {
    ...scores,
    isCounted: true,
    isDated: 'whole',
    inState: steps.inState,
    numbers: (state, params) => {
      const isCut = `s.read > ${MAX_COUNTED}`;
      return `SELECT s.read, CASE WHEN ${isCut} THEN k.total ELSE s.total END AS total, CASE WHEN ${isCut} THEN least(k.doubtful, k.total - s.read) ELSE 0 END AS doubtful,
                     0 AS largest, k.first_day, k.last_day
                FROM (${scores.numbers(state, params)}) s CROSS JOIN (${steps.numbers(state, params)}) k`;
    },
  };
}

/** Finds the vendors in the directory and their observations by domain. In the VRM view, vendor ids and domains select the same rows. */
function vendors({ conditions, negated }: FilterRule, field: FilterField, name: 'VENDOR_ID' | 'VENDOR_GROUP'): KnownRule {
  const facet = FACETS.VENDOR as Facet;
  const domains = (params: SqlParams) =>
    name === 'VENDOR_ID'
      ? `SELECT d.domain_name FROM vendor d WHERE d.organization_id = $1 AND ${compileConditions('d.id', conditions, field, params)}`
      : `SELECT d.domain_name FROM vendor_group_member x
           JOIN vendor_group g ON g.organization_id = $1 AND g.id = x.group_id AND g.archived_at IS NULL
           JOIN vendor d ON d.organization_id = $1 AND d.id = x.vendor_id
          WHERE x.organization_id = $1 AND ${compileConditions('x.group_id', conditions, field, params)}`;
  const where = (params: SqlParams) => `v.value ${negated ? '<> ALL' : '= ANY'} (ARRAY(${domains(params)}))`;
  return { source: keptSource([{ facet, where, isIndexed: !negated }], 'all'), negates: false };
}

/** Observations r of a list. */
const listed = (from: 'observation' | 'observation_search', state: State) =>
  `FROM ${from} r WHERE r.organization_id = $1 AND r.view = $2 AND r.is_listed AND ${whereState(state, 'r')}`;

/** The first rows that meet a condition on a time, read along its index. */
function alongTime(column: string, within: (params: SqlParams) => string): Source {
  const read = (columns: string) => (state: State, params: SqlParams, limit: number) =>
    `SELECT ${columns} ${listed('observation', state)} AND ${within(params)} ORDER BY r.${column} LIMIT ${limit}`;
  return { ...byIds(read('r.id'), 'all'), rows: read('r.*') };
}

function timeRange(column: string, conditions: Condition[], field: FilterField): Source {
  const isSet = conditions[0]?.operator === 'set';
  const range = alongTime(column, (params) =>
    isSet ? `r.${column} IS NOT NULL` : compileConditions(`r.${column}`, conditions, field, params),
  );
  if (column !== 'resolved_at') return range;
  // Open observations have no resolution time.
  return { ...range, numbers: (state, params) => (state === 'open' ? undefined : range.numbers(state, params)) };
}

/** No open observation has a resolution time, and hardly any closed one has none: those are read along the index. */
function unresolved(): Source {
  const range = alongTime('resolved_at', () => 'r.resolved_at IS NULL');
  const kept = `SELECT coalesce(sum(v.open_count), 0) AS n FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'SEVERITY'`;
  return {
    ...range,
    counted: undefined,
    numbers: (state, params) =>
      state === 'open' ? `SELECT n AS read, n AS total, 0 AS doubtful, 0 AS largest FROM (${kept}) k` : range.numbers(state, params),
  };
}

function ids(values: Scalar[]): Source {
  return byIds((_, params) => `SELECT unnest(${params.add(values, 'uuid[]')})`, 'none');
}

/** The key of a group is a CVE or a type. Rows with CVEs are not in the group of their type. */
function groups(values: Scalar[]): Source {
  const terms = (field: string, keys: string) =>
    `SELECT observation_term($1, $2::smallint, ${(FACETS[field] as Facet).term}, word) FROM unnest(${keys}) AS word`;
  return {
    certain: values.length === 1 ? 'all' : 'largest',
    intersects: true,
    numbers: (state, params) =>
      `SELECT count(*) AS read, coalesce(sum(g.${state}_count), 0) AS total, 0 AS doubtful, coalesce(max(g.${state}_count), 0) AS largest FROM observation_group g
        WHERE g.organization_id = $1 AND g.view = $2 AND g.group_key = ANY(${params.add(values, 'text[]')})`,
    condition: (_, params) => {
      const keys = params.add(values, 'text[]');
      return `o.terms && ARRAY(${terms('CVE', keys)} UNION ALL ${terms('OBSERVATION_TYPE', keys)})`;
    },
    inState: (params) => {
      const keys = params.add(values, 'text[]');
      const among = ({ inState, isList = false }: Facet) =>
        hasBits(inState as StateBits, isList, (expression) => `SELECT ${expression} FROM unnest(${keys}) AS v (value)`);
      return `(${among(FACETS.CVE as Facet)} OR ${among(FACETS.OBSERVATION_TYPE as Facet)})`;
    },
  };
}
