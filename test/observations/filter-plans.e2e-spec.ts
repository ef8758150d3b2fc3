import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { COUNT_BOUND } from '#modules/observations/total-count';
import { Database } from '#platform/database/database';
import { casesOf, observationValues, type FilterCase } from '../../bench/filter-cases';
import { loadFilterOrganization } from '../../bench/filter-organization';
import { knownIds, type Call } from '../../bench/known-ids';
import { list, rule } from '../support/filters';
import { TestOrganization } from '../support/organization';
import { fileDatabase, run, runFor } from '../support/database';
import { loops, plansDuring, reportPlans, rowsFetched, rowsRead } from '../support/plans';
import { startTestApp, type TestApp } from '../support/test-app';
import { walk } from '../support/walk';

/** Several times more than a statement may count, and enough for the planner to have a choice. */
const ROWS = 40_000;
/** Finding 10,001 rows among twice as many is allowed, and an index entry for each row of a value that half of them have. */
const MAX_READ = 0.6 * ROWS;
/** What may be read to find the few observations that a filter excludes. */
const MAX_EXCLUDED = 0.05 * ROWS;
/** What a walk may read if the kept days say where it begins. */
const MAX_READ_OF_RANGE = 0.3 * ROWS;
/** The statement that looks up the rules of a filter. It counts up to 20,000 entries of an index, however many rows there are. */
const LOOKS_UP = ' AS numbers FROM ';
/** `npm run trial -- plans` tries every comparison with every share of the rows; the suite tries it with one share, in turn. */
const THOROUGH = process.env.PLANS === 'thorough';
/** A limit for what hangs. */
const LOADING_MS = 1_200_000;
const SORTS = ['firstSeen', 'lastSeen', 'updatedAt', 'severity', 'cvssBaseScore'];

