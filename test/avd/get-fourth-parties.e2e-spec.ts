import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { ACTIVE, daysAgo, INACTIVE, NEW, pairs, sampleOf, type Sample } from './sample';

const ALL = [
  'acme.com google.com',
  'acme.com stripe.com',
  'borealis.com cloudflare.com',
  'borealis.com google.com',
  'cobalt.com google.com',
  'cobalt.com zoho.com',
];

describe('POST avd/fourth-parties', () => {
  let service: TestApp;
  let sample: Sample;

  const list = (body: object) => sample.org.post('avd/fourth-parties', body);

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it('shows a relationship with its evidence, and none of offboarded vendors', async () => {
    const { status, body } = await list({});
    expect(status).toBe(200);
    expect(pairs(body.fourthParties)).toEqual(ALL);
    expect(body).toMatchObject({ totalCount: 6 });
    expect(body).not.toHaveProperty('nextCursor');
    expect(body.fourthParties[0]).toEqual({
      vendor: { id: sample.ids['acme.com'], domainName: 'acme.com', companyName: 'Acme' },
      fourthParty: { domain: 'google.com', companyName: 'Google', isInDirectory: true },
      status: ACTIVE,
      connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL'],
      products: ['Google Workspace'],
      confidence: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
      evidenceCount: 1,
      evidence: [
        { recordType: 'FOURTH_PARTY_EVIDENCE_TYPE_MX', record: 'acme.com', value: 'aspmx.l.google.com', seenAt: expect.any(String) },
      ],
      firstSeen: expect.any(String),
      lastSeen: expect.any(String),
    });
  });

  it.each<[object, string[]]>([
    [{ query: 'CLOUD' }, ['borealis.com cloudflare.com']],
    [{ query: '100%' }, ['borealis.com cloudflare.com', 'borealis.com google.com']],
    [{ query: 'o_' }, []],
    [{ query: '' }, ALL],
    [{ vendorDomains: ['https://www.Acme.com/about', 'cobalt.com'] }, [ALL[0], ALL[1], ALL[4], ALL[5]] as string[]],
    [{ vendorDomains: [] }, ALL],
    [{ fourthPartyDomains: ['stripe.com', 'zoho.com'] }, ['acme.com stripe.com', 'cobalt.com zoho.com']],
    [{ statuses: [NEW] }, ['acme.com stripe.com', 'borealis.com cloudflare.com']],
    [{ statuses: [ACTIVE] }, ['acme.com google.com', 'borealis.com google.com', 'cobalt.com google.com']],
    [{ statuses: [INACTIVE] }, ['cobalt.com zoho.com']],
    [{ statuses: [NEW, INACTIVE] }, ['acme.com stripe.com', 'borealis.com cloudflare.com', 'cobalt.com zoho.com']],
    [{ statuses: [NEW, ACTIVE, INACTIVE] }, ALL],
    [
      { connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_DNS', 'FOURTH_PARTY_CONNECTION_TYPE_JAVASCRIPT'] },
      ['acme.com stripe.com', 'borealis.com cloudflare.com'],
    ],
    [{ isInDirectory: true }, ['acme.com google.com', 'borealis.com google.com', 'cobalt.com google.com']],
    [{ isInDirectory: false }, ['acme.com stripe.com', 'borealis.com cloudflare.com', 'cobalt.com zoho.com']],
    [
      { firstSeenRange: { startTime: daysAgo(45) } },
      ['acme.com stripe.com', 'borealis.com cloudflare.com', 'cobalt.com google.com', 'cobalt.com zoho.com'],
    ],
    [{ firstSeenRange: { startTime: daysAgo(55), endTime: daysAgo(45) } }, ['borealis.com google.com']],
    [{ fourthPartyDomains: ['google.com'], statuses: [ACTIVE], vendorDomains: ['acme.com'], query: 'google' }, ['acme.com google.com']],
  ])('filters by %j', async (filters, expected) => {
    const { body } = await list({ filters });
    expect(pairs(body.fourthParties)).toEqual(expected);
    expect(body.totalCount).toBe(expected.length);
  });

  it('filters by vendor group; an archived group matches nothing', async () => {
    expect(pairs((await list({ filters: { vendorGroupIds: [sample.groupId.toUpperCase()] } })).body.fourthParties)).toEqual([
      ALL[4],
      ALL[5],
    ]);
    const archived = await sample.org.post('vendors/groups', { name: 'Archived' });
    const { id } = archived.body.vendorGroup;
    await sample.portfolio.sql(`INSERT INTO vendor_group_member (organization_id, group_id, vendor_id) VALUES ($1, $2, $3)`, [
      id,
      sample.ids['acme.com'],
    ]);
    expect((await list({ filters: { vendorGroupIds: [id] } })).body.totalCount).toBe(2);
    await sample.org.delete(`vendors/groups/${id}`);
    expect((await list({ filters: { vendorGroupIds: [id] } })).body.totalCount).toBe(0);
  });

  it.each([
    ['vendorDomain', undefined, ALL],
    ['vendorDomain', 'SORT_ORDER_DESC', [...ALL].reverse()],
    ['fourthPartyDomain', undefined, [ALL[2], ALL[0], ALL[3], ALL[4], ALL[1], ALL[5]]],
    ['firstSeen', undefined, [ALL[2], ALL[1], ALL[5], ALL[4], ALL[3], ALL[0]]],
    ['firstSeen', 'SORT_ORDER_ASC', [ALL[0], ALL[3], ALL[4], ALL[5], ALL[1], ALL[2]]],
    ['lastSeen', undefined, [ALL[4], ALL[0], ALL[3], ALL[2], ALL[1], ALL[5]]],
    ['confidence', 'SORT_ORDER_ASC', [ALL[4], ALL[0], ALL[1], ALL[2], ALL[3], ALL[5]]],
  ])('sorts by %s (%s) and pages in that order', async (sortField, sortOrder, expected) => {
    const whole = await list({ sortField, sortOrder });
    expect(pairs(whole.body.fourthParties)).toEqual(expected);
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await list({ sortField, sortOrder, limit: 2, cursor });
      expect(body.totalCount).toBe(6);
      walked.push(...pairs(body.fourthParties));
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    expect(walked).toEqual(expected);
    expect(pairs((await list({ sortField, sortOrder, limit: 2, offset: 3 })).body.fourthParties)).toEqual(expected.slice(3, 5));
  });

  it('refuses a cursor of other filters, another order, another list or another organization', async () => {
    const { nextCursor: cursor } = (await list({ limit: 1 })).body;
    for (const other of [{ filters: { statuses: [NEW] } }, { sortField: 'lastSeen' }, { sortOrder: 'SORT_ORDER_DESC' }]) {
      expect(reasonOf(await list({ ...other, cursor }))).toBe('CURSOR_MISMATCH');
    }
    expect(reasonOf(await sample.org.post('avd/fourth-parties/groups', { cursor }))).toBe('CURSOR_MISMATCH');
    const stranger = await TestOrganization.create(service);
    expect(reasonOf(await stranger.post('avd/fourth-parties', { cursor }))).toBe('CURSOR_MISMATCH');
    expect(reasonOf(await list({ cursor: `${cursor}x` }))).toBe('CURSOR_MALFORMED');
    expect((await list({ cursor, sortField: 'vendorDomain', sortOrder: 'SORT_ORDER_ASC' })).status).toBe(200);
  });

  it('treats a malformed group id as a group without vendors', async () => {
    const ofGroups = (...vendorGroupIds: string[]) => list({ filters: { vendorGroupIds } });
    expect((await ofGroups('core')).body).toMatchObject({ fourthParties: [], totalCount: 0 });
    expect((await ofGroups('core', sample.groupId)).body).toEqual((await ofGroups(sample.groupId)).body);
    expect((await sample.org.post('avd/fourth-parties/groups', { filters: { vendorGroupIds: ['core'] } })).body.totalCount).toBe(0);
    expect((await sample.org.get('avd/fourth-parties/graph?vendorGroupIds=core')).body).toMatchObject({ nodes: [] });
  });

  it.each([
    [{ limit: -1 }, 'limit'],
    [{ sortField: 'vendor_domain; DROP TABLE vendor' }, 'sortField'],
    [{ sortOrder: 'UP' }, 'sortOrder'],
    [{ filters: { vendorDomain: 'acme.com' } }, 'filters.vendorDomain'],
    [{ filters: { vendorDomains: ['acme.com', 'not a domain'] } }, 'filters.vendorDomains[1]'],
    [{ filters: { fourthPartyDomains: ['127.0.0.1'] } }, 'filters.fourthPartyDomains[0]'],
    [{ filters: { statuses: ['NEWER'] } }, 'filters.statuses[0]'],
    [{ filters: { firstSeenRange: { startTime: 'yesterday' } } }, 'filters.firstSeenRange.startTime'],
    [
      { filters: { firstSeenRange: { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-02T00:00:00+01:00' } } },
      'filters.firstSeenRange.startTime',
    ],
  ])('refuses %j', async (body, field) => {
    const answer = await list(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations[0].field).toBe(field);
  });

  it('refuses invalid domains with INVALID_DOMAIN, and names each', async () => {
    const answer = await list({ filters: { vendorDomains: ['a\0.com', 'acme.com', '127.0.0.1'] } });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_DOMAIN']);
    expect(answer.body.details[1].fieldViolations.map(({ field }: { field: string }) => field)).toEqual([
      'filters.vendorDomains[0]',
      'filters.vendorDomains[2]',
    ]);
    expect(reasonOf(await sample.org.post('avd/fourth-parties/vendors', { fourthPartyDomain: 'localhost' }))).toBe('INVALID_DOMAIN');
  });
});
