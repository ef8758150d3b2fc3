import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import type { Environment, Server } from './environment';

/** An organization of the run with its token: what the calls are made with. */
export class BenchClient {
  private constructor(
    readonly domain: string,
    readonly organizationId: string,
    readonly token: string,
    private readonly server: Server,
  ) {}

  /** A new organization. */
  static async create(environment: Environment, server: Server, domain: string, slots: number): Promise<BenchClient> {
    await environment.application.get(Organizations).create({ name: domain, domain, vrm: true, slots });
    return BenchClient.of(environment, server, domain);
  }

  /** One that is there. */
  static async of(environment: Environment, server: Server, domain: string): Promise<BenchClient> {
    const { id } = await environment.application.get(Organizations).get(domain);
    const { clientId, clientSecret } = await environment.application.get(CredentialAdmin).create(domain, 'bench', 'all');
    const response = await fetch(`${server.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return new BenchClient(domain, id, token, server);
  }

  async call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.server.url}/public/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }
}

/** An observation filter of one rule. */
export function rule(field: string, comparison: string, value: Record<string, unknown>) {
  return { rule: { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value } };
}

/** The hot call: open observations of severity high or more, newest first. */
export function hotRequest(cursor?: string) {
  return {
    filters: [rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })],
    countMode: 'TOTAL_COUNT_MODE_NONE',
    ...(cursor !== undefined && { cursor }),
  };
}
