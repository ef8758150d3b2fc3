import { RefusedCalls } from '#platform/audit/refused-calls';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { asOwner } from '../isolation/tenant-tables';
import { McpCaller } from '../support/mcp';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('refused calls in the audit log', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    org = await TestOrganization.create(service);
  });

  const refusals = async () => {
    await service.app.get(RefusedCalls).flush();
    const { body } = await org.post('audit-events', { filters: { outcomes: ['AUDIT_OUTCOME_REFUSED'] } });
    return body.auditEvents as { operation: string; reason: string; occurrences: number; actor: { id?: string }; surface: string }[];
  };
  /** The calls may fall into two minutes. */
  const summed = async () => {
    const events = await refusals();
    return {
      kinds: [...new Set(events.map(({ operation, reason, surface, actor }) => `${surface} ${operation} ${reason} ${actor.id ?? ''}`))],
      calls: events.reduce((sum, { occurrences }) => sum + occurrences, 0),
      events: events.length,
    };
  };
  const ask = (clientId: string, secret: string) =>
    fetch(`${service.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
    });

  it('are counted per credential and minute at the token endpoint', async () => {
    const { clientId } = org.credential;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(clientId, 'vrs_wrong')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const { kinds, calls, events } = await summed();
    expect([kinds, calls]).toEqual([[`AUDIT_SURFACE_REST Token invalid_client ${clientId}`], 20]);
    expect(events).toBeLessThan(3);
  });

  it('include a revoked credential that is still used', async () => {
    const other = await org.withScopes('vendor-directory.read');
    await service.app.get(CredentialAdmin).revoke(other.credential.clientId);
    expect((await other.get('whoami')).status).toBe(401);
    expect((await summed()).kinds).toEqual([`AUDIT_SURFACE_REST Authenticate CREDENTIAL_REVOKED ${other.credential.clientId}`]);
  });

  it('include writes without permission, over REST and over MCP; refused reads and wrong input are not recorded', async () => {
    const narrow = await org.withScopes('vendor-directory.read');
    const { clientId } = narrow.credential;
    expect((await narrow.post('vendors/create', { domainName: 'acme.com' })).status).toBe(403);
    expect(
      (await new McpCaller(service, narrow.token).send('tools/call', { name: 'CreateVendor', arguments: { domainName: 'acme.com' } }))
        .status,
    ).toBe(403);
    expect((await narrow.post('observations', {})).status).toBe(403);
    expect((await org.post('vendors/create', { domainName: 'no domain' })).status).toBe(400);
    expect((await summed()).kinds.sort()).toEqual([
      `AUDIT_SURFACE_MCP CreateVendor SCOPE_MISSING ${clientId}`,
      `AUDIT_SURFACE_REST CreateVendor SCOPE_MISSING ${clientId}`,
    ]);
  });

  it('of unknown clients are counted in the log of the platform, without their claims', async () => {
    const count = async () => {
      await service.app.get(RefusedCalls).flush();
      const rows = await asOwner<{ sum: string; text: string }>(
        `SELECT coalesce(sum(occurrences), 0) AS sum, coalesce(string_agg(e::text, ' '), '') AS text FROM audit_event e
          WHERE organization_id = '00000000-0000-0000-0000-000000000000' AND operation = 'Token' AND reason = 'invalid_client'`,
      );
      return rows[0] as { sum: string; text: string };
    };
    const before = await count();
    for (let at = 0; at < 5; at += 1) await ask(`vrc_claimed-${at}`, 'vrs_wrong');
    const after = await count();
    expect(Number(after.sum) - Number(before.sum)).toBeGreaterThanOrEqual(5);
    expect(after.text).not.toContain('claimed');
  });
});