describe('the plans of filters', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let cases: FilterCase[];

  beforeAll(async () => {
    const loading = await startTestApp();
    const loaded = await TestOrganization.create(loading, { slots: 1000 });
    const other = await TestOrganization.create(loading, { slots: 1000 });
    const analyze = () => run(database.adminUrl, 'ANALYZE');
    await loadFilterOrganization(loading.app.get(Database), loaded.organization.id, ROWS, analyze);
    await loadFilterOrganization(loading.app.get(Database), other.organization.id, ROWS / 10, analyze);
    await run(database.adminUrl, 'VACUUM ANALYZE');
    await loading.close();
    await reportPlans(database); // to the connections of another service: to report the plans of a load takes long
    service = await startTestApp({ PUBLIC_BASE_URL: loading.url });
    org = loaded.through(service.url);
    const call: Call = async (path, request) => (request ? await org.post(path, request) : await org.get(path)).body;
    const ids = await knownIds(org.organization.domain, call);
    cases = casesOf(OBSERVATION_CATALOGUE, observationValues(ROWS, ids));
  }, LOADING_MS);
  afterAll(async () => {
    await service.close();
  });

  /** The cases of a field that this run tries. */
  function casesFor(name: string, isMeant: (one: FilterCase) => boolean = () => true): FilterCase[] {
    const meant = cases.filter((one) => one.field === name && isMeant(one));
    if (THOROUGH) return meant;
    const comparisons = [...new Set(meant.map(({ comparison }) => comparison))];
    return comparisons.map((comparison, index) => {
      const shares = meant.filter((one) => one.comparison === comparison);
      return shares[(index + name.length) % shares.length] as FilterCase;
    });
  }

  /** What a call reads too much of; nothing, if all is well. */
  async function excess(path: string, request: object, maxRead = MAX_READ): Promise<string[]> {
    const plans = await plansDuring(async () => {
      const { status, body } = await org.post(path, request);
      expect([request, status, body.message]).toEqual([request, 200, undefined]);
    });
    expect(plans.length).toBeGreaterThan(0);
    return plans.flatMap(({ sql, plan }) =>
      [...rowsRead(plan)].filter(([, rows]) => rows > maxRead).map(([from, rows]) => `${rows} of ${from}: ${sql}`),
    );
  }

  it.each(Object.keys(OBSERVATION_CATALOGUE.fields))('read at most 60 % of the organization for a list by %s', async (field) => {
    for (const [index, { comparison, share, filter }] of casesFor(field).entries()) {
      const sortField = SORTS[(index + field.length) % SORTS.length];
      const sortOrder = index % 2 === 0 ? 'SORT_ORDER_DESC' : 'SORT_ORDER_ASC';
      const found = {
        comparison,
        share,
        sortField,
        sortOrder,
        excess: await excess('observations', { filters: [filter], sortField, sortOrder }),
      };
      expect(found).toEqual({ ...found, excess: [] });
    }
  });

  const tag = (value: string, comparison = 'EQUALS') => rule('TAG', comparison, { stringValue: value });

  // The days of the last sighting and of the last change are not kept together: those of the first sighting lead from one to the other.
  it.each([
    ['FIRST_SEEN', ['lastSeen', 'updatedAt', 'severity', 'cvssBaseScore']],
    ['LAST_SEEN', ['firstSeen', 'severity', 'cvssBaseScore']],
    ['UPDATED_AT', ['firstSeen', 'lastSeen', 'severity', 'cvssBaseScore']],
    ['CREATED_AT', ['firstSeen', 'lastSeen', 'updatedAt', 'severity', 'cvssBaseScore']],
  ])('begin where the matches of a range of %s are, at the far end of another order', async (name, sorts) => {
    const half = cases.filter(({ field, share }) => field.endsWith(name) && share === 'half');
    const oldest = half.filter(({ comparison }) => /LESS|BETWEEN/.test(comparison));
    expect(oldest).toHaveLength(3);
    for (const { comparison, filter } of oldest)
      for (const sortField of sorts) {
        const excessive = await excess('observations', { filters: [filter], sortField }, MAX_READ_OF_RANGE);
        const found = { comparison, sortField, excess: excessive.filter((one) => !one.includes(LOOKS_UP)) };
        expect(found).toEqual({ ...found, excess: [] });
      }
  });

  it.each([
    ['SEVERITY', 'NOT_EQUALS', 'severity', 'SORT_ORDER_ASC'],
    ['SEVERITY', 'GREATER_THAN', 'severity', 'SORT_ORDER_ASC'],
    ['CVSS_BASE_SCORE', 'NOT_EQUALS', 'cvssBaseScore', 'SORT_ORDER_DESC'],
    ['CVSS_BASE_SCORE', 'GREATER_THAN_OR_EQUAL', 'cvssBaseScore', 'SORT_ORDER_ASC'],
    ['CVSS_BASE_SCORE', 'LESS_THAN_OR_EQUAL', 'cvssBaseScore', 'SORT_ORDER_ASC'],
  ])('read no row that does not match by %s %s, in the order of %s, %s', async (name, comparison, sortField, sortOrder) => {
    const [half] = ofField(name, comparison, 'half');
    const request = { filters: [half?.filter], sortField, sortOrder, limit: PAGE };
    const { nextCursor: cursor } = (await org.post('observations', request)).body as { nextCursor: string };
    for (const page of [request, { ...request, cursor }]) expect(await fetchedRows(page)).toBe(PAGE + 1);
  });

  it.each(['firstSeen', 'lastSeen'])('begin at the oldest rows for a value that only old rows have, sorted by %s', async (sortField) => {
    // Three times what a page of evenly spread rows would need, and no more before the kept days are asked.
    expect(await excess('observations', { filters: [tag('old')], sortField }, 0.15 * ROWS)).toEqual([]);
  });

  it('compare few URLs for ENDS_WITH, although many URLs contain the same letters', async () => {
    const endsWith = (stringValue: string) => [rule('ASSET_URL', 'ENDS_WITH', { stringValue })];
    // Five times a page of the newest rows are tried, and searched for a match, before the values are looked up.
    const newest = expect.stringMatching(new RegExp(`^${5 * (PAGE + 1)} of observation: `)) as unknown;
    const tried = [newest, newest];
    expect(await excess('observations', { filters: endsWith('://HALF.site.com/1') }, 10)).toEqual(tried);
    expect(await excess('observations', { filters: endsWith('/1') }, 10)).toEqual(tried);
  });

  it('count URLs with the same beginning along their key, and stop one past the bound of the count', async () => {
    const startsWith = { filters: [rule('ASSET_URL', 'STARTS_WITH', { stringValue: 'HTTPS://half.Site.com/' })] };
    // A tenth of the URLs that are read belong to closed observations.
    expect(await excess('observations', startsWith, 1.12 * COUNT_BOUND)).toEqual([]);
    const { body } = await org.post('observations', startsWith);
    expect(body).toMatchObject({ totalCount: String(COUNT_BOUND), totalCountType: 'TOTAL_COUNT_TYPE_LOWER_BOUND' });
    const exact = await org.post('observations', { ...startsWith, countMode: 'TOTAL_COUNT_MODE_EXACT' });
    expect(exact.body).toMatchObject({ totalCount: String(0.45 * ROWS), totalCountType: 'TOTAL_COUNT_TYPE_EXACT' });
  });

  it('count URLs with a text in common along their key, on both sides of a match', async () => {
    const contains = { filters: [rule('ASSET_URL', 'CONTAINS', { stringValue: 'half.Site' })] };
    expect(await fetchedRows(contains)).toBeLessThanOrEqual(5 * (PAGE + 1));
    const { body } = await org.post('observations', contains);
    expect(body).toMatchObject({ totalCount: String(COUNT_BOUND), totalCountType: 'TOTAL_COUNT_TYPE_LOWER_BOUND' });
    expect(body.observations).toHaveLength(PAGE);
  });

  it('read no further than the bound of the count for URLs with the same beginning, in any state', async () => {
    const startsWith = {
      filters: [rule('ASSET_URL', 'STARTS_WITH', { stringValue: 'https://half.site.com/' })],
      mode: 'OBSERVATION_MODE_ALL',
    };
    expect(await excess('observations', startsWith, 1.25 * COUNT_BOUND)).toEqual([]);
    const { body } = await org.post('observations', startsWith);
    expect(body).toMatchObject({ totalCount: String(COUNT_BOUND), totalCountType: 'TOTAL_COUNT_TYPE_LOWER_BOUND' });
  });

  it('walk the index of the sort for a page of URLs if fetching them by their terms takes longer', async () => {
    // 360 of 36,000 open observations match, and a page takes about 1,100 of them.
    const request = { filters: [rule('ASSET_URL', 'CONTAINS', { stringValue: 'percent.site' })], limit: SMALL_PAGE };
    const plans = await plansDuring(() => org.post('observations', request));
    expect(plans.filter(({ sql }) => sql.includes('o.terms &&'))).toEqual([]);
    const { body } = await org.post('observations', request);
    expect(body).toMatchObject({ totalCount: '360', totalCountType: 'TOTAL_COUNT_TYPE_EXACT' });
    expect(body.observations).toHaveLength(SMALL_PAGE);
  });

  const PAGE = 50;
  const SMALL_PAGE = 10;
  const BESIDE = ['ASSIGNEE', 'DUE_AT', 'EXTERNAL_REFERENCE'];
  const ofField = (name: string, comparison: string, share: FilterCase['share']) =>
    cases.filter((one) => one.field.endsWith(`_${name}`) && one.comparison === `COMPARISON_${comparison}` && one.share === share);

  /** The most rows that a statement of a list fetches from the table. */
  async function fetchedRows(request: object): Promise<number> {
    const plans = await plansDuring(() => org.post('observations', request));
    return Math.max(...plans.map(({ plan }) => rowsFetched(plan, 'observation')));
  }

  const besideObservations = (share: FilterCase['share']) => BESIDE.flatMap((name) => ofField(name, 'EQUALS', share));

  it.each(SORTS)('fetch only the rows of the page, sorted by %s, for filters on assignee, due date or ticket', async (sortField) => {
    const half = besideObservations('half');
    expect(half).toHaveLength(BESIDE.length);
    for (const { field, filter } of half)
      expect([field, await fetchedRows({ filters: [filter], sortField, limit: PAGE })]).toEqual([field, PAGE + 1]);
  });

  it.each(SORTS)('compare the index of %s with the ids of the matches, where they are neither few nor many', async (sortField) => {
    const listed = [...besideObservations('percent'), ...ofField('EPSS_SCORE', 'GREATER_THAN', 'percent')];
    expect(listed).toHaveLength(BESIDE.length + 1);
    // With a small page, fetching all matches would cost more.
    for (const { field, filter } of listed)
      expect([field, await fetchedRows({ filters: [filter], sortField, limit: SMALL_PAGE })]).toEqual([field, SMALL_PAGE + 1]);
  });

  it.each(['firstSeen', 'lastSeen'])('begin where the observations of old flags are, in the order of %s', async (sortField) => {
    const [old] = ofField('FLAGGED_AT', 'BETWEEN', 'half');
    expect(await fetchedRows({ filters: [old?.filter], sortField, limit: SMALL_PAGE })).toBe(SMALL_PAGE + 1);
  });

  it.each(['UPDATED_AT', 'LAST_SEEN', 'CREATED_AT'])(
    'do not walk through the last day of a range of %s that ends with its first moment',
    async (name) => {
      const [old] = ofField(name, 'LESS_THAN_OR_EQUAL', 'half');
      const plans = await plansDuring(() => org.post('observations', { filters: [old?.filter], limit: PAGE }));
      const walked = plans.filter(({ sql }) => sql.includes('AS place')).map(({ plan }) => rowsRead(plan).get('observation') ?? 0);
      // The entries of the page, one more, and their rows; a few rows share the first moment.
      expect(Math.max(...walked)).toBeLessThanOrEqual(2 * PAGE + 10);
    },
  );

  it.each(SORTS)('read no closed observation to find those without a time of resolution, in the order of %s', async (sortField) => {
    const filters = [rule('RESOLVED_AT', 'IS_NOT_SET')];
    const request = { filters, sortField, mode: 'OBSERVATION_MODE_RESOLVED' };
    expect(await excess('observations', request, 0)).toEqual([expect.stringContaining(LOOKS_UP)]);
    expect((await org.post('observations', request)).body).toMatchObject({ observations: [], totalCount: '0' });
  });

  it.each(SORTS)('read no closed observation if only open ones can match, in the order of %s', async (sortField) => {
    const [percent] = ofField('APPROVAL_STATUS', 'EQUALS', 'percent');
    const request = { filters: [percent?.filter], sortField, limit: SMALL_PAGE };
    const inAnyState = { ...request, mode: 'OBSERVATION_MODE_ALL' };
    const plans = await plansDuring(() => org.post('observations', inAnyState));
    expect(plans.filter(({ sql }) => /NOT \w\.is_open/.test(sql))).toEqual([]);
    const [open, all] = [await org.post('observations', request), await org.post('observations', inAnyState)];
    expect(all.body.observations).toEqual(open.body.observations);
    expect(all.body).toMatchObject({ totalCount: open.body.totalCount, totalCountType: 'TOTAL_COUNT_TYPE_EXACT' });
  });

  it('do not look up rows again that an index has found', async () => {
    const percent = besideObservations('percent');
    expect(percent).toHaveLength(BESIDE.length);
    for (const { field, filter } of percent)
      expect([field, await excess('observations', { filters: [filter] }, 1.2 * (ROWS / 100))]).toEqual([field, []]);
  });

  // Half of them are overdue, and half are not.
  const rarelySet = Object.keys(OBSERVATION_CATALOGUE.fields).filter((name) => !name.endsWith('OVERDUE'));
  it.each(rarelySet)('read at most 60 % of the organization for groups of few observations by %s', async (field) => {
    const isRare = ({ share, comparison }: FilterCase) => share !== 'half' && !/NOT|GREATER|LESS/.test(comparison);
    for (const { comparison, share, filter } of casesFor(field, isRare)) {
      const found = { comparison, share, excess: await excess('observations/groups', { filters: [filter] }) };
      expect(found).toEqual({ ...found, excess: [] });
    }
  });

  /** Matches by the numbers of their groups: each observation of this data has one group. */
  async function matchesByGroups(filter: object): Promise<number> {
    const groups = await walk(org, 'observations/groups', 'observationGroups', { filters: [filter] });
    return groups.reduce((sum, { observationCount }) => sum + Number(observationCount), 0);
  }

  async function exactCount(filter: object): Promise<number> {
    const { body } = await org.post('observations', { filters: [filter], countMode: 'TOTAL_COUNT_MODE_EXACT', limit: 1 });
    return Number(body.totalCount);
  }

  it.each(rarelySet)('subtract few observations from all groups if a filter excludes them by %s', async (field) => {
    const isPlain = ({ share, comparison }: FilterCase) =>
      share !== 'half' && /_(EQUALS|IN)$/.test(comparison) && !comparison.includes('NOT');
    const plain = casesFor(field, isPlain);
    for (const { comparison, share, filter } of THOROUGH ? plain : plain.slice(-1)) {
      const others = list('AND', [filter], true);
      for (const filters of [[others], [rule('SEVERITY', 'GREATER_THAN', { stringValue: 'OBSERVATION_SEVERITY_LOW' }), others]]) {
        const excessive = await excess('observations/groups', { filters }, MAX_EXCLUDED);
        const found = { comparison, share, filters, excess: excessive.filter((one) => !one.includes(LOOKS_UP)) };
        expect(found).toEqual({ ...found, excess: [] });
      }
      expect([filter, await matchesByGroups(others)]).toEqual([filter, await exactCount(others)]);
    }
  });

  // Ranges are read along an index if they are short enough.
  const ranges = ['FIRST_SEEN', 'LAST_SEEN', 'UPDATED_AT', 'CREATED_AT', 'EPSS_SCORE', 'DUE_AT'].map(
    (name) => `OBSERVATIONS_FIELD_${name}`,
  );
  it.each(THOROUGH ? Object.keys(OBSERVATION_CATALOGUE.fields) : ranges)('count every match of many in the groups by %s', async (field) => {
    const many = cases.filter((one) => one.field === field && one.share === 'half');
    for (const { comparison, filter } of THOROUGH ? many : many.filter((one) => /BETWEEN|LESS_THAN$/.test(one.comparison)))
      expect([comparison, await matchesByGroups(filter)]).toEqual([comparison, await exactCount(filter)]);
  });

  it('join the ids of many matches for groups, and look up no row of another table for each', async () => {
    const half = [...besideObservations('half'), ...ofField('OVERDUE', 'EQUALS', 'half')];
    expect(half).toHaveLength(BESIDE.length + 1);
    for (const { field, filter } of half) {
      const plans = await plansDuring(() => org.post('observations/groups', { filters: [filter] }));
      const read = plans.map(({ plan }) => loops(plan, ['observation_state', 'observation_reference']));
      expect([field, Math.max(...read)]).toEqual([field, 1]);
      expect([field, await matchesByGroups(filter)]).toEqual([field, await exactCount(filter)]);
    }
  });

  it('look up many values in portions, and also those that a filter excludes', async () => {
    const [startsWith] = ofField('TITLE', 'STARTS_WITH', 'percent');
    const titles = startsWith?.filter as object;
    expect(await exactCount(titles)).toBeGreaterThan(0.8 * (ROWS / 100));
    for (const filter of [titles, list('AND', [titles], true)]) {
      const plans = await plansDuring(() => org.post('observations/groups', { filters: [filter] }));
      const sql = plans.map((run) => run.sql).join();
      expect(sql).toMatch(/o\.terms && p\.terms/);
      expect(await matchesByGroups(filter)).toBe(await exactCount(filter));
    }
  });

  it.each(rarelySet)('read at most 60 % of the organization to flag few observations by %s', async (field) => {
    const few = cases.filter((one) => one.field === field && one.share === 'few' && /_(EQUALS|IN)$/.test(one.comparison));
    for (const { comparison, filter } of few.filter((one) => !one.comparison.includes('NOT'))) {
      const found = { comparison, excess: await excess('observations/actions/flag', { filters: [filter] }) };
      expect(found).toEqual({ ...found, excess: [] });
    }
  });

  const port = (numberValue: number) => rule('ASSET_PORT', 'EQUALS', { numberValue });
  const source = (stringValue: string) => rule('SOURCE', 'EQUALS', { stringValue });
  it.each([
    ['two frequent values that no row has both of', [tag('tag-half'), tag('tag-percent')]],
    ['three rules', [tag('tag-half'), port(443), source('source-percent')]],
    ['one rule or the other', [list('OR', [tag('tag-few'), port(1), source('source-percent')])]],
    ['neither of two rules', [list('OR', [tag('tag-half'), port(443)], true)]],
    ['a value of the oldest rows', [tag('old')]],
    ['all but a frequent value', [tag('tag-half', 'NOT_EQUALS')]],
  ])('never read the organization for %s', async (_, filters) => {
    for (const sortField of SORTS) expect([sortField, await excess('observations', { filters, sortField })]).toEqual([sortField, []]);
  });

  it('read only exploited observations for the vendors that have some', async () => {
    const plans = await plansDuring(async () => {
      const { body } = await org.get('questions/exploited-vendors');
      expect(body.observationCount).toBeGreaterThan(5);
    });
    const read = plans.flatMap(({ plan }) => rowsRead(plan).get('observation') ?? []);
    expect(Math.max(...read)).toBeLessThan(PAGE);
  });

  it('count exactly the observations that share a ticket, more of them than are read beforehand', async () => {
    const sharing = 12_000;
    await runFor(
      database.adminUrl,
      org.organization.id,
      `INSERT INTO observation_reference (organization_id, observation_id, system, key, view, is_open, is_listed)
       SELECT organization_id, id, 'tracker', 'SHARED-1', view, is_open, is_listed FROM observation
        WHERE organization_id = '${org.organization.id}' AND is_open AND is_listed LIMIT ${sharing}`,
    );
    const count = async (filters: object[]) => {
      const { body } = await org.post('observations', { filters, countMode: 'TOTAL_COUNT_MODE_EXACT', limit: 1 });
      return Number(body.totalCount);
    };
    const shares = (comparison: string) => [rule('EXTERNAL_REFERENCE', comparison, { stringValue: 'shared-1' })];
    const all = await count([]);
    expect([await count(shares('EQUALS')), await count(shares('NOT_EQUALS'))]).toEqual([sharing, all - sharing]);
    // Some of them have other tickets, too, and are in their groups only once.
    const [anyTicket] = ofField('EXTERNAL_REFERENCE', 'IS_SET', 'half');
    expect(await matchesByGroups(anyTicket?.filter as object)).toBe(await exactCount(anyTicket?.filter as object));
  });
});
