import { startTestApp, type TestApp } from '../support/test-app';
import { ACTIVE, INACTIVE, sampleOf, type Sample } from './sample';

describe('GET avd/fourth-parties/graph', () => {
  let service: TestApp;
  let sample: Sample;

  const graph = (query: Record<string, string | number | boolean> = {}) => sample.org.get('avd/fourth-parties/graph', query);

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it('returns current relationships as nodes and edges', async () => {
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
        openSecurityEventCount: expect.any(Number),
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

  it('pages through the fourth parties, with every edge to the vendors shown', async () => {
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
    expect(await edges({ isInDirectory: false, vendorGroupIds: sample.groupId })).toEqual([]);
    expect((await graph({ vendorDomains: 'x' })).body.details[1].fieldViolations[0].field).toBe('vendorDomains[0]');
    expect(
      (await sample.org.get('avd/fourth-parties/graph?statuses=FOURTH_PARTY_STATUS_NEW&statuses=FOURTH_PARTY_STATUS_ACTIVE')).body.edges,
    ).toHaveLength(5);
  });

  it.each(['vendorLimit=0', 'limit=-1', 'vendors=all'])('refuses %s', async (query) => {
    expect((await sample.org.get(`avd/fourth-parties/graph?${query}`)).status).toBe(400);
  });
});
