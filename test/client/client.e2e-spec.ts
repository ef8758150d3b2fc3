import {
  and,
  ExportIncompleteError,
  not,
  observationFilterFields,
  TokenError,
  vendorFilterFields,
  VendorRisk,
  VendorRiskError,
  type Change,
  type VendorRiskSettings,
} from '@vendor-risk/client';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { newDomain } from '../support/vendors';
import { Wire } from './wire';

const WHOAMI = '/public/v1/whoami';
const TOKEN = '/v1/oauth/token';
const CREATE = '/public/v1/vendors/create';

describe('the client', () => {
  let service: TestApp;
  let org: TestOrganization;
  let wire: Wire;
  let client: VendorRisk;

  const clientOf = ({ credential }: TestOrganization, settings: Partial<VendorRiskSettings> = {}) => {
    wire = new Wire();
    const { clientId, clientSecret } = credential;
    return new VendorRisk({ baseUrl: `${service.url}/`, clientId, clientSecret, fetch: wire.fetch, ...settings });
  };
  const failure = async (call: Promise<unknown>): Promise<VendorRiskError> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof VendorRiskError)) throw new Error(`No error of the service: ${String(error)}`);
    return error;
  };

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());
  beforeEach(() => {
    client = clientOf(org);
  });

  describe('tokens', () => {
    it('asks for one token for many calls at once, and keeps it', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.account.whoAmI()));
      await client.account.whoAmI();
      expect(new Set(answers.map(({ clientId }) => clientId))).toEqual(new Set([org.credential.clientId]));
      expect([wire.count(TOKEN), wire.count(WHOAMI)]).toEqual([1, 21]);
    });

    it('gets a new token once when the service refuses the old one', async () => {
      await client.account.whoAmI();
      wire.answer(WHOAMI, 401);
      await client.account.whoAmI();
      expect([wire.count(TOKEN), wire.count(WHOAMI)]).toEqual([2, 3]);
      wire.answer(WHOAMI, 401);
      wire.answer(WHOAMI, 401);
      expect((await failure(client.account.whoAmI())).status).toBe(401);
    });

    it('reports why it gets no token', async () => {
      const wrong = clientOf(
        Object.assign(Object.create(org) as TestOrganization, { credential: { ...org.credential, clientSecret: 'vrs_wrong' } }),
      );
      const error: unknown = await wrong.account.whoAmI().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TokenError);
      expect(error).toMatchObject({ status: 401, error: 'invalid_client', message: expect.stringContaining('secret is wrong') });
    });

    it('accepts a token from elsewhere', async () => {
      const own = new VendorRisk({ baseUrl: service.url, accessToken: () => org.token });
      expect((await own.account.whoAmI()).organization.domain).toBe(org.organization.domain);
    });
  });

  describe('lists', () => {
    it('iterates over rows and pages, and refuses to load more rows than allowed', async () => {
      const home = await TestOrganization.create(service);
      client = clientOf(home);
      const { results } = await client.vendors.bulkCreate({
        vendors: Array.from({ length: 5 }, () => ({ domainName: newDomain() })),
      });
      expect(results).toHaveLength(5);

      const seen: string[] = [];
      for await (const vendor of client.vendors.list({ limit: 2 })) seen.push(vendor.id);
      expect(new Set(seen)).toEqual(new Set(results.map(({ vendorId }) => vendorId)));

      const sizes: number[] = [];
      for await (const page of client.vendors.list({ limit: 2 }).pages()) sizes.push(page.vendors.length, page.totalCount);
      expect(sizes).toEqual([2, 5, 2, 5, 1, 5]);
      expect((await client.vendors.list({ limit: 3 }).page()).vendors).toHaveLength(3);
      expect(await client.vendorGroups.list({ limit: 1 }).toArray()).toEqual([]);
      await expect(client.vendors.list({ limit: 2 }).toArray(4)).rejects.toThrow('more than 4 rows');
    });
  });

  describe('errors', () => {
    it('carry reason, request id and invalid fields', async () => {
      const poor = await TestOrganization.create(service, { slots: 0 });
      client = clientOf(poor);
      const domainName = newDomain();
      const full = await failure(client.vendors.create({ domainName, isMonitored: true }));
      expect(full).toMatchObject({
        status: 409,
        code: 'FAILED_PRECONDITION',
        reason: 'MONITORING_SLOTS_EXHAUSTED',
        operation: 'CreateVendor',
      });
      expect(full.metadata).toEqual({ domainName });
      expect(full.requestId).toMatch(/^req_/);

      const bad = await failure(client.vendors.create({ domainName: '127.0.0.1' }, { requestId: 'mine-1' }));
      expect(bad).toMatchObject({ reason: 'INVALID_DOMAIN', requestId: 'mine-1' });
      expect(bad.fieldViolations.map(({ field }) => field)).toEqual(['domainName']);

      const missing = await failure(client.vendors.get({ id: poor.organization.id }));
      expect(missing.detail('ResourceInfo')).toMatchObject({ resourceType: 'vendor', resourceName: poor.organization.id });
    });

    it('include those of a proxy', async () => {
      wire.answer(WHOAMI, 502);
      expect(await failure(client.account.whoAmI())).toMatchObject({ status: 502, reason: 'UNEXPECTED_ANSWER', code: undefined });
    });
  });

  describe('retries', () => {
    it('repeats a write whose answer was lost with the same key, so that it runs once', async () => {
      wire.loseAnswer(CREATE);
      const { vendor } = await client.vendors.create({ domainName: newDomain() });
      const keys = wire.sent.filter(({ path }) => path === CREATE).map(({ headers }) => headers.get('idempotency-key'));
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect((await client.vendors.get({ id: vendor.id })).vendor.domainName).toBe(vendor.domainName);
    });

    it('waits as long as the service says after 429 and 503', async () => {
      wire.answer(WHOAMI, 429, { 'retry-after': '0' });
      wire.answer(WHOAMI, 503, { 'retry-after': new Date(0).toUTCString() });
      wire.answer(TOKEN, 503, { 'retry-after': '0' });
      expect((await client.account.whoAmI()).clientId).toBe(org.credential.clientId);
      expect([wire.count(TOKEN), wire.count(WHOAMI)]).toEqual([2, 3]);
    });

    it('stops retrying when its retry budget is used up', async () => {
      client = clientOf(org, { maxRetries: 100 });
      await client.account.whoAmI();
      for (let answers = 0; answers < 20; answers++) wire.answer(WHOAMI, 503, { 'retry-after': '0' });
      expect((await failure(client.account.whoAmI())).status).toBe(503);
      expect(wire.count(WHOAMI)).toBe(1 + 11);
    });

    it('ends when it is aborted and at its timeout', async () => {
      await client.account.whoAmI();
      const controller = new AbortController();
      wire.answer(WHOAMI, 503, { 'retry-after': '3600' });
      const call = client.account.whoAmI(undefined, { signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(call).rejects.toThrow('enough');

      const never: typeof fetch = (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
      const stuck = new VendorRisk({ baseUrl: service.url, accessToken: org.token, fetch: never, timeoutMs: 10, maxRetries: 1 });
      await expect(stuck.account.whoAmI()).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });

  it('refuses to overwrite an edit of someone else', async () => {
    const { vendor } = await client.vendors.create({ domainName: newDomain() });
    let ifMatch = '';
    await client.vendors.get({ id: vendor.id }, { onResponse: ({ headers }) => (ifMatch = headers.get('etag') ?? '') });
    await client.vendors.update({ id: vendor.id, companyName: 'First' }, { ifMatch });
    expect((await failure(client.vendors.update({ id: vendor.id, companyName: 'Second' }, { ifMatch }))).reason).toBe('ETAG_MISMATCH');
  });

  describe('with findings', () => {
    let vendorDomain: string;

    beforeAll(async () => {
      org = await TestOrganization.create(service);
      ({ domain: vendorDomain } = await aVendor(service, org));
      const other = await aVendor(service, org);
      await importFindings(org, [
        aFinding(`a.${vendorDomain}`, { severity: 'CRITICAL', cveIds: ['CVE-2021-44228'] }),
        aFinding(`b.${vendorDomain}`, { severity: 'LOW' }),
        aFinding(`c.${other.domain}`, { severity: 'HIGH', cveIds: ['CVE-2024-3094'] }),
      ]);
    });

    it('filters with the filter builder', async () => {
      const { severity, cve, vendor } = observationFilterFields;
      const filters = [and(severity.atLeast('HIGH'), cve.isSet(), not(vendor.in([vendorDomain])))];
      expect((await client.observations.list({ filters }).toArray()).map(({ subjectDomain }) => subjectDomain[0])).toEqual(['c']);
      expect(await client.observations.list({ filters: [vendor.equals(vendorDomain)] }).toArray()).toHaveLength(2);
      const { domainName, createdAt } = vendorFilterFields;
      const found = client.vendors.list({ filters: [domainName.equals(vendorDomain), createdAt.since(new Date(0))] });
      expect(await found.toArray()).toHaveLength(1);
    });

    it('streams an export, and fails when the stream is cut off', async () => {
      const subjects: string[] = [];
      for await (const { subjectDomain } of client.observations.export()) subjects.push(subjectDomain[0] ?? '');
      expect(subjects.sort()).toEqual(['a', 'b', 'c']);
      const csv = await new Response(await client.observations.export({ format: 'EXPORT_FORMAT_CSV' }).body()).text();
      expect(csv.split('\r\n').filter(Boolean)).toHaveLength(4);

      const whole = await new Response(await client.observations.export().body()).text();
      const cut: typeof fetch = async (input, init) =>
        new Request(input).url.endsWith('/export') ? new Response(whole.slice(0, whole.lastIndexOf('{'))) : fetch(input, init);
      const broken = new VendorRisk({ baseUrl: service.url, accessToken: org.token, fetch: cut });
      const rows = async () => {
        let count = 0;
        for await (const _ of broken.observations.export()) count += 1;
        return count;
      };
      await expect(rows()).rejects.toThrow(ExportIncompleteError);
    });

    it('follows changes from its saved position, and saves it after each page', async () => {
      const saved: string[] = [];
      const position = { load: () => saved.at(-1), save: (cursor: string) => void saved.push(cursor) };
      const request = { resourceTypes: ['CHANGE_RESOURCE_TYPE_OBSERVATION' as const], position, pollMs: 5 };
      const first: Change[] = [];
      for await (const change of client.changes.follow({ ...request, limit: 2 })) {
        first.push(change);
        expect(saved).toHaveLength(first.length > 2 ? 1 : 0);
        if (first.length === 3) break;
      }
      const subjects = first.map((change) => ('observation' in change ? change.observation.subjectDomain[0] : ''));
      expect(subjects.sort()).toEqual(['a', 'b', 'c']);

      await client.observations.flag({ filters: [observationFilterFields.severity.equals('LOW')] });
      for await (const change of client.changes.follow(request)) {
        if (!('observation' in change) || !change.observation.isFlagged) continue;
        expect(change.observation.subjectDomain).toBe(`b.${vendorDomain}`);
        break;
      }
    });
  });
});
