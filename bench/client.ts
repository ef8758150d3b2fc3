import { observationFilterFields, VendorRisk } from '@vendor-risk/client';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import type { Environment, Server } from './environment';
import { Line } from './line';

const CONNECTIONS = 64;

/** An organization of the run, with its callers. */
export class BenchClient {
  /** For set-up and checks. Without retries, so that no refusal goes unnoticed. */
  readonly api: VendorRisk;
  private readonly line: Line;

  private constructor(
    readonly domain: string,
    readonly organizationId: string,
    /** For raw connections, which measure only the service. */
    readonly token: string,
    url: string,
  ) {
    this.api = new VendorRisk({ baseUrl: url, accessToken: token, maxRetries: 0 });
    this.line = new Line(url, token, CONNECTIONS);
  }

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
    return new BenchClient(domain, id, token, server.url);
  }

  /**
   * The timed call: the bytes of the response over a plain connection. The client would add its own work to both sides of a ratio: it
   * decompresses and parses responses, and gives every write an Idempotency-Key.
   */
  async exchange(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Buffer> {
    const answer = await this.line.send({ method, path: `/public/v1/${path}`, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
    return answer.body;
  }
}

/** The hot call: open observations of severity high or more, newest first. */
export function hotRequest(cursor?: string) {
  return {
    filters: [observationFilterFields.severity.atLeast('HIGH')],
    countMode: 'TOTAL_COUNT_MODE_NONE' as const,
    ...(cursor !== undefined && { cursor }),
  };
}
