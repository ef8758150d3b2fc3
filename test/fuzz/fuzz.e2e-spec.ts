import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '#platform/config/project-root';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { buildEstate, type Estate } from '../isolation/estate';
import { errorFaults } from '../support/error-body';
import { send } from '../support/http';
import { recounted } from '../support/recounted';
import { startTestApp, type TestApp } from '../support/test-app';
import { callsOf, type Call, type OpenApiOperation } from './generated-call';
import { goodInputs } from './good-inputs';
import { hostileHeaders } from './hostile';
import { Judge } from './judge';
import { SchemaArbitrary, type Schemas } from './schema-arbitrary';
import { mcpBodies, mcpFaults, tokenBodies, tokenFaults } from './undescribed';

/** Total number of calls; npm run trial -- fuzz makes more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
/** The values in the title and the path of a failure replay it: FUZZ_SEED=... FUZZ_RUNS=... FUZZ_PATH=... npx jest test/fuzz -t <operation>. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() & 0x7fff_ffff);
const REPLAY = process.env.FUZZ_PATH;

const document = JSON.parse(readFileSync(join(projectRoot(), 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Schemas };
};
/** Deleting operations run last, those that delete the most at the very end, so that the others have data to work on. */
const takesAway = ({ operationId }: OpenApiOperation) => ['Remove', 'Offboard', 'Delete'].findIndex((verb) => operationId.includes(verb));
const described = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/public/'))
  .flatMap(([, item]) => Object.values(item))
  .sort((one, other) => takesAway(one) - takesAway(other));
const PER_OPERATION = Math.ceil(RUNS / described.length);
/** Minimum number of checked successes per operation, in a run that is long enough. */
const MIN_SUCCESSES = 5;

