import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { Database } from '#platform/database/database';
import { compileFilter } from '#platform/filters/compile-filter';
import { readFilters } from '#platform/filters/read-filters';
import { casesOf, observationValues, type FilterCase } from '../../bench/filter-cases';
import { loadFilterOrganization } from '../../bench/filter-organization';
import { knownIds, type Call } from '../../bench/known-ids';
import { asOwner } from '../isolation/tenant-tables';
import { fileDatabase, run } from '../support/database';
import { list, rule } from '../support/filters';
import { TestOrganization } from '../support/organization';
import { plansDuring, reportPlans, rowsFetched } from '../support/plans';
import { startTestApp, type TestApp } from '../support/test-app';

/** More than a scan reads before an index is asked. */
const ROWS = 3_000;
/** `npm run trial plans` tries every case in every order and mode; the suite tries each in one of them, in turn. */
const THOROUGH = process.env.PLANS === 'thorough';
const IN_MODE = { OBSERVATION_MODE_OPEN: 'o.is_open', OBSERVATION_MODE_RESOLVED: 'NOT o.is_open', OBSERVATION_MODE_ALL: 'true' };
const SORT_KEYS = {
  firstSeen: ['o.first_seen'],
  lastSeen: ['o.last_seen'],
  updatedAt: ['s.updated_at'],
  severity: ['o.severity', 'o.first_seen'],
  cvssBaseScore: ['coalesce(o.cvss_base_score, -1)', 'o.first_seen'],
};
/** Contract: exact up to here. */
const COUNTED = 1_000;

interface Order {
  mode: keyof typeof IN_MODE;
  sortField: keyof typeof SORT_KEYS;
  sortOrder: 'SORT_ORDER_ASC' | 'SORT_ORDER_DESC';
}

const ORDERS = (Object.keys(SORT_KEYS) as Order['sortField'][]).flatMap((sortField) =>
  (['SORT_ORDER_DESC', 'SORT_ORDER_ASC'] as const).flatMap((sortOrder) =>
    (Object.keys(IN_MODE) as Order['mode'][]).map((mode): Order => ({ mode, sortField, sortOrder })),
  ),
);

