import { reasonOf, TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { startTestApp, type TestApp } from '../support/test-app';

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const NEW = 'FOURTH_PARTY_STATUS_NEW';
const ACTIVE = 'FOURTH_PARTY_STATUS_ACTIVE';
const INACTIVE = 'FOURTH_PARTY_STATUS_INACTIVE';

interface Row {
  vendor: { domainName: string };
  fourthParty: { domain: string };
}
const pairs = (rows: Row[]): string[] => rows.map((row) => `${row.vendor.domainName} ${row.fourthParty.domain}`);
const domains = (groups: { fourthParty: { domain: string } }[]): string[] => groups.map((group) => group.fourthParty.domain);

const ALL = [
  'acme.com google.com',
  'acme.com stripe.com',
  'borealis.com cloudflare.com',
  'borealis.com google.com',
  'cobalt.com google.com',
  'cobalt.com zoho.com',
];

describe('fourth parties', () => {
  let service: TestApp;
  let org: TestOrganization;
  let stranger: TestOrganization;
  let portfolio: Portfolio;
  let ids: Record<string, string>;
  let groupId: string;

  const list = (body: object) => org.post('avd/fourth-parties', body);
  const groups = (body: object) => org.post('avd/fourth-parties/groups', body);
  const vendors = (body: object) => org.post('avd/fourth-parties/vendors', body);
  const summary = (body: object) => org.post('avd/vendors/summary', body);

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    stranger = await TestOrganization.create(service);
    portfolio = new Portfolio(service, org);
    ids = await portfolio.add(
      { domain: 'acme.com', name: 'Acme', businessImpact: 5 },
      { domain: 'borealis.com', name: 'Borealis 100%', riskLevel: 2 },
      { domain: 'cobalt.com', name: 'Cobalt', riskLevel: 4 },
      { domain: 'google.com', name: 'Google' },
      { domain: 'gone.com', name: 'Gone' },
    );
    // Sixty days ago everybody had Google, and Cobalt had Zoho; since then Zoho went, Stripe and Cloudflare came.
    await portfolio.detect([
      { host: 'acme.com', mx: ['aspmx.l.google.com'], timestamp: daysAgo(60) },
      { host: 'borealis.com', mx: ['aspmx.l.google.com'], timestamp: daysAgo(50) },
      { host: 'cobalt.com', mx: ['mx.zoho.com'], txt: ['google-site-verification=1'], timestamp: daysAgo(40) },
      { host: 'gone.com', mx: ['mx.zoho.com'], timestamp: daysAgo(40) },
    ]);
    await portfolio.detect([
      { host: 'acme.com', mx: ['aspmx.l.google.com'], timestamp: daysAgo(2) },
      { page: 'https://www.acme.com/', resources: ['https://js.stripe.com/v3/'], timestamp: daysAgo(20) },
      { host: 'borealis.com', mx: ['aspmx.l.google.com'], ns: ['art.ns.cloudflare.com'], timestamp: daysAgo(10) },
      { host: 'cobalt.com', txt: ['google-site-verification=1'], timestamp: daysAgo(1) },
    ]);
    await portfolio.sql(`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = 'gone.com'`);
    const group = await org.post('vendors/groups', { name: 'Core' });
    groupId = group.body.vendorGroup.id;
    await portfolio.sql(`INSERT INTO vendor_group_member (organization_id, group_id, vendor_id) VALUES ($1, $2, $3)`, [
      groupId,
      ids['cobalt.com'],
    ]);
  });
  afterAll(() => service.close());

  describe('POST avd/fourth-parties', () => {
    it('shows a relationship with its evidence, and those of offboarded vendors not at all', async () => {
      const { status, body } = await list({});
      expect(status).toBe(200);
      expect(pairs(body.fourthParties)).toEqual(ALL);
      expect(body).toMatchObject({ totalCount: 6 });
      expect(body).not.toHaveProperty('nextCursor');
      expect(body.fourthParties[0]).toEqual({
        vendor: { id: ids['acme.com'], domainName: 'acme.com', companyName: 'Acme' },
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

    it('filters by vendor group, and an archived group has nobody in it', async () => {
      expect(pairs((await list({ filters: { vendorGroupIds: [groupId.toUpperCase()] } })).body.fourthParties)).toEqual([ALL[4], ALL[5]]);
      const archived = await org.post('vendors/groups', { name: 'Archived' });
      const { id } = archived.body.vendorGroup;
      await portfolio.sql(`INSERT INTO vendor_group_member (organization_id, group_id, vendor_id) VALUES ($1, $2, $3)`, [
        id,
        ids['acme.com'],
      ]);
      expect((await list({ filters: { vendorGroupIds: [id] } })).body.totalCount).toBe(2);
      await org.delete(`vendors/groups/${id}`);
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
    ])('sorts by %s (%s) and walks that order page by page', async (sortField, sortOrder, expected) => {
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
      expect(reasonOf(await groups({ cursor }))).toBe('CURSOR_MISMATCH');
      expect(reasonOf(await stranger.post('avd/fourth-parties', { cursor }))).toBe('CURSOR_MISMATCH');
      expect(reasonOf(await list({ cursor: `${cursor}x` }))).toBe('CURSOR_MALFORMED');
      expect((await list({ cursor, sortField: 'vendorDomain', sortOrder: 'SORT_ORDER_ASC' })).status).toBe(200);
    });

    it.each([
      [{ limit: -1 }, 'limit'],
      [{ sortField: 'vendor_domain; DROP TABLE vendor' }, 'sortField'],
      [{ sortOrder: 'UP' }, 'sortOrder'],
      [{ filters: { vendorDomain: 'acme.com' } }, 'filters.vendorDomain'],
      [{ filters: { vendorDomains: ['acme.com', 'not a domain'] } }, 'filters.vendorDomains[1]'],
      [{ filters: { fourthPartyDomains: ['127.0.0.1'] } }, 'filters.fourthPartyDomains[0]'],
      [{ filters: { vendorGroupIds: ['core'] } }, 'filters.vendorGroupIds[0]'],
      [{ filters: { statuses: ['NEW'] } }, 'filters.statuses'],
      [{ filters: { firstSeenRange: { startTime: 'yesterday' } } }, 'filters.firstSeenRange.startTime'],
    ])('refuses %j', async (body, field) => {
      const answer = await list(body);
      expect(answer.status).toBe(400);
      expect(answer.body.details[1].fieldViolations[0].field).toBe(field);
    });
  });

  describe('POST avd/fourth-parties/groups', () => {
    it('counts what stands by fourth party, with its share of the portfolio and what is critical', async () => {
      const { body } = await groups({});
      expect(domains(body.fourthPartyGroups)).toEqual(['google.com', 'cloudflare.com', 'stripe.com']);
      expect(body.totalCount).toBe(3);
      expect(body.fourthPartyGroups[0]).toMatchObject({
        fourthParty: { domain: 'google.com', companyName: 'Google', isInDirectory: true },
        connectedVendorCount: 3,
        percentOfPortfolio: 75,
        criticalVendorCount: 2,
        connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL', 'FOURTH_PARTY_CONNECTION_TYPE_SAAS'],
        products: ['Google Site Verification', 'Google Workspace'],
        topVendors: [
          { id: ids['acme.com'], domainName: 'acme.com', companyName: 'Acme' },
          { id: ids['cobalt.com'], domainName: 'cobalt.com', companyName: 'Cobalt' },
          { id: ids['borealis.com'], domainName: 'borealis.com', companyName: 'Borealis 100%' },
        ],
      });
    });

    it('counts only relationships that match', async () => {
      const inactive = await groups({ filters: { statuses: [INACTIVE] } });
      expect(inactive.body.fourthPartyGroups).toMatchObject([
        {
          fourthParty: { domain: 'zoho.com' },
          connectedVendorCount: 1,
          percentOfPortfolio: 25,
          criticalVendorCount: 1,
          topVendors: [{ domainName: 'cobalt.com' }],
        },
      ]);
      const one = await groups({ filters: { vendorDomains: ['borealis.com'] } });
      expect(one.body.fourthPartyGroups).toMatchObject([
        { fourthParty: { domain: 'cloudflare.com' }, connectedVendorCount: 1, criticalVendorCount: 0 },
        { fourthParty: { domain: 'google.com' }, connectedVendorCount: 1, products: ['Google Workspace'] },
      ]);
      const mail = await groups({ filters: { connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL'] } });
      expect(mail.body.fourthPartyGroups).toMatchObject([{ fourthParty: { domain: 'google.com' }, connectedVendorCount: 2 }]);
    });

    it.each([
      [{ query: 'stripe' }, ['stripe.com']],
      [{ query: 'acme' }, []],
      [{ fourthPartyDomains: ['google.com', 'zoho.com'] }, ['google.com']],
      [{ isInDirectory: false }, ['cloudflare.com', 'stripe.com']],
      [{ isInDirectory: true, statuses: [ACTIVE] }, ['google.com']],
      [{ statuses: [NEW, ACTIVE, INACTIVE] }, ['google.com', 'cloudflare.com', 'stripe.com', 'zoho.com']],
      [{ firstSeenRange: { startTime: daysAgo(25) } }, ['cloudflare.com', 'stripe.com']],
    ])('filters by %j', async (filters, expected) => {
      const { body } = await groups({ filters });
      expect(domains(body.fourthPartyGroups)).toEqual(expected);
      expect(body.totalCount).toBe(expected.length);
    });

    it.each([
      [{}, ['google.com', 'cloudflare.com', 'stripe.com']],
      [{ sortOrder: 'SORT_ORDER_ASC' }, ['cloudflare.com', 'stripe.com', 'google.com']],
      [{ sortField: 'criticalVendorCount' }, ['google.com', 'stripe.com', 'cloudflare.com']],
      [{ sortField: 'fourthPartyDomain' }, ['cloudflare.com', 'google.com', 'stripe.com']],
      [{ sortField: 'companyName', sortOrder: 'SORT_ORDER_DESC' }, ['stripe.com', 'google.com', 'cloudflare.com']],
      [{ sortField: 'firstSeen' }, ['cloudflare.com', 'stripe.com', 'google.com']],
      [{ sortField: 'lastSeen' }, ['google.com', 'cloudflare.com', 'stripe.com']],
    ])('sorts by %j and walks that order one by one, from the kept numbers and from counted ones', async (order, expected) => {
      for (const filters of [undefined, { firstSeenRange: { startTime: daysAgo(1000) } }]) {
        const walked: string[] = [];
        let cursor: string | undefined;
        do {
          const { body } = await groups({ ...order, filters, limit: 1, cursor });
          walked.push(...domains(body.fourthPartyGroups));
          cursor = body.nextCursor;
        } while (cursor !== undefined);
        expect(walked).toEqual(expected);
        expect(domains((await groups({ ...order, filters, offset: 1 })).body.fourthPartyGroups)).toEqual(expected.slice(1));
      }
    });

    it('follows the vendors: how much they matter, and whether they are still there', async () => {
      const other = await TestOrganization.create(service);
      const others = new Portfolio(service, other);
      await others.add({ domain: 'one.com' }, { domain: 'two.com' });
      await others.detect([
        { host: 'one.com', mx: ['aspmx.l.google.com'] },
        { host: 'two.com', mx: ['aspmx.l.google.com'] },
      ]);
      const google = async () => (await other.post('avd/fourth-parties/groups', {})).body.fourthPartyGroups[0];
      expect(await google()).toMatchObject({
        criticalVendorCount: 0,
        connectedVendorCount: 2,
        topVendors: [{ domainName: 'one.com' }, { domainName: 'two.com' }],
      });
      await others.sql(
        `UPDATE vendor SET business_impact = 5, company_name = 'Two' WHERE organization_id = $1 AND domain_name = 'two.com'`,
      );
      expect(await google()).toMatchObject({ criticalVendorCount: 1, topVendors: [{ companyName: 'Two' }, { domainName: 'one.com' }] });
      await others.sql(`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = 'two.com'`);
      expect(await google()).toMatchObject({
        criticalVendorCount: 0,
        connectedVendorCount: 1,
        percentOfPortfolio: 100,
        topVendors: [{ domainName: 'one.com' }],
      });
    });
  });

  describe('POST avd/fourth-parties/vendors', () => {
    it('lists the vendors connected to a fourth party, named in any form', async () => {
      const { body } = await vendors({ fourthPartyDomain: 'https://Google.com/' });
      expect(pairs(body.vendors)).toEqual(['acme.com google.com', 'borealis.com google.com', 'cobalt.com google.com']);
      expect(body.totalCount).toBe(3);
      expect(body.vendors[2]).toMatchObject({
        status: ACTIVE,
        confidence: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
        products: ['Google Site Verification'],
      });
    });

    it('shows former ones when asked for them', async () => {
      expect((await vendors({ fourthPartyDomain: 'zoho.com' })).body).toEqual({ vendors: [], totalCount: 0 });
      const { body } = await vendors({ fourthPartyDomain: 'zoho.com', filters: { statuses: [INACTIVE] } });
      expect(pairs(body.vendors)).toEqual(['cobalt.com zoho.com']);
    });

    it('filters, sorts and pages', async () => {
      const google = { fourthPartyDomain: 'google.com' };
      expect(pairs((await vendors({ ...google, filters: { query: 'acm' } })).body.vendors)).toEqual(['acme.com google.com']);
      expect((await vendors({ ...google, filters: { query: 'google' } })).body.totalCount).toBe(0);
      expect((await vendors({ ...google, filters: { fourthPartyDomains: ['zoho.com'] } })).body.totalCount).toBe(0);
      expect(pairs((await vendors({ ...google, filters: { vendorGroupIds: [groupId] } })).body.vendors)).toEqual(['cobalt.com google.com']);
      const first = await vendors({ ...google, sortField: 'lastSeen', limit: 2 });
      const second = await vendors({ ...google, sortField: 'lastSeen', limit: 2, cursor: first.body.nextCursor });
      expect(pairs([...first.body.vendors, ...second.body.vendors])).toEqual([
        'cobalt.com google.com',
        'acme.com google.com',
        'borealis.com google.com',
      ]);
      expect(reasonOf(await vendors({ fourthPartyDomain: 'zoho.com', sortField: 'lastSeen', cursor: first.body.nextCursor }))).toBe(
        'CURSOR_MISMATCH',
      );
    });

    it.each([{}, { fourthPartyDomain: '' }, { fourthPartyDomain: 'nonsense' }])('refuses %j', async (body) => {
      const answer = await vendors(body);
      expect(answer.status).toBe(400);
      expect(answer.body.details[1].fieldViolations[0].field).toBe('fourthPartyDomain');
    });
  });

  describe('POST avd/vendors/summary', () => {
    it('counts by status and connection type, and what is shared with others', async () => {
      const { body } = await summary({ vendorDomain: 'www.cobalt.com' });
      expect(body).toEqual({
        summary: {
          vendor: { id: ids['cobalt.com'], domainName: 'cobalt.com', companyName: 'Cobalt' },
          fourthPartyCounts: { total: 2, new: 0, active: 1, inactive: 1 },
          companyConnectionCount: 2,
          sharedFourthPartyCount: 1,
          countsByConnectionType: [{ connectionType: 'FOURTH_PARTY_CONNECTION_TYPE_SAAS', count: 1 }],
          lastDetectionAt: expect.any(String),
        },
      });
      const acme = await summary({ vendorDomain: 'acme.com' });
      expect(acme.body.summary).toMatchObject({
        fourthPartyCounts: { total: 2, new: 1, active: 1, inactive: 0 },
        sharedFourthPartyCount: 1,
      });
    });

    it('looks back as far as it is told, and says when anybody last looked', async () => {
      const back = async (lookbackDays?: number) => (await summary({ vendorDomain: 'cobalt.com', lookbackDays })).body.summary;
      expect((await back(45)).fourthPartyCounts).toEqual({ total: 2, new: 0, active: 1, inactive: 1 });
      expect((await back(30)).fourthPartyCounts).toEqual({ total: 1, new: 0, active: 1, inactive: 0 });
      const late = (await summary({ vendorDomain: 'borealis.com', lookbackDays: 7 })).body.summary;
      expect(late).toMatchObject({ fourthPartyCounts: { total: 0 }, companyConnectionCount: 0, countsByConnectionType: [] });
      expect(Date.parse(late.lastDetectionAt)).toBeLessThan(Date.now() - 9 * DAY);
    });

    it('has no time of detection for a vendor nobody looked at', async () => {
      const { body } = await summary({ vendorDomain: 'google.com' });
      expect(body.summary.fourthPartyCounts).toEqual({ total: 0, new: 0, active: 0, inactive: 0 });
      expect(body.summary).not.toHaveProperty('lastDetectionAt');
    });

    it.each(['unknown.com', 'gone.com'])('does not find %s', async (vendorDomain) => {
      const answer = await summary({ vendorDomain });
      expect(answer.status).toBe(404);
      expect(reasonOf(answer)).toBe('VENDOR_NOT_FOUND');
    });

    it.each([
      [{}, 'vendorDomain'],
      [{ vendorDomain: 'x' }, 'vendorDomain'],
      [{ vendorDomain: 'acme.com', lookbackDays: 0 }, 'lookbackDays'],
      [{ vendorDomain: 'acme.com', lookbackDays: 366 }, 'lookbackDays'],
    ])('refuses %j', async (body, field) => {
      const answer = await summary(body);
      expect(answer.status).toBe(400);
      expect(answer.body.details[1].fieldViolations[0].field).toBe(field);
    });
  });

  describe('GET avd/fourth-parties/graph', () => {
    const graph = (query: Record<string, string | number | boolean> = {}) => org.get('avd/fourth-parties/graph', query);

    it('gives what stands as nodes and edges', async () => {
      const { status, body } = await graph();
      expect(status).toBe(200);
      expect(body.nodes).toEqual([
        {
          id: 'fourth-party:google.com',
          kind: 'FOURTH_PARTY_NODE_KIND_FOURTH_PARTY',
          domain: 'google.com',
          companyName: 'Google',
          connectionCount: 3,
          criticalVendorCount: 2,
          isInDirectory: true,
        },
        expect.objectContaining({ id: 'fourth-party:cloudflare.com', connectionCount: 1, isInDirectory: false }),
        expect.objectContaining({ id: 'fourth-party:stripe.com', connectionCount: 1 }),
        {
          id: 'vendor:acme.com',
          kind: 'FOURTH_PARTY_NODE_KIND_VENDOR',
          domain: 'acme.com',
          companyName: 'Acme',
          connectionCount: 2,
          isCritical: true,
        },
        expect.objectContaining({ id: 'vendor:borealis.com', connectionCount: 2, isCritical: false }),
        expect.objectContaining({ id: 'vendor:cobalt.com', connectionCount: 1, isCritical: true }),
      ]);
      expect(body.edges).toHaveLength(5);
      expect(body.edges[0]).toEqual({
        source: 'vendor:acme.com',
        target: 'fourth-party:google.com',
        status: ACTIVE,
        connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL'],
        confidence: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
      });
      expect(body).toMatchObject({ totalCount: 3, connectedVendorCount: 3 });
    });

    it('goes through the fourth parties page by page, with every edge to the vendors shown', async () => {
      const first = await graph({ limit: 1, vendorLimit: 2 });
      expect(first.body.nodes.map((node: { id: string }) => node.id)).toEqual([
        'fourth-party:google.com',
        'vendor:acme.com',
        'vendor:borealis.com',
      ]);
      expect(first.body).toMatchObject({ totalCount: 3, connectedVendorCount: 3 });
      expect(first.body.edges).toHaveLength(2);
      const second = await graph({ limit: 1, cursor: first.body.nextCursor });
      expect(second.body.nodes.map((node: { id: string }) => node.id)).toEqual(['fourth-party:cloudflare.com', 'vendor:borealis.com']);
    });

    it('filters', async () => {
      const edges = async (query: Record<string, string | boolean>): Promise<string[]> =>
        (await graph(query)).body.edges.map((edge: { source: string; target: string }) => `${edge.source} ${edge.target}`);
      expect(await edges({ query: 'stripe' })).toEqual(['vendor:acme.com fourth-party:stripe.com']);
      expect(await edges({ statuses: INACTIVE })).toEqual(['vendor:cobalt.com fourth-party:zoho.com']);
      expect(await edges({ vendorDomains: 'cobalt.com' })).toEqual(['vendor:cobalt.com fourth-party:google.com']);
      expect(await edges({ isInDirectory: false, vendorGroupIds: groupId })).toEqual([]);
      expect((await graph({ vendorDomains: 'x' })).body.details[1].fieldViolations[0].field).toBe('vendorDomains[0]');
      expect(
        (await org.get('avd/fourth-parties/graph?statuses=FOURTH_PARTY_STATUS_NEW&statuses=FOURTH_PARTY_STATUS_ACTIVE')).body.edges,
      ).toHaveLength(5);
    });

    it.each(['vendorLimit=0', 'limit=-1', 'vendors=all'])('refuses %s', async (query) => {
      expect((await org.get(`avd/fourth-parties/graph?${query}`)).status).toBe(400);
    });
  });

  it('shows another organization nothing, though it has the same vendors', async () => {
    await new Portfolio(service, stranger).add({ domain: 'acme.com' }, { domain: 'cobalt.com' });
    expect((await stranger.post('avd/fourth-parties', { filters: { vendorDomains: ['acme.com'] } })).body).toEqual({
      fourthParties: [],
      totalCount: 0,
    });
    expect((await stranger.post('avd/fourth-parties/groups', {})).body).toEqual({ fourthPartyGroups: [], totalCount: 0 });
    expect((await stranger.post('avd/fourth-parties/vendors', { fourthPartyDomain: 'google.com' })).body).toEqual({
      vendors: [],
      totalCount: 0,
    });
    expect((await stranger.post('avd/fourth-parties', { filters: { vendorGroupIds: [groupId] } })).body.totalCount).toBe(0);
    expect((await stranger.get('avd/fourth-parties/graph')).body).toEqual({ nodes: [], edges: [], totalCount: 0, connectedVendorCount: 0 });
    const { body } = await stranger.post('avd/vendors/summary', { vendorDomain: 'cobalt.com' });
    expect(body.summary.fourthPartyCounts.total).toBe(0);
    expect((await stranger.post('avd/vendors/summary', { vendorDomain: 'borealis.com' })).status).toBe(404);
  });

  it('needs avd.read and no entitlement', async () => {
    const narrow = await org.withScopes('vendor-directory.read');
    for (const [method, path] of [
      ['post', 'fourth-parties'],
      ['post', 'fourth-parties/groups'],
      ['post', 'fourth-parties/vendors'],
      ['post', 'vendors/summary'],
      ['get', 'fourth-parties/graph'],
    ] as const) {
      const answer = method === 'get' ? await narrow.get(`avd/${path}`) : await narrow.post(`avd/${path}`, {});
      expect([path, answer.status, reasonOf(answer)]).toEqual([path, 403, 'SCOPE_MISSING']);
    }
    const plain = await TestOrganization.create(service, { vrm: false, scopes: 'avd.read' });
    const own = new Portfolio(service, plain);
    await own.add({ domain: 'acme.com' });
    await own.detect([{ host: 'acme.com', mx: ['aspmx.l.google.com'] }]);
    expect((await plain.post('avd/fourth-parties', {})).body.totalCount).toBe(1);
  });
});
