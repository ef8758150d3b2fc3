import fc from 'fast-check';
import { Client } from 'pg';
import { toMicroseconds } from '#platform/time/rfc3339';
import { compileFilter } from '#platform/filters/compile-filter';
import { evaluateFilter, type Elements } from '#platform/filters/evaluate-filter.fixture';
import { comparisonsOf, type FilterField } from '#platform/filters/field-catalogue';
import type { Comparison, FilterExpression, ValueExpression } from '#platform/filters/filter-expression';
import type { FilterList, Scalar } from '#platform/filters/filter-tree';
import { rule, SUBJECTS, type FieldName } from '#platform/filters/filters.fixture';
import { parseFilters } from '#platform/filters/parse-filter';
import { fileDatabase } from '../support/database';

const ROWS = 200;
const FILTERS = 300;

const TABLES = `
  CREATE TEMPORARY TABLE subject (
    id integer PRIMARY KEY, title text, domain text, tags text[], asset_domains text[], category smallint, severity smallint,
    levels smallint[], kind text, vendor text, group_key text, cwes text[], url text, ips text[], vendor_id uuid, epss float8, cvss numeric, port bigint,
    flagged boolean, resolved_at timestamptz, sightings timestamptz[]
  );
  CREATE TEMPORARY TABLE subject_cve (subject_id integer, cve text);
  CREATE TEMPORARY TABLE subject_source (subject_id integer, source text);`;

const fields: Record<FieldName, FilterField> = SUBJECTS.fields;
const names = Object.keys(fields) as FieldName[];

/** Few enough distinct values that filters match rows, and many edge cases. No instant is near the time of the run. */
const SCALARS: Record<FilterField['type'], fc.Arbitrary<Scalar>> = {
  text: fc.string({ unit: fc.constantFrom('a', 'A', 'é', 'É', 'ñ', 'Ü', '%', '_', '\\', '"', ' '), maxLength: 3 }),
  keyword: fc.constantFrom('cve-1', 'CVE-1', 'CVE-2', '{a,b}', 'null', '%', ''),
  enum: fc.constantFrom('LEVEL_LOW', 'LEVEL_MEDIUM', 'LEVEL_HIGH'),
  number: fc.constantFrom(-1.5, -0, 0.1, 9.8, 10, 1e15, Number.MAX_VALUE, Number.MIN_VALUE),
  i64: fc.constantFrom(-1, 0, 443, 65_535, Number.MAX_SAFE_INTEGER, '9007199254740993', '9223372036854775807', '-9223372036854775808'),
  boolean: fc.boolean(),
  date: fc.constantFrom(
    '2001-02-03T04:05:06Z',
    '2001-02-03T09:35:06+05:30',
    '2001-02-03t04:05:06.000001z',
    '2024-02-29T23:59:59.123456-15:59',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '2016-12-31T23:59:60Z',
  ),
};

/** A value of the field as a caller writes it; in a filter, possibly not a valid id. */
function written(name: FieldName, { rows }: { rows: boolean }): fc.Arbitrary<Scalar> {
  if (name !== 'OBSERVATIONS_FIELD_VENDOR_ID') return SCALARS[fields[name].type];
  return fc.constantFrom('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000B', ...(rows ? [] : ['7']));
}

/** The same value in its stored form. */
function stored(field: FilterField, value: Scalar): Scalar {
  const text = String(value);
  if (field.type === 'enum') return field.enumeration.numberOf(text) ?? NaN;
  if (field.type === 'date') return toMicroseconds(text) ?? NaN;
  if (field.type === 'i64') return text;
  if (field.type === 'text' && field.normalize) return field.normalize(text);
  const lower = (field.type === 'text' && field.stored === 'lower') || (field.type === 'keyword' && field.lowercase);
  return lower ? text.toLowerCase() : value;
}

const rows = fc.record(
  Object.fromEntries(
    names.map((name) => {
      const many = fields[name].array ?? fields[name].exists !== undefined;
      return [name, fc.array(written(name, { rows: true }), { minLength: many || fields[name].optional ? 0 : 1, maxLength: many ? 3 : 1 })];
    }),
  ),
);

function formOf(field: FilterField, value: Scalar): keyof ValueExpression {
  if (field.type === 'date') return 'dateValue';
  return typeof value === 'string' ? 'stringValue' : typeof value === 'number' ? 'numberValue' : 'boolValue';
}

function value(name: FieldName, comparison: Comparison): fc.Arbitrary<ValueExpression | undefined> {
  const field = fields[name];
  const scalar = written(name, { rows: false });
  switch (comparison) {
    case 'COMPARISON_IS_SET':
    case 'COMPARISON_IS_NOT_SET':
      return fc.constant(undefined);
    case 'COMPARISON_IN':
    case 'COMPARISON_NOT_IN':
      return fc.array(scalar.map(String), { minLength: 1, maxLength: 4 }).map((values) => ({ stringListValue: { values } }));
    case 'COMPARISON_BETWEEN': {
      const end = scalar.filter((value) => field.type !== 'i64' || typeof value === 'number');
      return fc.tuple(end, end, fc.constantFrom('both', 'low', 'high', 'live')).map(([one, other, given]) => {
        const isFirst = field.type === 'date' ? stored(field, one) <= stored(field, other) : Number(one) <= Number(other);
        const [low, high] = isFirst ? [one, other] : [other, one];
        const start = given === 'high' ? undefined : low;
        const finish = given === 'both' || given === 'high' ? high : undefined;
        if (field.type !== 'date') return { numberRangeValue: { min: start as number, max: finish as number } };
        return { dateRangeValue: { startTime: start as string, endTime: finish as string, live: given === 'live' } };
      });
    }
    default:
      return scalar.map((single) => ({ [formOf(field, single)]: single }));
  }
}

