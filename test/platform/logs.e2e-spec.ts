import { CredentialAdmin, type NewSecret } from '#platform/auth/credential-admin';
import { exchange, send, type Sent } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';

type Line = Record<string, unknown>;

describe('the log', () => {
  let admin: TestApp;
  let service: ServiceProcess;
  let org: TestOrganization;
  let lines: Line[];
  const secrets: string[] = [];

  beforeAll(async () => {
    admin = await startTestApp();
    service = await ServiceProcess.start({ LOG_LEVEL: 'info', TRUST_PROXY: '1' });
    org = await TestOrganization.create(admin);
    await drive();
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);
    lines = service.output
      .trim()
      .split('\n')
      .filter((line) => !/^(Node\.js |Starting the service|Vendor-Risk API|Swagger UI|Stopp)/.test(line))
      .map((line) => JSON.parse(line) as Line);
  });
  afterAll(async () => {
    await service.kill();
    await admin.close();
  });

  /** Valid and invalid calls, with the secret and the token in every place a careless client could put them. */
  async function drive(): Promise<void> {
    const { clientId, clientSecret } = org.credential;
    const token = await fetchToken(service.url, org.credential);
    const { clientId: rotated } = (await org.withScopes('avd.read')).credential;
    const renewed = (await admin.app.get(CredentialAdmin).rotate(rotated)) as NewSecret;
    secrets.push(
      clientSecret,
      token,
      token.split('.')[2] ?? '',
      renewed.clientSecret,
      Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    );

    const call = (id: string, path: string, { headers, ...sent }: Sent = {}) =>
      send(`${service.url}${path}`, { ...sent, headers: { 'x-request-id': id, ...headers } });
    const bearer = { authorization: `Bearer ${token}` };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const json = { ...bearer, 'content-type': 'application/json' };
    const grant = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;

    await call('good-token', '/v1/oauth/token', { method: 'POST', headers: form, body: grant });
    await call('basic', '/v1/oauth/token', {
      method: 'POST',
      headers: { ...form, authorization: `Basic ${secrets[4] ?? ''}` },
      body: 'grant_type=client_credentials',
    });
    await call('wrong-secret', '/v1/oauth/token', { method: 'POST', headers: form, body: `${grant}x` });
    await call('swapped', '/v1/oauth/token', {
      method: 'POST',
      headers: form,
      body: `grant_type=client_credentials&client_id=${clientSecret}&client_secret=${clientId}`,
    });
    await call('token-in-query', `/v1/oauth/token?${grant}`, { method: 'POST', headers: form, body: grant });
    await call('broken-json', '/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"client_secret":"${clientSecret}"`,
    });
    await call('good', '/public/v1/whoami', { headers: bearer });
    await call('forwarded', '/public/v1/whoami', { headers: { ...bearer, 'x-forwarded-for': '198.51.100.1, 192.0.2.7' } });
    await call('query', `/public/v1/whoami?access_token=${token}&secret=${clientSecret}`, { headers: bearer });
    await call('path-token', `/public/v1/vendors/groups/${token}`, { headers: bearer });
    await call('path-secret', `/public/v1/vendors/groups/${clientSecret}`, { headers: bearer });
    await call('unknown-path', `/${clientSecret}/${token}`, { headers: bearer });
    await call(clientSecret, '/public/v1/whoami', { headers: bearer });
    await call(token.slice(0, 128), '/public/v1/whoami', { headers: bearer });
    await call('idempotency-key', '/public/v1/vendors/groups', {
      method: 'POST',
      headers: { ...json, 'idempotency-key': clientSecret },
      body: '{"name":"Logged"}',
    });
    await call('body', '/public/v1/vendors/groups', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: clientSecret, [token]: token }),
    });
    await call('body-kept', '/public/v1/vendors/groups', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: clientSecret, description: token }),
    });
    await call('secret-as-token', '/public/v1/whoami', { headers: { authorization: `Bearer ${clientSecret}` } });
    await call('tampered', '/public/v1/whoami', { headers: { authorization: `Bearer ${token}x` } });
    await call('cookie', '/public/v1/whoami', {
      headers: { ...bearer, cookie: `token=${token}`, 'user-agent': clientSecret, referer: `http://x/${token}` },
    });
    await call('version', '/public/v1/whoami', { headers: { ...bearer, 'service-api-version': clientSecret } });
    await call('no-token', '/public/v1/whoami');
    await driveAnswerPages();
  }

  /** The token of a link, in calls that each part of the service refuses. */
  async function driveAnswerPages(): Promise<void> {
    const link = 'AQ-_09azAZ'.repeat(11);
    secrets.push(link);
    const encoded = [...link].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
    const paths = [
      `/answer/${link}`,
      `//answer/${link}`,
      `/ANSWER/${link}`,
      `/answer/${link}/x`,
      `/answer/${link}%zz`,
      `/answer/${link}%00`,
    ];
    const hidden = [`/%61nswer/${link}`, `/answer%2f${link}`, `/answer/${encoded}`, `/docs/../answer/${link}`, `/answer/?${link}`];
    for (const path of [...paths, ...hidden])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) await send(`${service.url}${path}`, { method });
    await send(`${service.url}/answer/${link}`, { method: 'POST', body: 'x'.repeat(300_000) });
    await exchange(service.url, `GET /answer/${link} HTTP/1.1\r\n\r\n`, 200); // without a Host
    await exchange(service.url, `GET /answer/${link} HTTP/3\r\n\r\n`, 200);
    secrets.push(encoded.slice(0, 30));
  }

  const lineOf = (requestId: string) => lines.find((line) => line.requestId === requestId) ?? {};

  it('contains no secret or token, nor a usable part of one', () => {
    for (const secret of secrets) {
      expect(service.output).not.toContain(secret);
      expect(service.output).not.toContain(encodeURIComponent(secret));
    }
    expect(service.output).not.toMatch(/vrs_[A-Za-z0-9]|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]/);
  });

  it('has one line of JSON for every call, and otherwise only the warning about the missing encryption key', () => {
    const calls = lines.filter(({ msg }) => msg === 'call');
    expect(lines.filter(({ msg }) => msg !== 'call').map(({ msg }) => msg)).toEqual([expect.stringContaining('ENCRYPTION_KEY is not set')]);
    for (const line of calls) {
      expect(line).toMatchObject({
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        requestId: expect.any(String),
        address: expect.any(String),
        operation: expect.any(String),
        method: expect.any(String),
        path: expect.any(String),
        status: expect.any(Number),
        ms: expect.any(Number),
      });
      expect(Object.keys(line).filter((name) => !KNOWN.has(name))).toEqual([]);
    }
  });

  it('logs the caller, the operation, the outcome and the reason', () => {
    const caller = { organization: org.organization.id, client: org.credential.clientId };
    expect(lineOf('good')).toMatchObject({ ...caller, operation: 'WhoAmI', status: 200, path: '/public/v1/whoami' });
    expect(lineOf('idempotency-key')).toMatchObject({ ...caller, operation: 'CreateVendorGroup', method: 'POST', status: 200 });
    expect(lineOf('body')).toMatchObject({ ...caller, operation: 'CreateVendorGroup', status: 400, reason: 'INVALID_REQUEST' });
    expect(lineOf('path-secret')).toMatchObject({
      ...caller,
      operation: 'GetVendorGroup',
      status: 404,
      path: '/public/v1/vendors/groups/[redacted]',
    });
    expect(lineOf('no-token')).toMatchObject({ operation: 'WhoAmI', status: 401, reason: 'TOKEN_MISSING' });
    expect(lineOf('tampered')).toMatchObject({ operation: 'WhoAmI', status: 401, reason: 'TOKEN_MALFORMED' });
    expect(lineOf('good-token')).toMatchObject({ client: org.credential.clientId, operation: 'Token', status: 200 });
    expect(lineOf('wrong-secret')).toMatchObject({
      client: org.credential.clientId,
      operation: 'Token',
      status: 401,
      reason: 'invalid_client',
    });
    expect(lineOf('swapped')).toMatchObject({ client: '[redacted]', operation: 'Token', status: 401 });
  });

  it('contains the client address that the trusted proxy reports', () => {
    expect(lineOf('good')).toMatchObject({ address: '127.0.0.1' });
    expect(lineOf('forwarded')).toMatchObject({ address: '192.0.2.7' });
  });

  it('names no unauthenticated caller', () => {
    expect(lineOf('tampered')).not.toHaveProperty('organization');
    expect(lineOf('no-token')).not.toHaveProperty('client');
  });
});

const KNOWN = new Set([
  'level',
  'time',
  'msg',
  'requestId',
  'address',
  'organization',
  'client',
  'operation',
  'surface',
  'method',
  'path',
  'status',
  'reason',
  'ms',
]);
