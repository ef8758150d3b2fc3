import fc from 'fast-check';
import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { compileFilter } from '#platform/filters/compile-filter';
import { comparisonsOf, type FieldCatalogue, type FilterField } from '#platform/filters/field-catalogue';
import type { Comparison } from '#platform/filters/filter-expression';
import { readFilters } from '#platform/filters/read-filters';
import { asOwner } from '../isolation/tenant-tables';
import { list, rule } from '../support/filters';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const ROWS = 240;
/** `npm run trial -- properties` tries more, and every field in every mode and direction. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 25);
const THOROUGH = process.env.PROPERTY_RUNS !== undefined;
const LONG_TITLE = `A long story about a needle ${'é'.repeat(600)}`;
const MODES = ['OBSERVATION_MODE_OPEN', 'OBSERVATION_MODE_RESOLVED', 'OBSERVATION_MODE_ALL'] as const;
const IN_MODE = { OBSERVATION_MODE_OPEN: 'o.is_open', OBSERVATION_MODE_RESOLVED: 'NOT o.is_open', OBSERVATION_MODE_ALL: 'true' };
/** The order of each sort, apart from the id at the end. */
const SORT_KEYS = {
  firstSeen: ['o.first_seen'],
  lastSeen: ['o.last_seen'],
  updatedAt: ['s.updated_at'],
  severity: ['o.severity', 'o.first_seen'],
  cvssBaseScore: ['coalesce(o.cvss_base_score, -1)', 'o.first_seen'],
};
const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
const ORDERS = ['ASC', 'DESC'] as const;
/** Small pages are walked, large ones are fetched at once. */
const LIMITS = [10, 100];

interface ShownGroup {
  groupOrn: string;
  observationCount: string;
  severityCounts: Record<(typeof SEVERITIES)[number], string>;
}

/** A list in some order, with pages of some size. */
interface Asked {
  mode: (typeof MODES)[number];
  sortField: keyof typeof SORT_KEYS;
  order: (typeof ORDERS)[number];
  limit: number;
  countMode: string;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  mode: fc.constantFrom(...MODES),
  sortField: fc.constantFrom(...(Object.keys(SORT_KEYS) as (keyof typeof SORT_KEYS)[])),
  order: fc.constantFrom(...ORDERS),
  limit: fc.constantFrom(...LIMITS),
  countMode: fc.constantFrom('TOTAL_COUNT_MODE_BOUNDED', 'TOTAL_COUNT_MODE_EXACT'),
});
const IN_DEFAULT_ORDER: Asked = {
  mode: 'OBSERVATION_MODE_OPEN',
  sortField: 'firstSeen',
  order: 'DESC',
  limit: 100,
  countMode: 'TOTAL_COUNT_MODE_BOUNDED',
};

/** Texts that are in rows, in parts of them, in another case, and nowhere. */
const TEXTS = [
  '',
  'a',
  'Tl',
  'tls',
  'TLS 1.0 is accepted',
  'needle',
  'host1',
  '.com',
  'https://',
  '/login',
  'nowhere at all',
  'Needle',
  '%',
  'jo@example.com',
  'JO@EXAMPLE',
];
const KEYWORDS = [
  'CWE-79',
  'cwe-80',
  'CVE-2024-1',
  'CVE-2024-2',
  'Rare',
  'common',
  'Scanner',
  'nuclei',
  '203.0.113.7',
  '10.0.0.3',
  'tls_weak_protocol',
  'x',
  'JIRA',
  'sec-3',
];

const OF_ROWS: FieldCatalogue = {
  ...OBSERVATION_CATALOGUE,
  fields: Object.fromEntries(
    Object.entries(OBSERVATION_CATALOGUE.fields).map(([name, field]) => [name, { ...field, spellings: undefined }]),
  ),
};

