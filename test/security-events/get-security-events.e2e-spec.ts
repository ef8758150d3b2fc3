import { randomInt } from 'node:crypto';
import { Organizations } from '#platform/auth/organizations';
import { aVendor, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { aCve, anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('POST /public/v1/security-events/feed', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendors: [TestVendor, TestVendor, TestVendor];
  let groupId: string;
  const run = randomInt(1e9);
  const cve = aCve();
  const id = (name: string) => `feed-${run}-${name}`;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendors = [await aVendor(service, org), await aVendor(service, org), await aVendor(service, org)];
    const [a, b, c] = vendors;
    groupId = (await org.post('vendors/groups', { name: 'Payments' })).body.vendorGroup.id;
    await asOrganization(service, org, `INSERT INTO vendor_group_member (organization_id, group_id, vendor_id) VALUES ($1, $2, $3)`, [
      org.organization.id,
      groupId,
      b.id,
    ]);
    await importEvents(service, [
      anEvent({ eventId: id('1'), publishedAt: '2026-01-01T00:00:00Z', severity: 'LOW', victims: [a.domain], title: '100%_sure' }),
      anEvent({
        eventId: id('2'),
        publishedAt: '2026-01-02T00:00:00Z',
        severity: 'CRITICAL',
        victims: [a.domain, b.domain, c.domain],
        cveIds: [cve],
      }),
      anEvent({ eventId: id('3'), publishedAt: '2026-01-02T00:00:00Z', severity: 'HIGH', victims: [b.domain, c.domain], status: 'CLOSED' }),
      anEvent({ eventId: id('4'), publishedAt: '2026-01-04T00:00:00Z', severity: 'HIGH', victims: [c.domain], eventType: 'RANSOMWARE' }),
      anEvent({
        eventId: id('5'),
        publishedAt: '2026-01-05T00:00:00Z',
        severity: 'INFO',
        victims: [a.domain],
        affectedProducts: ['Basalt Mailer'],
      }),
      anEvent({ eventId: id('6'), publishedAt: '2026-01-06T00:00:00Z', victims: ['somebody-else.com'] }),
    ]);
  });
  afterAll(() => service.close());

  async function list(request: object): Promise<string[]> {
    const { status, body } = await org.post('security-events/feed', request);
    expect([status, body.totalCount]).toEqual([200, body.securityEvents.length]);
    return body.securityEvents.map((event: { eventId: string }) => event.eventId.slice(-1));
  }

  it('lists events related to a vendor, newest first', async () => {
    expect(await list({})).toEqual(['5', '4', '3', '2', '1']);
    expect(await list({ sortOrder: 'SORT_ORDER_ASC', view: 'SECURITY_EVENT_VIEW_VRM' })).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each([
    ['publishedAt', ['5', '4', '3', '2', '1']],
    ['severity', ['2', '4', '3', '1', '5']],
    ['impactedCompanyCount', ['2', '3', '5', '4', '1']],
    ['updatedAt', ['5', '4', '3', '2', '1']],
  ])('sorts by %s in both directions and pages by cursor', async (sortField, expected) => {
    expect(await list({ sortField })).toEqual(expected);
    expect(await list({ sortField, sortOrder: 'SORT_ORDER_ASC' })).toEqual([...expected].reverse());
    for (const sortOrder of ['SORT_ORDER_DESC', 'SORT_ORDER_ASC']) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await org.post('security-events/feed', { sortField, sortOrder, limit: 2, ...(cursor && { cursor }) });
        expect(body.totalCount).toBe(5);
        seen.push(...body.securityEvents.map((event: { eventId: string }) => event.eventId.slice(-1)));
        cursor = body.nextCursor;
      } while (cursor);
      expect(seen).toEqual(sortOrder === 'SORT_ORDER_DESC' ? expected : [...expected].reverse());
    }
  });

  it('accepts an offset', async () => {
    const { body } = await org.post('security-events/feed', { offset: 3, limit: 1 });
    expect(body).toMatchObject({ totalCount: 5, securityEvents: [{ eventId: id('2') }] });
    expect((await org.post('security-events/feed', { offset: 5 })).body).toEqual({ securityEvents: [], totalCount: 5 });
  });

  it.each<[object, string[]]>([
    [{ query: 'basalt MAIL' }, ['5']],
    [{ query: '100%_' }, ['1']],
    [{ query: '%' }, ['1']],
    [{ query: `feed-${run}-3` }, ['3']],
    [{ eventTypes: ['SECURITY_EVENT_TYPE_RANSOMWARE'] }, ['4']],
    [{ isRansomware: true }, ['4']],
    [{ isRansomware: false }, ['5', '3', '2', '1']],
    [{ severities: ['SECURITY_EVENT_SEVERITY_HIGH', 'SECURITY_EVENT_SEVERITY_LOW'] }, ['4', '3', '1']],
    [{ statuses: ['SECURITY_EVENT_STATUS_CLOSED'] }, ['3']],
    [{ cveIds: [cve.toLowerCase()] }, ['2']],
    [{ publishedRange: { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-05T00:00:00Z' } }, ['4', '3', '2']],
    [{ publishedRange: { startTime: '2026-01-04T00:00:00Z' }, query: 'stolen' }, ['5', '4']],
    [{ impacts: ['SECURITY_EVENT_IMPACT_CONFIRMED'] }, ['5', '4', '3', '2', '1']],
    [{ impacts: ['SECURITY_EVENT_IMPACT_LIKELY', 'SECURITY_EVENT_IMPACT_MITIGATED'] }, []],
    [{ eventTypes: [], severities: [], cveIds: [], impacts: [], vendorDomains: [] }, ['5', '4', '3', '2', '1']],
    [{ publishedRange: { startTime: '2026-01-04T23:59:60Z' } }, ['5']],
    [{ vendorGroupIds: ['not-an-id'] }, []],
  ])('filters by %j', async (filters, expected) => {
    expect(await list({ filters })).toEqual(expected);
  });

  it('filters by vendors and groups, and by the impact on only those', async () => {
    const [a, b] = vendors;
    expect(await list({ filters: { vendorDomains: [`https://${a.domain}`] } })).toEqual(['5', '2', '1']);
    expect(await list({ filters: { vendorGroupIds: [groupId] } })).toEqual(['3', '2']);
    expect(await list({ filters: { vendorGroupIds: [groupId], vendorDomains: [a.domain] } })).toEqual([]);
    expect(await list({ filters: { vendorDomains: [a.domain, b.domain], impacts: ['SECURITY_EVENT_IMPACT_LIKELY'] } })).toEqual([]);
    expect(await list({ view: 'SECURITY_EVENT_VIEW_SELF', filters: { vendorGroupIds: [groupId] } })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ limit: -1 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ sortField: 'title' }, 'sortField'],
    [{ filters: { colour: 'red' } }, 'filters.colour'],
    [{ filters: { severities: ['HIGHER'] } }, 'filters.severities[0]'],
    [{ filters: { cveIds: ['CVE-1'] } }, 'filters.cveIds[0]'],
    [{ filters: { vendorDomains: ['10.0.0.1'] } }, 'filters.vendorDomains[0]'],
    [{ filters: { publishedRange: { startTime: 'monday' } } }, 'filters.publishedRange.startTime'],
    [
      { filters: { publishedRange: { startTime: '2026-01-02T00:00:01Z', endTime: '2026-01-02T00:00:00Z' } } },
      'filters.publishedRange.startTime',
    ],
    [{ view: 'SECURITY_EVENT_VIEW_ALL' }, 'view'],
  ])('refuses %j with the field', async (request, field) => {
    const answer = await org.post('security-events/feed', request);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toMatchObject([{ field }]);
  });

  it('binds a cursor to the organization, view, filters and sort', async () => {
    const { nextCursor: cursor } = (await org.post('security-events/feed', { limit: 1 })).body;
    const stranger = await TestOrganization.create(service);
    expect(reasonOf(await stranger.post('security-events/feed', { cursor }))).toBe('CURSOR_MISMATCH');
    for (const change of [
      { sortField: 'severity' },
      { filters: { isRansomware: true } },
      { view: 'SECURITY_EVENT_VIEW_SELF' },
      { sortOrder: 'SORT_ORDER_ASC' },
    ]) {
      expect(reasonOf(await org.post('security-events/feed', { cursor, ...change }))).toBe('CURSOR_MISMATCH');
    }
    expect(reasonOf(await org.post('security-events/feed', { cursor: 'nonsense' }))).toBe('CURSOR_MALFORMED');
  });

  it('returns every event once during concurrent imports', async () => {
    const own = await TestOrganization.create(service);
    const vendor = await aVendor(service, own);
    const day = (n: number) => `2026-02-${String(n).padStart(2, '0')}T00:00:00Z`;
    const mine = (n: number) => anEvent({ eventId: id(`walk-${n}`), publishedAt: day(n), victims: [vendor.domain] });
    await importEvents(service, [1, 3, 5, 7, 9].map(mine));
    const first = (await own.post('security-events/feed', { limit: 2 })).body;
    await importEvents(service, [mine(10), mine(6), { ...mine(5), severity: 'CRITICAL' }]);
    const second = (await own.post('security-events/feed', { limit: 200, cursor: first.nextCursor })).body;
    const seen = [...first.securityEvents, ...second.securityEvents].map((event: { eventId: string }) => event.eventId);
    expect(seen).toEqual([9, 7, 6, 5, 3, 1].map((n) => id(`walk-${n}`)));
    expect(second).toMatchObject({ totalCount: 7 });
    expect(second).not.toHaveProperty('nextCursor');
  });

  it('needs the entitlement for the VRM view, which is the default', async () => {
    const narrow = await TestOrganization.create(service, { vrm: false });
    for (const request of [{}, { view: 'SECURITY_EVENT_VIEW_VRM' }]) {
      const refused = await narrow.post('security-events/feed', request);
      expect([refused.status, reasonOf(refused)]).toEqual([403, 'ENTITLEMENT_MISSING']);
    }
    expect((await narrow.post('security-events/feed', { view: 'SECURITY_EVENT_VIEW_SELF' })).body).toEqual({
      securityEvents: [],
      totalCount: 0,
    });
    expect(reasonOf(await narrow.post('security-events/impacted-companies', { eventId: id('1') }))).toBe('ENTITLEMENT_MISSING');
    const request = { eventId: id('1'), vendorDomains: [vendors[0].domain] };
    expect(reasonOf(await narrow.post('security-events/actions/vrm-request', request))).toBe('ENTITLEMENT_MISSING');
    expect(reasonOf(await narrow.post('security-events/actions', { eventId: id('1'), vendorDomain: vendors[0].domain }))).toBe(
      'ENTITLEMENT_MISSING',
    );
    await service.app.get(Organizations).entitle(narrow.organization.domain, true, new Date(Date.now() - 1000));
    expect((await narrow.post('security-events/feed', {})).status).toBe(403);
  });

  it('needs the scope', async () => {
    const narrow = await org.withScopes('security-events.read');
    expect((await narrow.post('security-events/feed', {})).status).toBe(200);
    const answer = { eventId: id('1'), responseStatus: 'VENDOR_RESPONSE_STATUS_FIXED' };
    expect(reasonOf(await narrow.post('security-events/actions/vendor-response', answer))).toBe('SCOPE_MISSING');
    expect(reasonOf(await (await org.withScopes('findings.read')).post('security-events/feed', {}))).toBe('SCOPE_MISSING');
  });
});
