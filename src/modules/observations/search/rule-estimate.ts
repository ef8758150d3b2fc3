import type { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import { foldsCase, type FilterField } from '#platform/filters/field-catalogue';
import { NOW, type Condition, type FilterRule, type Scalar } from '#platform/filters/filter-tree';
import { fieldOf, OBSERVATION_FIELD_PREFIX, type Finding } from '../observation-fields';
import { meets, valuesOf } from '../rule-values';
import type { State } from '../states';
import { byIds, byRange, entriesOf, type Access, type Table } from './access';

/** How many rows match, at least and at most, and how to find them. */
export interface Estimate {
  atLeast: number;
  atMost: number;
  access?: Access | undefined;
}

/** What a rule asks about the rows of a state: a statement that returns two numbers, and what they mean among so many rows. */
export interface Question {
  sql: (state: State, params: SqlParams) => string;
  estimate: (numbers: readonly [number, number], total: number) => Estimate;
}

/** Values to read for a rule; and terms to search for. */
const MAX_VALUES = 20_000;
const MAX_TERMS = 1_000;
/** What the second number says instead of the largest count. */
const TOO_MANY_TERMS = -1;
const TOO_MANY_VALUES = -2;
/** The value of a field that is not set, as in observation_words. */
const UNSET = `E'\\x02'`;

export const valuesIn = (fields: readonly string[]) =>
  `observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = ${fields.length > 1 ? `ANY('{${fields.join()}}')` : `'${fields.join()}'`}`;

/** The rows that do not match. */
export const complement = ({ atLeast, atMost }: Estimate, total: number): Estimate => ({
  atLeast: total - atMost,
  atMost: total - atLeast,
});

/** `maxEntries`: up to how many entries of a range are counted. */
export function questionOf(rule: FilterRule, maxEntries: number): Question {
  const field = fieldOf(rule.field);
  const { found = {} } = field;
  if (field.name === 'ORN') return negatable(rule, among(valuesOf(rule.conditions)));
  if (field.name === 'VENDOR_GROUP') return onVendorGroup(rule, field);
  if (field.name === 'OVERDUE') return onOverdue(rule, maxEntries);
  if (rule.conditions[0]?.operator === 'set') return onPresence(rule, field.name, found);
  if (found.range) return negatable(rule, onRange(rule, field, found, maxEntries));
  if (found.isPieces) return negatable(rule, onPieces(rule));
  return onWords(rule, field, found.words ?? [field.name], found.table);
}

/** Sums the counts of the matching values of words. A row may have several values of a list. */
function onValues(
  { words, table = 'observation', isList }: { words: readonly string[]; table?: Table; isList: boolean },
  isNegated: boolean,
  /** Whether the primary key finds the values; otherwise all values are compared. */
  isByKey: boolean,
  condition: (params: SqlParams) => string,
): Question {
  // Negated, every other value matches, that of unset fields, too. The other values of a list may be on the same rows, so there only the excluded rows are found.
  const isExcluding = isNegated && isList;
  const values = (state: State, params: SqlParams) => {
    const all = `SELECT v.field, v.value, v.${state}_count AS n FROM ${valuesIn(words)} AND v.${state}_count > 0`;
    const isComplement = isNegated && !isExcluding;
    if (isByKey && !isComplement) return `SELECT v.*, true AS matches FROM (${all} AND v.value <> ${UNSET} AND ${condition(params)}) v`;
    return `SELECT v.*, (v.value <> ${UNSET} AND ${condition(params)}) IS ${isComplement ? 'NOT ' : ''}TRUE AS matches FROM (${all} LIMIT ${MAX_VALUES + 1}) v`;
  };
  return {
    sql: (state, params) => `
      SELECT concat(coalesce(sum(v.n) FILTER (WHERE matches), 0), ' ',
                    CASE WHEN count(*) > ${MAX_VALUES} THEN ${TOO_MANY_VALUES} WHEN count(*) FILTER (WHERE matches) > ${MAX_TERMS} THEN ${TOO_MANY_TERMS}
                         ELSE coalesce(max(v.n) FILTER (WHERE matches), 0) END) FROM (${values(state, params)}) v`,
    estimate: ([sum, largest], total) => {
      const terms = (state: State, params: SqlParams) =>
        `x.terms && ARRAY(SELECT observation_term($1, $2::smallint, ${state === 'open'}, v.field || '=' || v.value) FROM (${values(state, params)}) v WHERE v.matches)`;
      const found = {
        atLeast: isList ? Math.max(largest, 0) : sum,
        atMost: largest === TOO_MANY_VALUES ? total : Math.min(sum, total),
        access: largest < 0 ? undefined : { table, terms },
      };
      return isExcluding ? complement(found, total) : found;
    },
  };
}

/** The only value of a field that is not set, and of many ranges that it is. */
function onPresence({ negated }: FilterRule, name: string, { words = [name], table, range, isPieces }: Finding): Question {
  if (name === 'FLAGGED_AT') return onValues({ words, table, isList: false }, false, true, () => `v.value = '${!negated}'`);
  if (negated) {
    const [word = name] = words;
    return {
      sql: (state) => `SELECT concat(coalesce(sum(v.${state}_count), 0), ' 0') FROM ${valuesIn([word])} AND v.value = ${UNSET}`,
      estimate: ([count]) => {
        const terms = (state: State) => `x.terms && ARRAY[observation_term($1, $2::smallint, ${state === 'open'}, '${word}=' || ${UNSET})]`;
        return { atLeast: count, atMost: count, access: { table: table ?? 'observation', terms } };
      },
    };
  }
  const isSingle = range !== undefined || isPieces === true;
  return onValues({ words: words.slice(0, 1), table, isList: LISTS.has(name) }, false, isSingle, () =>
    isSingle ? `v.value = 'set'` : 'true',
  );
}

const LISTS: ReadonlySet<string> = new Set(['CVE', 'CWE', 'TAG', 'GROUP', 'EXTERNAL_REFERENCE']);

function onWords(rule: FilterRule, field: FilterField, words: readonly string[], table: Table | undefined): Question {
  const { conditions, negated } = rule;
  const isList = field.array === true;
  if (field.type === 'enum' || field.type === 'boolean') {
    const members: (number | boolean)[] = field.type === 'enum' ? Object.values(field.enumeration.stored) : [true, false];
    const matching = members.filter((member) => meets(conditions, member)).map(String);
    return onValues({ words, table, isList }, negated, !negated, (params) => `v.value = ANY(${params.add(matching, 'text[]')})`);
  }
  const isNumber = field.type === 'number' || field.type === 'i64';
  const asNumber = `(CASE WHEN v.value <> ${UNSET} THEN v.value::${field.type === 'number' ? 'numeric' : 'bigint'} END)`;
  // Values are texts, whatever the type of the column.
  const compared = field.type === 'keyword' && field.castTo ? ({ ...field, castTo: 'text' } as FilterField) : field;
  const isLower = 'stored' in field && field.stored === 'lower';
  const isWhole = conditions.every(({ operator }) => operator === '=' || operator === 'in');
  const isByKey = isWhole && !isNumber && (!foldsCase(field) || isLower);
  return onValues({ words, table, isList }, negated, isByKey, (params) =>
    compileConditions(isNumber ? asNumber : 'v.value', conditions, compared, params),
  );
}

/** The vendors of a group. */
function onVendorGroup({ conditions, negated }: FilterRule, field: FilterField): Question {
  const isPresence = conditions[0]?.operator === 'set';
  return onValues(
    { words: ['VENDOR_ID'], isList: false },
    negated,
    false,
    (params) =>
      `v.value IN (SELECT m.vendor_id::text FROM vendor_group_member m JOIN vendor_group g ON g.organization_id = $1 AND g.id = m.group_id AND g.archived_at IS NULL
                    WHERE m.organization_id = $1 AND ${isPresence ? 'true' : compileConditions('m.group_id', conditions, field, params)})`,
  );
}

/** A range of a B-tree. */
function onRange(
  { conditions }: FilterRule,
  field: FilterField,
  { table = 'observation', range = '' }: { table?: Table; range?: string },
  maxEntries: number,
): Question {
  const condition = (params: SqlParams) => compileConditions(`x.${range}`, conditions, field, params);
  return {
    sql: (state, params) =>
      `SELECT concat(count(*), ' 0') FROM (SELECT 1 ${entriesOf(table, state)} AND ${condition(params)} ORDER BY x.${range} LIMIT ${maxEntries + 1}) r`,
    estimate: ([entries], total) => ({
      atLeast: Math.min(entries, total),
      atMost: entries > maxEntries ? total : entries,
      access: byRange(table, range, condition),
    }),
  };
}

/** Only open observations are overdue. */
function onOverdue(rule: FilterRule, maxEntries: number): Question {
  const isWanted = (rule.conditions[0] as Condition & { value: Scalar }).value === true;
  const due = fieldOf(`${OBSERVATION_FIELD_PREFIX}DUE_AT`);
  const past = onRange(
    { ...rule, conditions: [{ operator: '<', value: NOW }] },
    due,
    { table: 'observation_state', range: 'due_at' },
    maxEntries,
  );
  const open: Question = { ...past, sql: (state, params) => (state === 'open' ? past.sql(state, params) : `SELECT '0 0'`) };
  return negatable({ ...rule, negated: rule.negated === isWanted }, open);
}

/** A part of nearly unique text. How many rows have it is not known before they are read. */
function onPieces({ conditions: [condition] }: FilterRule): Question {
  const texts = condition ? valuesOf([condition]).map(String) : [];
  const hasEnd = condition?.operator !== 'contains' && condition?.operator !== 'startsWith';
  // Every URL has the pieces of its scheme.
  const inside = texts.map((text) => text.replace(/^[a-z]*:\/\/(?=...)/i, ''));
  const terms = (state: State, params: SqlParams) => `(${inside.map((text) => hasPieces(text, hasEnd, state, params)).join(' OR ')})`;
  const access: Access | undefined = inside.every((text) => text.length >= 3) ? { table: 'observation', terms } : undefined;
  return { sql: () => `SELECT '0 0'`, estimate: (_, total) => ({ atLeast: 0, atMost: total, access }) };
}

/** Every third piece and the last one cover a text. */
function hasPieces(text: string, hasEnd: boolean, state: State, params: SqlParams): string {
  const pieces = `observation_pieces(${params.add(text, 'text')})`;
  const last = `cardinality(${pieces})${hasEnd ? '' : ' - 1'}`;
  return `x.terms @> ARRAY(SELECT observation_term($1, $2::smallint, ${state === 'open'}, piece) FROM unnest(${pieces}) WITH ORDINALITY AS p (piece, n)
                            WHERE n = ${last} OR (n % 3 = 1 AND n < ${last}))`;
}

function among(ids: readonly Scalar[]): Question {
  return { sql: () => `SELECT '0 0'`, estimate: (_, total) => ({ atLeast: 0, atMost: Math.min(ids.length, total), access: byIds(ids) }) };
}

function negatable({ negated }: FilterRule, question: Question): Question {
  return negated ? { ...question, estimate: (numbers, total) => complement(question.estimate(numbers, total), total) } : question;
}
