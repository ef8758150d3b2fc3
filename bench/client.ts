import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import type { Environment, Server } from './environment';
import { Line } from './line';

const CONNECTIONS = 64;

/** An organization of the run and its token, which the calls are made with. */
export class BenchClient {
  private constructor(
    readonly domain: string,
    readonly organizationId: string,
    readonly token: string,
    private readonly line: Line,
  ) {}

  /** Creates an organization. */
  static async create(environment: Environment, server: Server, domain: string, slots: number): Promise<BenchClient> {
    await environment.application.get(Organizations).create({ name: domain, domain, vrm: true, slots });
    return BenchClient.of(environment, server, domain);
  }

  /** Uses an existing organization. */
  static async of(environment: Environment, server: Server, domain: string): Promise<BenchClient> {
    const { id } = await environment.application.get(Organizations).get(domain);
    const { clientId, clientSecret } = await environment.application.get(CredentialAdmin).create(domain, 'bench', 'all');
    const response = await fetch(`${server.url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return new BenchClient(domain, id, token, new Line(server.url, token, CONNECTIONS));
  }

  async call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return JSON.parse((await this.exchange(method, path, body)).toString()) as T;
  }

  /** What is timed: the raw response, before the client parses it. */
  async exchange(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Buffer> {
    const answer = await this.line.send({ method, path: `/public/v1/${path}`, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
    return answer.body;
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
