import { ALL_SCOPES, type Scope } from '#platform/identity/scope';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const NOBODY = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

/** Every operation of the registry without each of its scopes; new operations are included automatically. */
/** They read no data of the organization. */
const FOR_EVERY_TOKEN = ['WhoAmI', 'GetReference'];

describe('an operation without its scope', () => {
  let service: TestApp;
  let org: TestOrganization;
  let operations: readonly RegisteredOperation[];
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    operations = service.app.get(OperationRegistry).operations;
  });
  afterAll(() => service.close());

  async function tokenWithout(missing: readonly Scope[]): Promise<string> {
    const scopes = ALL_SCOPES.filter((scope) => !missing.includes(scope)).join(',');
    const token = tokens.get(scopes) ?? (await org.withScopes(scopes)).token;
    tokens.set(scopes, token);
    return token;
  }

  function call({ method, path }: RegisteredOperation, token: string) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    return send(`${service.url}${path.replaceAll(/\{\w+\}/g, NOBODY)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...body,
    });
  }

  it('is refused, naming the missing and all required scopes', async () => {
    let tried = 0;
    for (const operation of operations) {
      for (const scope of operation.spec.scopes) {
        const answer = await call(operation, await tokenWithout([scope]));
        expectError(answer, 403, 'SCOPE_MISSING');
        expect([operation.spec.name, answer.body.details[0].metadata]).toEqual([operation.spec.name, { scope }]);
        expect(answer.body.message).toBe(`${operation.spec.name} needs the scope ${scope}.`);
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer realm="vendor-risk", error="insufficient_scope", scope="${operation.spec.scopes.join(' ')}"`,
        );
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThanOrEqual(operations.filter(({ spec }) => spec.anyScopeOf === undefined).length);
  });

  it('names every scope that is missing when several are', async () => {
    const [operation] = operations.filter(({ spec }) => spec.scopes.length > 1);
    if (!operation) throw new Error('No operation needs two scopes.');
    const answer = await call(operation, await tokenWithout(operation.spec.scopes));
    expectError(answer, 403, 'SCOPE_MISSING');
    expect(answer.body.details[0].metadata).toEqual({ scope: operation.spec.scopes.join(' ') });
  });

  it('succeeds with exactly its scopes', async () => {
    const refused: string[] = [];
    for (const operation of operations) {
      const { scopes, anyScopeOf = [] } = operation.spec;
      const enough = [...scopes, ...anyScopeOf.slice(0, 1)];
      const token = enough.length === 0 ? org.token : (await org.withScopes(enough.join(','))).token;
      const { status } = await call(operation, token);
      if (status === 401 || status === 403) refused.push(operation.spec.name);
    }
    expect(refused).toEqual([]);
  });

  it('needs the read scope in addition to every other scope of its area', () => {
    for (const { spec } of operations) {
      // A caller that manages credentials or webhooks sees those it manages; a caller that starts monitoring gets its queued runs.
      for (const scope of spec.scopes.filter((name) => !/\.(manage|run)$/.test(name)))
        expect([spec.name, ...spec.scopes]).toContain(`${scope.split('.')[0] ?? ''}.read`);
      if (!FOR_EVERY_TOKEN.includes(spec.name))
        expect([spec.name, spec.scopes.length + (spec.anyScopeOf?.length ?? 0) > 0]).toEqual([spec.name, true]);
    }
  });

  it('that needs one of several is refused without any, naming them all', async () => {
    const open = operations.filter(({ spec }) => spec.anyScopeOf !== undefined);
    expect(open.length).toBeGreaterThan(0);
    for (const operation of open) {
      const { name, anyScopeOf = [] } = operation.spec;
      const answer = await call(operation, await tokenWithout(anyScopeOf));
      expectError(answer, 403, 'SCOPE_MISSING');
      expect(answer.body.message).toBe(`${name} needs one of the scopes ${anyScopeOf.join(' ')}.`);
    }
  });
});