describe('pages of filtered lists', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let cases: FilterCase[];

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service, { slots: 1000 });
    await loadFilterOrganization(service.app.get(Database), org.organization.id, ROWS, () => run(database.adminUrl, 'ANALYZE'));
    await run(database.adminUrl, 'VACUUM ANALYZE');
    const call: Call = async (path, request) => (request ? await org.post(path, request) : await org.get(path)).body;
    cases = casesOf(OBSERVATION_CATALOGUE, observationValues(ROWS, await knownIds(org.organization.domain, call)));
  });
  afterAll(() => service.close());

  /** The ids that a filter matches, by plain SQL. */
  async function expected(filters: object[], { mode, sortField, sortOrder }: Order): Promise<string[]> {
    const { sql, params } = compileFilter(readFilters(filters, OBSERVATION_CATALOGUE), OBSERVATION_CATALOGUE, 3);
    const direction = sortOrder === 'SORT_ORDER_ASC' ? 'ASC' : 'DESC';
    const rows = await asOwner<{ id: string }>(
      `SELECT o.id FROM observation o JOIN observation_state s ON s.organization_id = $1 AND s.observation_id = o.id
        WHERE o.organization_id = $1 AND o.view = $2 AND o.is_listed AND ${IN_MODE[mode]} AND (${sql}) IS TRUE
        ORDER BY ${[...SORT_KEYS[sortField], 'o.id'].map((key) => `${key} ${direction}`).join(', ')}`,
      [org.organization.id, 1, ...params],
    );
    return rows.map(({ id }) => id);
  }

  /** The whole list by cursor. */
  async function listed(filters: object[], order: Order): Promise<{ ids: string[]; total: string; type: string }> {
    const ids: string[] = [];
    let body: { observations: { orn: string }[]; totalCount: string; totalCountType: string; nextCursor?: string };
    let cursor: string | undefined;
    do {
      const response = await org.post('observations', { filters, ...order, limit: 200, ...(cursor && { cursor }) });
      expect([response.status, response.body.message]).toEqual([200, undefined]);
      body = response.body as typeof body;
      ids.push(...body.observations.map(({ orn }) => orn.split(':')[4] as string));
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    return { ids, total: body.totalCount, type: body.totalCountType };
  }

  async function check(filters: object[], order: Order): Promise<void> {
    const wanted = await expected(filters, order);
    const { ids, total, type } = await listed(filters, order);
    expect({ filters, order, ids }).toEqual({ filters, order, ids: wanted });
    if (type === 'TOTAL_COUNT_TYPE_EXACT') expect([filters, total]).toEqual([filters, String(wanted.length)]);
    else expect([wanted.length > COUNTED, Number(total) >= COUNTED, Number(total) <= wanted.length]).toEqual([true, true, true]);
  }

  it.each(Object.keys(OBSERVATION_CATALOGUE.fields))('are those of plain SQL, from the first to the last: %s', async (field) => {
    for (const [index, { filter }] of cases.filter((one) => one.field === field).entries())
      for (const order of THOROUGH ? ORDERS : [ORDERS[(7 * index + field.length) % ORDERS.length] as Order]) await check([filter], order);
  });

  it('have rows of both states in order, however few of one state a scan reaches', async () => {
    const filters = [
      rule('CATEGORY', 'IN', {
        stringListValue: { values: ['OBSERVATION_CATEGORY_VULNERABILITY', 'OBSERVATION_CATEGORY_NETWORK_SECURITY'] },
      }),
      list('OR', [rule('IS_FLAGGED', 'EQUALS', { boolValue: false }), rule('ASSET_PORT', 'EQUALS', { numberValue: 900 })]),
    ];
    for (const order of ORDERS.filter(({ mode }) => mode === 'OBSERVATION_MODE_ALL')) await check(filters, order);
    // Closed rows alone would fill the page: the newest open ones do not match.
    const rare = [list('OR', [rule('RESOLVED_AT', 'IS_SET'), rule('LAST_SEEN', 'LESS_THAN', { dateValue: '2026-03-01T00:00:00Z' })])];
    for (const order of ORDERS.filter(({ mode }) => mode === 'OBSERVATION_MODE_ALL')) await check(rare, order);
  });

  it('are those of plain SQL for combinations', async () => {
    const tag = (stringValue: string, comparison = 'EQUALS') => rule('TAG', comparison, { stringValue });
    const port = rule('ASSET_PORT', 'EQUALS', { numberValue: 443 });
    const assignee = rule('ASSIGNEE', 'CONTAINS', { stringValue: 'PERCENT' });
    const combinations = [
      [tag('tag-half'), tag('tag-percent')],
      [tag('tag-half'), port, assignee],
      [list('OR', [tag('tag-few'), assignee])],
      [list('OR', [tag('tag-half'), port], true)],
      [list('AND', [assignee, tag('tag-half', 'NOT_EQUALS')], true), rule('OVERDUE', 'EQUALS', { boolValue: true })],
      [tag('old')],
    ];
    for (const [index, filters] of combinations.entries())
      for (const order of THOROUGH ? ORDERS : ORDERS.filter((_, place) => place % combinations.length === index))
        await check(filters, order);
  });

  it('have rows at an offset', async () => {
    const order: Order = { mode: 'OBSERVATION_MODE_OPEN', sortField: 'severity', sortOrder: 'SORT_ORDER_DESC' };
    for (const filters of [
      [],
      [rule('TAG', 'EQUALS', { stringValue: 'tag-half' })],
      [rule('SOURCE', 'EQUALS', { stringValue: 'source-percent' })],
    ]) {
      const wanted = await expected(filters, order);
      for (const offset of [1, 30, wanted.length - 3, wanted.length + 3]) {
        const { body } = await org.post('observations', { filters, ...order, offset, limit: 5 });
        const ids = (body.observations as { orn: string }[]).map(({ orn }) => orn.split(':')[4]);
        expect({ filters, offset, ids }).toEqual({ filters, offset, ids: wanted.slice(offset, offset + 5) });
      }
    }
  });

  describe('with reported plans', () => {
    let reporting: TestApp;
    let caller: TestOrganization;

    beforeAll(async () => {
      await reportPlans(database);
      reporting = await startTestApp({ PUBLIC_BASE_URL: service.url });
      caller = org.through(reporting.url);
    });
    afterAll(() => reporting.close());

    async function fetched(request: object): Promise<number> {
      const plans = await plansDuring(() => caller.post('observations', request));
      expect(plans.length).toBeGreaterThan(1);
      return Math.max(...plans.map(({ plan }) => rowsFetched(plan, 'observation')));
    }

    it.each(['firstSeen', 'lastSeen', 'updatedAt', 'severity', 'cvssBaseScore'])(
      'fetch a rare value by its index, and check rules on other times in the index, in the order of %s',
      async (sortField) => {
        for (const rare of [
          rule('TAG', 'EQUALS', { stringValue: 'tag-few' }),
          rule('ASSIGNEE', 'EQUALS', { stringValue: 'few@example.com' }),
        ])
          expect(await fetched({ filters: [rare], sortField })).toBeLessThan(30);
        const old = rule('CREATED_AT', 'LESS_THAN', { dateValue: '2026-05-01T00:00:00Z' });
        expect(await fetched({ filters: [old], sortField, limit: 10 })).toBeLessThan(30);
      },
    );
  });
});
