import { randomBytes } from 'node:crypto';
import { CredentialAdmin, type NewSecret } from '#platform/auth/credential-admin';
import { Organizations, type Organization } from '#platform/auth/organizations';
import { callOf } from './http';
import { described } from './response-schema';
import type { TestApp } from './test-app';

export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into whatever came back.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** An organization for a test, with a credential and a client. */
export class TestOrganization {
  private constructor(
    private readonly service: TestApp,
    readonly organization: Organization,
    readonly credential: NewSecret,
    readonly token: string,
  ) {}

  static async create(service: TestApp, options: { vrm?: boolean; slots?: number; scopes?: string } = {}): Promise<TestOrganization> {
    const domain = `org-${randomBytes(6).toString('hex')}.com`;
    const organization = await service.app
      .get(Organizations)
      .create({ name: `Organization ${domain}`, domain, vrm: options.vrm ?? true, slots: options.slots ?? 100 });
    const credential = await service.app.get(CredentialAdmin).create(domain, 'Test', options.scopes ?? 'all');
    return new TestOrganization(service, organization, credential, await fetchToken(service.url, credential));
  }

  /** Another credential of the same organization. */
  async withScopes(scopes: string): Promise<TestOrganization> {
    const credential = await this.service.app.get(CredentialAdmin).create(this.organization.domain, 'Narrow', scopes);
    return this.as(credential);
  }

  /** The organization with another of its credentials. */
  async as(credential: NewSecret): Promise<TestOrganization> {
    return new TestOrganization(this.service, this.organization, credential, await fetchToken(this.service.url, credential));
  }

  /** The same organization on another process that issues tokens under the same issuer. */
  through(url: string): TestOrganization {
    return new TestOrganization({ ...this.service, url }, this.organization, this.credential, this.token);
  }

  get(path: string, query: Record<string, string | number | boolean> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
    return this.call('GET', search ? `${path}?${search}` : path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, body, headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('PATCH', path, body, headers);
  }

  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path, undefined, {});
  }

  private async call(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const url = `${this.service.url}/public/v1/${path}`;
    const answer = await callOf(url, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return described(method, url, answer, body);
  }
}

export async function fetchToken(url: string, credential: { clientId: string; clientSecret: string }, scope?: string): Promise<string> {
  const { body } = await callOf(`${url}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
      ...(scope && { scope }),
    }).toString(),
  });
  if (!body.access_token) throw new Error(`no token: ${JSON.stringify(body)}`);
  return body.access_token as string;
}

/** The reason of an error body. */
export function reasonOf(answer: Answer): string | undefined {
  return (answer.body as { details?: { reason?: string }[] }).details?.[0]?.reason;
}
