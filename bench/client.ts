import type { Environment, Server } from './environment';

export interface Credential {
  clientId: string;
  clientSecret: string;
}

/** An organization of the run with its token: what the calls are made with. */
export class BenchClient {
  private constructor(
    readonly domain: string,
    readonly organizationId: string,
    readonly token: string,
    private readonly server: Server,
  ) {}

  static async create(environment: Environment, server: Server, domain: string, slots: number): Promise<BenchClient> {
    const organization = JSON.parse(
      await environment.cli(['org', 'create', '--name', domain, '--domain', domain, '--vrm', '--slots', String(slots), '--json']),
    ) as { id: string };
    const credential = JSON.parse(
      await environment.cli(['credential', 'create', '--org', domain, '--name', 'bench', '--scopes', 'all', '--json']),
    ) as Credential;
    const response = await fetch(`${server.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return new BenchClient(domain, organization.id, token, server);
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
