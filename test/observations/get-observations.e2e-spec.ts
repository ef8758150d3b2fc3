import { list, rule } from '../support/filters';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';
import { SEVERITIES, sixtyFindings } from './sixty-findings';

interface Shown {
  orn: string;
  title: string;
  severity: string;
  firstSeen: string;
  lastSeen: string;
  updatedAt: string;
  cvssScores: { baseScore: number }[];
  approvalStatus: string;
}

describe('GetObservations', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await sixtyFindings(service);
  });
  afterAll(() => service.close());

  async function walk(request: Record<string, unknown>): Promise<Shown[]> {
    const seen: Shown[] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await org.post('observations', { ...request, cursor });
      expect(status).toBe(200);
      seen.push(...(body.observations as Shown[]));
      cursor = body.nextCursor as string | undefined;
    } while (cursor);
    return seen;
  }

  const KEYS: Record<string, (row: Shown) => string | number> = {
    firstSeen: (row) => row.firstSeen,
    lastSeen: (row) => row.lastSeen,
    updatedAt: (row) => row.updatedAt,
    severity: (row) => SEVERITIES.indexOf(row.severity.replace('OBSERVATION_SEVERITY_', '')),
    cvssBaseScore: (row) => Math.max(-1, ...row.cvssScores.map((score) => score.baseScore)),
  };

  it.each(
    Object.keys(KEYS).flatMap((sortField) =>
      ['ASC', 'DESC'].flatMap((order) => ['OPEN', 'RESOLVED', 'ALL'].map((mode) => [sortField, order, mode])),
    ),
  )('walks every row once by %s %s in mode %s', async (sortField, order, mode) => {
    const rows = await walk({ sortField, sortOrder: `SORT_ORDER_${order}`, mode: `OBSERVATION_MODE_${mode}`, limit: 7 });
    expect(rows).toHaveLength({ OPEN: 45, RESOLVED: 15, ALL: 60 }[mode as 'OPEN']);
    expect(new Set(rows.map((row) => row.orn)).size).toBe(rows.length);
    const keys = rows.map((row) => (KEYS[sortField] as (row: Shown) => string | number)(row));
    const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(order === 'ASC' ? sorted : sorted.reverse());
  });

  const SELECTIONS = {
    everything: [],
    'some severities': [rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })],
    'some titles': [rule('TITLE', 'CONTAINS', { stringValue: 'FINDING' })],
  };
  it.each(
    Object.keys(SELECTIONS).flatMap((of) =>
      ['ASC', 'DESC'].flatMap((order) =>
        ['OPEN', 'RESOLVED', 'ALL'].flatMap((mode) =>
          ['firstSeen', 'severity'].map((sortField) => [of as keyof typeof SELECTIONS, sortField, order, mode] as const),
        ),
      ),
    ),
  )('gives the same pages of %s by %s %s in mode %s, by offset as by cursor', async (of, sortField, order, mode) => {
    const request = { filters: SELECTIONS[of], sortField, sortOrder: `SORT_ORDER_${order}`, mode: `OBSERVATION_MODE_${mode}` };
    const all = await walk({ ...request, limit: 200 });
    // On either side of the middle, from where rows are passed over from the other end, and around the end itself.
    const middle = Math.floor(all.length / 2);
    for (const offset of [
      1,
      middle - 1,
      middle,
      middle + 1,
      middle + 2,
      all.length - 11,
      all.length - 10,
      all.length - 1,
      all.length,
      1000,
    ]) {
      if (offset < 1) continue;
      const { body } = await org.post('observations', { ...request, offset, limit: 10 });
      expect(body.observations).toEqual(all.slice(offset, offset + 10));
      expect(body.nextCursor !== undefined).toBe(all.length > offset + 10);
    }
  });

  it.each([
    [[rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })], 24],
    [[rule('SEVERITY', 'IN', { stringListValue: { values: ['OBSERVATION_SEVERITY_LOW', 'OBSERVATION_SEVERITY_INFO'] } })], 24],
    [[rule('TITLE', 'CONTAINS', { stringValue: 'FINDING 1' })], 11],
    [[rule('TITLE', 'ENDS_WITH', { stringValue: '%' })], 0],
    [[rule('CVE', 'IS_SET')], 10],
    [[rule('CVE', 'IS_NOT_SET')], 50],
    [[rule('CVE', 'EQUALS', { stringValue: 'cve-2024-1006' })], 1],
    [[rule('CVSS_BASE_SCORE', 'BETWEEN', { numberRangeValue: { min: 1, max: 3 } })], 8],
    [[rule('FIRST_SEEN', 'BETWEEN', { dateRangeValue: { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-03T00:00:00Z' } })], 7],
    [
      [
        list('OR', [
          rule('TAG', 'EQUALS', { stringValue: 'quarter' }),
          rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_INFO' }),
        ]),
      ],
      24,
    ],
    [
      [
        list(
          'OR',
          [rule('TAG', 'EQUALS', { stringValue: 'quarter' }), rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_INFO' })],
          true,
        ),
      ],
      36,
    ],
    [[rule('IS_FLAGGED', 'EQUALS', { boolValue: true })], 0],
  ])('filters %#', async (filters, expected) => {
    const { body } = await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', filters, limit: 200 });
    expect(body.observations).toHaveLength(expected);
    expect(body.totalCount).toBe(String(expected));
  });

  it('returns the total that countMode asks for', async () => {
    expect((await org.post('observations', { countMode: 'TOTAL_COUNT_MODE_NONE' })).body).not.toHaveProperty('totalCount');
    expect((await org.post('observations', { countMode: 'TOTAL_COUNT_MODE_EXACT' })).body).toMatchObject({
      totalCount: '45',
      totalCountType: 'TOTAL_COUNT_TYPE_EXACT',
    });
  });

  it.each([
    [{ limit: -1 }, 'INVALID_REQUEST'],
    [{ offset: -1 }, 'INVALID_REQUEST'],
    [{ sortField: 'title' }, 'INVALID_REQUEST'],
    [{ mode: 'OPENED' }, 'INVALID_REQUEST'],
    [{ view: 'OBSERVATION_VIEW_SELF' }, 'INVALID_REQUEST'],
    [{ filters: [{}] }, 'INVALID_FILTER'],
    [{ filters: [rule('SEVERITY', 'EQUALS', { stringValue: 'HIGHER' })] }, 'INVALID_FILTER'],
    [
      {
        filters: [{ rule: { field: { vendorsField: 'VENDORS_FIELD_ID' }, comparison: 'COMPARISON_EQUALS', value: { stringValue: 'x' } } }],
      },
      'INVALID_FILTER',
    ],
    [{ filters: [list('AND', [list('AND', [list('AND', [list('AND', [list('AND', [rule('CVE', 'IS_SET')])])])])])] }, 'INVALID_FILTER'],
    [{ filters: Array.from({ length: 51 }, () => rule('CVE', 'IS_SET')) }, 'INVALID_FILTER'],
    [{ cursor: 'abc' }, 'CURSOR_MALFORMED'],
  ])('refuses %#', async (request, reason) => {
    const answer = await org.post('observations', request);
    expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
  });

  it('takes as many rules as are allowed, in every mode', async () => {
    const filters = Array.from({ length: 50 }, () => rule('CWE', 'EQUALS', { stringValue: 'cwe-79' }));
    for (const mode of ['OPEN', 'RESOLVED', 'ALL']) {
      const { status, body } = await org.post('observations', { filters, mode: `OBSERVATION_MODE_${mode}`, limit: 1 });
      expect([mode, status, body.totalCount]).toEqual([mode, 200, { OPEN: '45', RESOLVED: '15', ALL: '60' }[mode]]);
    }
  });

  it.each([
    ['CVE', 'cve-2024-1006', 1],
    ['CWE', 'cwe-79', 60],
    ['OBSERVATION_TYPE', 'TLS_Weak_Protocol', 60],
    ['SUBJECT_DOMAIN', 'HOST', 0],
  ])('finds %s by %s', async (field, stringValue, count) => {
    const { body } = await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', filters: [rule(field, 'EQUALS', { stringValue })] });
    expect(body.totalCount).toBe(String(count));
  });

  it('binds a cursor to filters, mode, sort and organization', async () => {
    const { body } = await org.post('observations', { limit: 5 });
    const stranger = await TestOrganization.create(service);
    for (const change of [
      { mode: 'OBSERVATION_MODE_ALL' },
      { sortField: 'severity' },
      { sortOrder: 'SORT_ORDER_ASC' },
      { filters: [rule('CVE', 'IS_SET')] },
    ]) {
      expect(reasonOf(await org.post('observations', { cursor: body.nextCursor, ...change }))).toBe('CURSOR_MISMATCH');
    }
    expect(reasonOf(await stranger.post('observations', { cursor: body.nextCursor }))).toBe('CURSOR_MISMATCH');
    expect((await org.post('observations', { cursor: body.nextCursor, limit: 9, offset: 3 })).body.observations).toHaveLength(9);
  });

  it('limits a page to 200 rows', async () => {
    expect((await org.post('observations', { limit: 5000 })).status).toBe(200);
  });

  it('returns every field of an observation', async () => {
    const { org, vendor } = await importedOnce(service);
    const { body } = await org.post('observations', { filters: [rule('CVE', 'EQUALS', { stringValue: 'CVE-2021-45046' })] });
    expect(body).toMatchObject({ totalCount: '1', totalCountType: 'TOTAL_COUNT_TYPE_EXACT' });
    const [observation] = body.observations;
    expect(observation).toMatchObject({
      view: 'OBSERVATION_VIEW_VRM',
      title: 'TLS 1.0 is accepted',
      description: 'A "quoted"\ttext',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      state: 'OBSERVATION_STATE_OPEN',
      approvalStatus: 'APPROVAL_STATUS_BACKLOG',
      isFlagged: false,
      vendor: { id: vendor.id, domainName: vendor.domain, companyName: `Company of ${vendor.domain}` },
      subjectDomain: `shop.${vendor.domain}`,
      groupOrn: `orn:1:observation-group:vrm:CVE-2021-44228:${org.organization.domain}`,
      assetType: 'ASSET_TYPE_IP_PORT',
      asset: { ipPort: { address: '203.0.113.7', port: '8443', protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: ['CVE-2021-44228', 'CVE-2021-45046'],
      capec: [],
      regressionCount: 0,
      firstSeen: '2026-01-01T00:00:00.000Z',
      lastSeen: '2026-02-01T00:00:00.000Z',
      source: { name: 'scanner' },
    });
  });
});