describe(`generated calls, FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`, () => {
  let service: TestApp;
  let registry: OperationRegistry;
  let estate: Estate;
  let values: SchemaArbitrary;
  const judge = new Judge(document);
  const statuses = new Map<number, number>();
  /** Number of successes per operation that were checked against its schema. */
  const successes = new Map(described.map(({ operationId }) => [operationId, 0]));

  beforeAll(async () => {
    service = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
    registry = service.app.get(OperationRegistry);
    estate = await buildEstate(service);
    const known = new Map<string, unknown[]>();
    for (const operation of registry.operations) {
      for (const [name, value] of Object.entries(estate.inputFor(operation))) known.set(name, [...(known.get(name) ?? []), value]);
    }
    values = new SchemaArbitrary(document.components.schemas, known);
  });
  afterAll(async () => {
    await service.close();
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
    const calls = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const each = [...successes].sort(([, a], [, b]) => a - b).map(([name, count]) => `${name} ${count}`);
    process.stdout.write(`fuzz: ${calls} calls, seed ${SEED}: ${told.join(', ')}\nfuzz: successes by operation: ${each.join(', ')}\n`);
  });

  const parameters = { numRuns: PER_OPERATION, seed: SEED, endOnFailure: false, ...(REPLAY !== undefined && { path: REPLAY }) };

  async function receive({ method, path, headers, body }: Call, authorization?: string) {
    const answer = await send(`${service.url}${path}`, {
      method,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      ...(body !== undefined && { body }),
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer;
  }

  function expectNoFaults(call: Call, answer: Awaited<ReturnType<typeof receive>>, faults: string[]): void {
    if (faults.length === 0) return;
    const sent = `${call.method} ${call.path}\n${JSON.stringify(call.headers)}\n${call.body?.toString() ?? ''}`;
    throw new Error(`${faults.join('; ')}\n${sent.slice(0, 3000)}\n=> ${answer.status} ${answer.text.slice(0, 2000)}`);
  }

  it.each(described.map((operation) => [operation.operationId, operation] as const))(
    '%s responds as described to any input',
    async (name, operation) => {
      const registered = registry.find(name) as RegisteredOperation;
      const calls = callsOf(registered, operation, values, await goodInputs(estate, registered, Math.ceil(PER_OPERATION / 10)));
      await fc.assert(
        fc.asyncProperty(calls, async (call) => {
          const answer = await receive(call, `Bearer ${estate.org.token}`);
          if (answer.status === 200 && call.method !== 'HEAD') successes.set(name, (successes.get(name) ?? 0) + 1);
          expectNoFaults(call, answer, judge.faults(operation, call, answer));
        }),
        parameters,
      );
    },
  );

  if (PER_OPERATION >= 100 && REPLAY === undefined) {
    it('had successes of every operation', () => {
      expect([...successes].filter(([, count]) => count < MIN_SUCCESSES)).toEqual([]);
    });
  }

  it('detects deviations from the description', async () => {
    const operation = described.find(({ operationId }) => operationId === 'WhoAmI') as OpenApiOperation;
    const call: Call = { method: 'GET', path: '/public/v1/whoami', headers: {}, oddAddress: false };
    const answer = await receive(call, `Bearer ${estate.org.token}`);
    expect(judge.faults(operation, call, answer)).toEqual([]);
    const { clientId: _gone, ...rest } = answer.body as { clientId: string };
    expect(judge.faults(operation, call, { ...answer, body: rest })).toEqual([" must have required property 'clientId'"]);
    expect(judge.faults(operation, call, { ...answer, body: { ...rest, clientId: 7 } })).toEqual(['/clientId must be string']);
    expect(judge.faults(operation, call, { ...answer, status: 500 })).toContain('status 500');
    expect(judge.faults(operation, call, { ...answer, status: 418 })).toContain('status 418 is not described');
    expect(judge.faults(operation, call, { ...answer, headers: new Headers() })).toContain('no X-Request-Id');
  });

  it('are refused without a token before anything else is checked', async () => {
    const any = fc.oneof(...registry.operations.map((operation) => callsOf(operation, operationOf(operation), values, [{}])));
    const token = fc.oneof(fc.constant(undefined), fc.constantFrom('Bearer', 'Bearer x.y.z', 'Basic eDp5', `Bearer ${estate.org.token}x`));
    await fc.assert(
      fc.asyncProperty(
        any.filter(({ oddAddress }) => !oddAddress),
        token,
        async (call, authorization) => {
          const answer = await receive(call, authorization);
          const body = call.method === 'HEAD' ? [] : errorFaults(answer);
          expectNoFaults(call, answer, [...(answer.status === 401 ? [] : [`${answer.status} instead of 401`]), ...body]);
        },
      ),
      { ...parameters, numRuns: PER_OPERATION * 3 },
    );
  });

  it('with an unsupported method get 405 and the allowed methods', async () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const taken = Object.keys(item).map((method) => method.toUpperCase());
      const untaken = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].filter((method) => !taken.includes(method));
      for (const method of untaken) {
        const call: Call = { method, path: path.replace(/\{\w+\}/g, 'x'), headers: {}, oddAddress: false };
        const answer = await receive(call, `Bearer ${estate.org.token}`);
        const allow = (answer.headers.get('allow') ?? '').split(', ').filter((each) => each !== 'HEAD');
        expect({ path, method, status: answer.status, allow: allow.sort() }).toEqual({ path, method, status: 405, allow: taken.sort() });
        expect(errorFaults(answer)).toEqual([]);
      }
    }
  });

  it.each(['/v1/oauth/token', '/public/v1/mcp'])(
    '%s, which is not in the description, responds according to its protocol',
    async (path) => {
      const mcp = path.endsWith('mcp');
      const bodies = mcp ? mcpBodies(described.map(({ operationId }) => operationId)) : tokenBodies(estate.org.credential);
      let succeeded = 0;
      await fc.assert(
        fc.asyncProperty(bodies, hostileHeaders, async (given, odd) => {
          const headers = { ...odd, accept: 'application/json, text/event-stream', ...given.headers };
          const call: Call = { method: 'POST', path, headers, body: given.body, oddAddress: true };
          const answer = await receive(call, mcp ? `Bearer ${estate.org.token}` : undefined);
          if (answer.status === 200) succeeded += 1;
          expectNoFaults(call, answer, [
            ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
            ...(answer.headers.has('x-request-id') ? [] : ['no X-Request-Id']),
            ...(mcp ? mcpFaults(answer) : tokenFaults(answer)),
          ]);
        }),
        { ...parameters, numRuns: PER_OPERATION * 3 },
      );
      expect(succeeded).toBeGreaterThan(0);
    },
  );

  it('leave all derived values correct', async () => {
    const { rows, differences } = await recounted(service, estate.org);
    process.stdout.write(`fuzz: db verify: ${rows} rows recounted, ${differences} differences\n`);
    expect(rows).toBeGreaterThan(0);
    expect(differences).toBe(0);
  });

  function operationOf({ spec }: RegisteredOperation): OpenApiOperation {
    return described.find(({ operationId }) => operationId === spec.name) as OpenApiOperation;
  }
});