/** Every field with every comparison, alone and in trees: a list must match its rows, whichever plan finds them. */
describe('a filter', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendors: TestVendor[];
  let names: string[];

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendors = await Promise.all(Array.from({ length: 4 }, () => aVendor(service, org)));
    const group = await org.post('vendors/groups', { name: 'Some' });
    await org.post(`vendors/groups/${group.body.vendorGroup.id}/vendors`, { vendorIds: [vendors[1]?.id, vendors[2]?.id] });
    const { body } = await importFindings(
      org,
      Array.from({ length: ROWS }, (_, index) => finding(index, vendors)),
    );
    expect([body.created > 200, body.rejected]).toEqual([true, 0]);
    const filter = (title: string) => ({ filters: [titled(title)] });
    const moved = await org.post('observations/actions/status', { ...filter('Nr. 1'), approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const triaged = await org.post('observations/actions/status', {
      ...filter('Nr. 3'),
      approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL',
    });
    const flagged = await org.post('observations/actions/flag', filter('Nr. 7'));
    expect([moved.body.updatedCount > 50, triaged.body.updatedCount > 1, flagged.body.flaggedCount > 1]).toEqual([true, true, true]);
    await triage(org, filter);
    const orns = await org.post('observations', { limit: 2 });
    const groups = await org.post('observations/groups', { limit: 3 });
    names = [
      ...orns.body.observations.map(({ orn }: { orn: string }) => orn),
      ...groups.body.observationGroups.map(({ groupOrn }: { groupOrn: string }) => groupOrn),
      group.body.vendorGroup.id,
      ...vendors.map(({ id }) => id),
      ...vendors.map(({ domain }) => domain),
    ];
  });
  afterAll(() => service.close());

  /** The ids of the result by the rows themselves, in order, without the stored spellings of their tags. */
  async function expected(filters: unknown, { mode, sortField, order } = IN_DEFAULT_ORDER): Promise<string[]> {
    const { sql, params } = compileFilter(readFilters(filters, OBSERVATION_CATALOGUE), OF_ROWS, 2);
    const where = `o.organization_id = $1 AND o.is_listed AND ${IN_MODE[mode]} AND ${sql}`;
    const keys = [...SORT_KEYS[sortField], 'o.id'].map((key) => `${key} ${order}`).join(', ');
    const rows = await asOwner<{ id: string }>(
      `SELECT o.id FROM observation o JOIN observation_state s ON s.organization_id = $1 AND s.observation_id = o.id WHERE ${where} ORDER BY ${keys}`,
      [org.organization.id, ...params],
    );
    return rows.map(({ id }) => id);
  }

  async function listed(filters: unknown, { order, ...request }: Asked): Promise<{ ids: string[]; total: string }> {
    const ids: string[] = [];
    let cursor: string | undefined;
    let total: string;
    do {
      const { status, body } = await org.post('observations', {
        filters,
        ...request,
        sortOrder: `SORT_ORDER_${order}`,
        ...(cursor && { cursor }),
      });
      expect([status, body.message]).toEqual([200, undefined]);
      for (const { orn } of body.observations as { orn: string }[]) ids.push(orn.split(':')[4] as string);
      total = body.totalCount;
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    return { ids, total };
  }

  async function check(filters: unknown, list: Asked): Promise<void> {
    const wanted = await expected(filters, list);
    const { ids, total } = await listed(filters, list);
    expect({ filters, list, ids, total }).toEqual({ filters, list, ids: wanted, total: String(wanted.length) });
  }

  it.each(Object.keys(OBSERVATION_CATALOGUE.fields))('returns exactly the matching rows: %s', async (name) => {
    const field = OBSERVATION_CATALOGUE.fields[name] as FilterField;
    for (const [index, comparison] of comparisonsOf(field).entries()) {
      const [filter] = fc.sample(ruleOn(name, comparison, names), { numRuns: 1, seed: name.length });
      const modes = THOROUGH ? MODES : MODES.filter((_, mode) => mode === (name.length + index) % MODES.length);
      for (const mode of modes) await check([filter], { ...IN_DEFAULT_ORDER, mode });
    }
  });

  // Orders whose index does not have what the filter compares, or only piece by piece.
  it.each([
    ['SEVERITY', 'severity'],
    ['CVSS_BASE_SCORE', 'cvssBaseScore'],
    ['FIRST_SEEN', 'severity'],
    ['FIRST_SEEN', 'cvssBaseScore'],
    ['ORN', 'updatedAt'],
    ['LAST_SEEN', 'updatedAt'],
    ['UPDATED_AT', 'lastSeen'],
  ] as const)('returns the matching rows of %s in the order of %s, page by page', async (name, sortField) => {
    const field = `OBSERVATIONS_FIELD_${name}`;
    for (const [turn, comparison] of comparisonsOf(OBSERVATION_CATALOGUE.fields[field] as FilterField).entries()) {
      const filters = fc.sample(ruleOn(field, comparison, names), { numRuns: 2, seed: comparison.length });
      const lists = filters.flatMap((filter, index) =>
        ORDERS.map((order) => ({ filter, mode: MODES[2 * index] as (typeof MODES)[number], order })),
      );
      for (const { filter, mode, order } of THOROUGH ? lists : lists.filter((_, index) => index === turn % lists.length))
        await check([filter], { ...IN_DEFAULT_ORDER, mode, sortField, order, limit: 10 });
    }
  });

  it.each(Object.keys(OBSERVATION_CATALOGUE.fields).filter((name) => OBSERVATION_CATALOGUE.fields[name]?.type === 'date'))(
    'returns everything once for the negation of a live range of %s that begins in the future',
    async (name) => {
      const none = rule(name.replace('OBSERVATIONS_FIELD_', ''), 'BETWEEN', {
        dateRangeValue: { startTime: '2999-01-01T00:00:00Z', live: true },
      });
      for (const sortField of ['firstSeen', 'updatedAt'] as const)
        await check([list('AND', [none], true)], { ...IN_DEFAULT_ORDER, mode: 'OBSERVATION_MODE_ALL', sortField });
    },
  );

  it('returns exactly the matching rows for any tree of rules, in any order', async () => {
    const { tree } = fc.letrec<{ tree: object }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 2, depthSize: 'small' },
        anyRule(names),
        fc
          .record({
            operator: fc.constantFrom('AND' as const, 'OR' as const),
            nodes: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
            negated: fc.boolean(),
          })
          .map(({ operator, nodes, negated }) => list(operator, nodes, negated)),
      ),
    }));
    await fc.assert(fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 2 }), asked, check), { numRuns: RUNS });
  });

  /** The counts of each group by the rows themselves, as the list shows them. */
  async function groupCounts(filters: unknown, mode: Asked['mode']): Promise<string[]> {
    const { sql, params } = compileFilter(readFilters(filters, OBSERVATION_CATALOGUE), OF_ROWS, 2);
    const bySeverity = SEVERITIES.map((_, index) => `count(*) FILTER (WHERE o.severity = ${index + 1})`).join(', ');
    const rows = await asOwner<{ counts: string }>(
      `SELECT concat_ws(' ', key, count(*), ${bySeverity}) AS counts
         FROM observation o, unnest(CASE WHEN cardinality(o.cve_ids) > 0 THEN o.cve_ids ELSE ARRAY[o.observation_type] END) AS key
        WHERE o.organization_id = $1 AND o.is_listed AND ${IN_MODE[mode]} AND ${sql} GROUP BY key`,
      [org.organization.id, ...params],
    );
    return rows.map(({ counts }) => counts).sort();
  }

  it('counts the matching rows of each group, or all but what the filter excludes', async () => {
    const severe = rule('SEVERITY', 'GREATER_THAN', { stringValue: 'OBSERVATION_SEVERITY_LOW' });
    await fc.assert(
      fc.asyncProperty(anyRule(names), fc.constantFrom(...MODES), async (one, mode) => {
        const others = list('AND', [one], true);
        for (const filters of [[one], [others], [severe, others]]) {
          const { body } = await org.post('observations/groups', { filters, mode, limit: 200 });
          const counts = (body.observationGroups as ShownGroup[]).map(({ groupOrn, observationCount, severityCounts }) =>
            [groupOrn.split(':')[4], observationCount, ...SEVERITIES.map((severity) => severityCounts[severity])].join(' '),
          );
          expect({ filters, mode, counts: counts.sort() }).toEqual({ filters, mode, counts: await groupCounts(filters, mode) });
          expect(body).toMatchObject({ totalCount: String(counts.length) });
        }
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });

  it('flags and moves exactly the matching rows', async () => {
    const filters = [titled('needle')];
    const wanted = await expected(filters);
    expect(wanted.length).toBeGreaterThan(0);
    const { body } = await org.post('observations/actions/flag', { filters });
    expect(Number(body.flaggedCount) + Number(body.alreadyFlaggedCount)).toBe(wanted.length);
    expect(await expected([...filters, { rule: flagRule(true) }])).toEqual(wanted);
  });
});

/** Owners, due dates and references on some, set by hand and by policy, in any state. */
async function triage(org: TestOrganization, filter: (title: string) => object): Promise<void> {
  const assigned = await org.post('observations/actions/assign', {
    ...filter('Nr. 5'),
    assignee: 'Jo@example.com',
    dueAt: '2030-01-01T00:00:00Z',
  });
  const other = await org.post('observations/actions/assign', { ...filter('Nr. 6'), assignee: 'sam', dueAt: '2026-02-03T00:00:00Z' });
  const both = [
    { system: 'Jira', key: 'SEC-3' },
    { system: 'ServiceNow', key: 'JIRA' },
  ];
  const noted = await org.post('observations/actions/annotate', { ...filter('Nr. 8'), externalReferences: both });
  const policy = await org.patch('remediation-policy', { daysBySeverity: { high: 4, medium: 3650 } });
  expect([assigned.body.updatedCount > 1, other.body.updatedCount > 1, noted.body.updatedCount > 1, policy.status]).toEqual([
    true,
    true,
    true,
    200,
  ]);
  for (const text of ['Nr. 50', 'Nr. 60', 'Nr. 80'])
    await org.post('observations/actions/status', { ...filter(text), approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
}

function titled(text: string) {
  return {
    rule: { field: { observationsField: 'OBSERVATIONS_FIELD_TITLE' }, comparison: 'COMPARISON_CONTAINS', value: { stringValue: text } },
  };
}

function flagRule(boolValue: boolean) {
  return { field: { observationsField: 'OBSERVATIONS_FIELD_IS_FLAGGED' }, comparison: 'COMPARISON_EQUALS', value: { boolValue } };
}

function anyRule(names: readonly string[]): fc.Arbitrary<object> {
  const all = Object.entries(OBSERVATION_CATALOGUE.fields).flatMap(([name, field]) =>
    comparisonsOf(field).map((comparison) => ruleOn(name, comparison, names)),
  );
  return fc.oneof(...all);
}

function ruleOn(name: string, comparison: Comparison, names: readonly string[]): fc.Arbitrary<object> {
  const field = OBSERVATION_CATALOGUE.fields[name] as FilterField;
  return valueFor(field, comparison, names).map((value) => ({
    rule: { field: { observationsField: name }, comparison, ...(value && { value }) },
  }));
}

function valueFor(field: FilterField, comparison: Comparison, names: readonly string[]): fc.Arbitrary<object | undefined> {
  if (comparison.endsWith('SET')) return fc.constant(undefined);
  const text = fc.constantFrom(...(field.type === 'enum' ? field.enumeration.members : [...TEXTS, ...KEYWORDS, ...names, LONG_TITLE]));
  const number = field.type === 'i64' ? fc.constantFrom(0, 22, 443, 8443) : fc.constantFrom(0, 0.005, 0.5, 0.91, 5, 7.5, 9.8, 10);
  const date = fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-05T00:00:00Z', '2026-02-03T00:00:00Z', '2030-01-01T00:00:00Z');
  if (comparison.endsWith('_IN')) return fc.array(text, { minLength: 1, maxLength: 4 }).map((values) => ({ stringListValue: { values } }));
  if (comparison === 'COMPARISON_BETWEEN') {
    return field.type === 'date'
      ? date.map((startTime) => ({ dateRangeValue: { startTime, live: true } }))
      : number.map((min) => ({ numberRangeValue: { min } }));
  }
  switch (field.type) {
    case 'boolean':
      return fc.boolean().map((boolValue) => ({ boolValue }));
    case 'date':
      return date.map((dateValue) => ({ dateValue }));
    case 'number':
    case 'i64':
      return number.map((numberValue) => ({ numberValue }));
    default:
      return text.map((stringValue) => ({ stringValue }));
  }
}

/** Some values are common, some rare, some unset; some texts are long, and some differ only in case. */
function finding(index: number, vendors: readonly TestVendor[]): Record<string, unknown> {
  const host = `host${index % 5}.${vendors[index % vendors.length]?.domain}`;
  const assets = [
    {
      ipPort: {
        address: index % 30 === 0 ? '203.0.113.7' : `10.0.0.${index % 9}`,
        port: String([22, 443, 8443][index % 3]),
        protocol: 'TCP',
      },
    },
    { url: { url: `https://${host}/${index % 40 === 1 ? 'login' : 'page'}/${index}` } },
    undefined,
  ];
  const asset = assets[index % 3];
  return aFinding(host, {
    title: index === 200 || index === 201 ? `${LONG_TITLE} ${index}` : `${index % 50 === 4 ? 'a NEEDLE in' : 'plain'} Nr. ${index}`,
    observationType: index % 4 === 0 ? 'tls_weak_protocol' : `type_${index % 7}`,
    category: ['ENCRYPTION', 'VULNERABILITY', 'DNS_HEALTH'][index % 3],
    severity: ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'][index % 5],
    source: { name: index % 60 === 5 ? 'Nuclei' : 'scanner' },
    tags: [...(index % 2 === 0 ? ['common'] : []), ...(index % 80 === 9 ? ['Rare', 'rare'] : [])],
    firstSeen: `2026-01-${String(1 + (index % 20)).padStart(2, '0')}T00:00:00.000Z`,
    ...(asset && { asset }),
    ...(index % 6 === 0 && { cveIds: [`CVE-2024-100${index % 4}`, ...(index % 12 === 0 ? ['CVE-2024-1009'] : [])] }),
    ...(index % 9 === 0 && { cweIds: ['CWE-79'] }),
    ...(index % 8 === 0 && { confidence: 'LIKELY' }),
    ...(index % 5 === 0 && { cvssScores: [{ version: 'V3_1', baseScore: [5, 7.5, 9.8][index % 3], cvssVector: '', scoreSource: 'nvd' }] }),
    ...(index % 10 === 0 && { epss: { score: [0.005, 0.5, 0.91][index % 3], percentile: 0.5 } }),
  });
}