const rules = fc
  .constantFrom(...names.flatMap((name) => comparisonsOf(fields[name]).map((comparison) => [name, comparison] as const)))
  .chain(([name, comparison]) => value(name, comparison).map((given) => rule(name, comparison, given)));

const { filters } = fc.letrec<{ filters: FilterExpression[]; filter: FilterExpression }>((tie) => ({
  filters: fc.array(tie('filter'), { minLength: 1, maxLength: 2 }),
  filter: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'filter' },
    { arbitrary: rules, weight: 3 },
    {
      arbitrary: fc.record({
        list: fc.record({
          operator: fc.constantFrom('OPERATOR_AND', 'OPERATOR_OR', 'OPERATOR_UNSPECIFIED'),
          isNegated: fc.boolean(),
          filters: tie('filters'),
        }),
      }),
      weight: 2,
    },
  ),
}));

describe('a compiled filter', () => {
  const subjects = fc.sample(rows, { numRuns: ROWS, seed: 1 }) as Record<FieldName, Scalar[]>[];
  const everyId = subjects.map((_, id) => id);
  const db = new Client({ connectionString: fileDatabase().adminUrl });

  beforeAll(async () => {
    await db.connect();
    await db.query(TABLES);
    await db.query('BEGIN');
    for (const [id, subject] of subjects.entries()) await insert(id, subject);
    await db.query('COMMIT');
  }, 60_000);

  afterAll(() => db.end());

  it('matches in PostgreSQL exactly the rows that it matches in memory, and its negation exactly the others', async () => {
    const now = new Date().toISOString();
    const elements = subjects.map((subject): Elements =>
      Object.fromEntries(names.map((name) => [name, subject[name].map((element) => stored(fields[name], element))])),
    );
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(filters, async (input) => {
        const filter = checked(input);
        const expected = everyId.filter((id) => evaluateFilter(filter, elements[id] ?? {}, fields, now));
        expect(await matches(filter)).toEqual(expected);
        expect(await matches({ ...filter, negated: true })).toEqual(everyId.filter((id) => !expected.includes(id)));
        if (expected.length > 0 && expected.length < ROWS) telling += 1;
      }),
      { numRuns: FILTERS },
    );
    expect(telling).toBeGreaterThan(FILTERS / 2);
  }, 120_000);

  it.each(['İSTANBUL', 'ΟΜΙΛΟΣ', 'ẞ', 'Ǆ', '\u{10400}'])('finds the text %s by an equal filter value', async (title) => {
    const id = 1_000;
    await insert(id, { OBSERVATIONS_FIELD_TITLE: [title] });
    const single = { stringValue: title };
    const comparisons = [
      rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_EQUALS', single),
      rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_CONTAINS', single),
      rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_STARTS_WITH', single),
      rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_ENDS_WITH', single),
      rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_IN', { stringListValue: { values: [title] } }),
    ];
    const found = await matches(checked(comparisons));
    await db.query('DELETE FROM subject WHERE id = $1', [id]);
    expect(found).toEqual([id]);
  });

  it('ends a live range at the time of the query', async () => {
    const hour = 3_600_000;
    const at = (offset: number) => [new Date(Date.now() + offset).toISOString()];
    await insert(1_000, { OBSERVATIONS_FIELD_RESOLVED_AT: at(-hour) });
    await insert(1_001, { OBSERVATIONS_FIELD_RESOLVED_AT: at(hour) });
    const [startTime = ''] = at(-2 * hour);
    const found = await matches(
      checked([rule('OBSERVATIONS_FIELD_RESOLVED_AT', 'COMPARISON_BETWEEN', { dateRangeValue: { startTime, live: true } })]),
    );
    await db.query('DELETE FROM subject WHERE id >= 1000');
    expect(found).toEqual([1_000]);
  });

  function checked(input: FilterExpression[]): FilterList {
    const { filter, violations } = parseFilters(input, SUBJECTS);
    if (violations) throw new Error(JSON.stringify(violations));
    return filter;
  }

  async function matches(filter: FilterList): Promise<number[]> {
    const { sql, params } = compileFilter(filter, SUBJECTS, 2);
    const { rows: found } = await db.query<{ id: number }>(`SELECT id FROM subject o WHERE id >= $1 AND ${sql} ORDER BY id`, [
      0,
      ...params,
    ]);
    return found.map(({ id }) => id);
  }

  /** Dates are inserted unparsed, so that PostgreSQL parses them itself. An empty array is stored as such or as NULL. */
  async function insert(id: number, subject: Partial<Record<FieldName, Scalar[]>>): Promise<void> {
    const columns: Record<string, unknown> = { id };
    for (const name of names) {
      const field = fields[name];
      const values = (subject[name] ?? []).map((element) => (field.type === 'date' ? element : stored(field, element)));
      if (!field.exists)
        columns[field.column.replace('o.', '')] = field.array ? (values.length > 0 || id % 2 === 0 ? values : null) : values[0];
    }
    const marks = Object.keys(columns).map((_, index) => `$${index + 1}`);
    await db.query(`INSERT INTO subject (${Object.keys(columns).join()}) VALUES (${marks.join()})`, Object.values(columns));
    await db.query('INSERT INTO subject_cve SELECT $1, unnest($2::text[])', [id, subject.OBSERVATIONS_FIELD_CVE]);
    await db.query('INSERT INTO subject_source SELECT $1, unnest($2::text[])', [id, subject.OBSERVATIONS_FIELD_SOURCE]);
  }
});
