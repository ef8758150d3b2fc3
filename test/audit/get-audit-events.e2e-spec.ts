import { TestOrganization, reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

interface Event {
  id: string;
  occurredAt: string;
  actor: Record<string, string>;
  operation: string;
  targets: { id: string; type: string; displayName?: string }[];
  targetCount: number;
  changes: { field: string; before?: string; after?: string }[];
}

describe('POST /public/v1/audit-events', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    org = await TestOrganization.create(service);
  });

  const events = async (filters: object = {}, page: object = {}): Promise<Event[]> => {
    const { status, body } = await org.post('audit-events', { filters, ...page });
    expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
    return body.auditEvents as Event[];
  };
  const operationsOf = (list: Event[]) => list.map(({ operation }) => operation);
  const vendor = async (domainName: string) => (await org.post('vendors/create', { domainName })).body.vendor as { id: string };

  it('shows who changed what, from where, in which call', async () => {
    const { id } = await vendor('acme-cloud.com');
    const answer = await org.patch(`vendors/${id}`, { riskLevel: 'RISK_LEVEL_HIGH', contacts: [{ email: 'security@acme-cloud.com' }] });
    const [updated, created] = await events({ targetIds: [id] });
    expect(updated).toEqual({
      id: expect.any(String),
      occurredAt: expect.stringMatching(/Z$/),
      actor: {
        type: 'ACTOR_TYPE_API_CLIENT',
        id: org.credential.clientId,
        displayName: 'Test',
        credentialId: org.credential.clientId,
        sourceAddress: expect.stringMatching(/127\.0\.0\.1$/),
      },
      surface: 'AUDIT_SURFACE_REST',
      operation: 'UpdateVendor',
      requestId: answer.headers.get('x-request-id'),
      targets: [{ type: 'vendor', id, displayName: 'acme-cloud.com' }],
      targetCount: 1,
      changes: [
        { field: 'riskLevel', after: 'RISK_LEVEL_HIGH' },
        { field: 'contacts', after: '[masked]' },
      ],
      outcome: 'AUDIT_OUTCOME_SUCCEEDED',
      occurrences: 1,
    });
    expect(created).toMatchObject({
      operation: 'CreateVendor',
      changes: expect.arrayContaining([{ field: 'domainName', after: 'acme-cloud.com' }]),
    });
    expect(JSON.stringify(await events())).not.toContain('security@acme-cloud.com');
  });

  it("shows what the operator did to the organization, and the organization's tokens", async () => {
    expect(operationsOf(await events())).toEqual(['Token', 'credential create', 'org create']);
    const [, credential] = await events();
    expect(credential).toMatchObject({
      actor: { type: 'ACTOR_TYPE_ADMIN', displayName: 'Operator' },
      surface: 'AUDIT_SURFACE_ADMIN',
      targets: [{ type: 'credential', id: org.credential.clientId }],
    });
    expect(JSON.stringify(credential)).not.toContain(org.credential.clientSecret);
  });

  it('lists a hundred targets of a bulk call, and counts all', async () => {
    const vendors = Array.from({ length: 150 }, (_, index) => ({ domainName: `bulk-${index}.com` }));
    await org.post('vendors/bulk-create', { vendors: [...vendors, { domainName: 'bulk-1.com' }, { domainName: 'not a domain' }] });
    const [event] = await events({ operations: ['BulkCreateVendors'] });
    expect(event).toMatchObject({ targetCount: 150 });
    expect(event?.targets).toHaveLength(100);
    expect(event?.targets[0]).toEqual({ type: 'vendor', id: expect.any(String), displayName: expect.stringMatching(/^bulk-/) });
  });

  it('names every vendor that a bulk call starts or stops monitoring', async () => {
    await org.post('vendors/create', { domainName: 'left.com', isMonitored: true });
    await org.post('vendors/bulk-upsert-csv', { csv: 'domain_name,is_monitored\nnew.com,yes\nother.com,no\nleft.com,no\n' });
    const [upserted] = await events({ operations: ['BulkUpsertVendorsFromCsv'] });
    expect(upserted).toMatchObject({ actor: { id: org.credential.clientId }, targetCount: 3 });
    expect(upserted?.changes).toEqual([
      { field: 'monitoringStarted', after: 'new.com' },
      { field: 'monitoringStopped', after: 'left.com' },
    ]);
    const monitored = upserted?.targets.find(({ displayName }) => displayName === 'new.com')?.id;
    await org.post('vendors/bulk-offboard', { ids: [monitored] });
    expect((await events({ operations: ['BulkOffboardVendors'] }))[0]?.changes).toEqual([{ field: 'monitoringStopped', after: 'new.com' }]);
  });

  it('filters by actor, operation, object, outcome, address and time', async () => {
    const { id } = await vendor('one.com');
    await vendor('two.com');
    const narrow = await org.withScopes('vendor-directory.read,vendor-directory.write');
    await narrow.patch(`vendors/${id}`, { riskLevel: 'RISK_LEVEL_LOW' });
    const address = (await events())[0]?.actor.sourceAddress ?? '';
    expect(operationsOf(await events({ actors: [narrow.credential.clientId] }))).toEqual(['UpdateVendor', 'Token']);
    expect(
      operationsOf(
        await events({ actors: [narrow.credential.clientId, org.credential.clientId], operations: ['CreateVendor', 'UpdateVendor'] }),
      ),
    ).toEqual(['UpdateVendor', 'CreateVendor', 'CreateVendor']);
    expect(operationsOf(await events({ targetIds: [id], operations: ['CreateVendor'] }))).toEqual(['CreateVendor']);
    expect(operationsOf(await events({ sourceAddresses: [address], operations: ['UpdateVendor'] }))).toEqual(['UpdateVendor']);
    expect(await events({ sourceAddresses: ['203.0.113.7'] })).toEqual([]);
    expect(await events({ outcomes: ['AUDIT_OUTCOME_REFUSED'] })).toEqual([]);
    const all = await events();
    const at = all[2]?.occurredAt ?? '';
    expect(await events({ occurredRange: { startTime: at } })).toEqual(all.filter(({ occurredAt }) => occurredAt >= at));
    expect(await events({ occurredRange: { endTime: at } })).toEqual(all.filter(({ occurredAt }) => occurredAt < at));
    expect(await events({ occurredRange: { startTime: '2100-01-01T00:00:00Z' } })).toEqual([]);
    const reversed = await org.post('audit-events', {
      filters: { occurredRange: { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' } },
    });
    expect([reversed.status, reasonOf(reversed)]).toEqual([400, 'INVALID_REQUEST']);
  });

  it.each([{}, { operations: ['CreateVendor', 'CreateVendorGroup'] }])(
    'returns every event once during concurrent writes: %j',
    async (filters) => {
      for (let at = 0; at < 7; at += 1) await vendor(`walk-${at}.com`);
      const all = (await events(filters)).map(({ id }) => id);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await org.post('audit-events', { filters, limit: 2, ...(cursor && { cursor }) });
        seen.push(...(body.auditEvents as Event[]).map(({ id }) => id));
        cursor = body.nextCursor as string | undefined;
        await org.post('vendors/groups', { name: `Meanwhile ${seen.length}` });
      } while (cursor);
      expect(seen).toEqual(all);
      expect((await events(filters, { offset: 3, limit: 2 })).length).toBe(2);
    },
  );

  it('needs its scope', async () => {
    const narrow = await org.withScopes('vendor-directory.read');
    const refused = await narrow.post('audit-events', {});
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'SCOPE_MISSING']);
    expect((await (await org.withScopes('audit.read')).post('audit-events', {})).status).toBe(200);
  });
});
