import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { ALL_SCOPES } from '#platform/auth/scope';
import { McpCaller } from '../support/mcp';
import { TestOrganization, type Answer } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { inputsAround, isQueryCall } from './generated-inputs';

type Input = Record<string, unknown>;

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const EFFECTS = { read: 1, write: 0, destructive: 2 };

/** An organization that one of two identical stories is told to, and what it has seen of its own ids. */
interface Twin {
  org: TestOrganization;
  mcp: McpCaller;
  ids: Map<string, string>;
}

describe('REST and MCP give the same answers', () => {
  let service: TestApp;
  let operations: RegisteredOperation[];

  beforeAll(async () => {
    service = await startTestApp();
    // What is written first can be read later; what takes away comes last.
    operations = [...service.app.get(OperationRegistry).operations].sort((a, b) => EFFECTS[a.spec.effect] - EFFECTS[b.spec.effect]);
  });
  afterAll(() => service.close());

  async function twin(): Promise<Twin> {
    const org = await TestOrganization.create(service);
    return { org, mcp: new McpCaller(service, org.token), ids: new Map() };
  }

  /** The input as one twin must say it: with the ids that its own earlier answers gave. */
  function inputFor({ ids }: Twin, { spec, path }: RegisteredOperation): Input {
    const inPath = [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, resource, name]): [string, string] => {
      const known = name === 'orn' ? ids.get('orn') : ids.get(`${resource} id`);
      return [name as string, known ?? UNKNOWN_ID];
    });
    return { ...(spec.example ?? {}), ...Object.fromEntries(inPath) };
  }

  async function overRest({ org }: Twin, operation: RegisteredOperation, input: Input): Promise<Answer> {
    const path = operation.path
      .slice('/public/v1/'.length)
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !operation.path.includes(`{${name}}`)));
    if (!isQueryCall(operation)) return operation.method === 'PATCH' ? org.patch(path, rest) : org.post(path, rest);
    const query = new URLSearchParams(
      Object.entries(rest).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)])),
    ).toString();
    const at = query === '' ? path : `${path}?${query}`;
    return operation.method === 'DELETE' ? org.delete(at) : org.get(at);
  }

  async function overMcp({ mcp }: Twin, operation: RegisteredOperation, input: Input): Promise<Answer> {
    const answer = await mcp.call(operation.spec.name, input);
    if (answer.status !== 200) return answer;
    const { structuredContent, isError, content } = answer.body.result as {
      structuredContent: { code?: number };
      isError?: boolean;
      content: { text: string }[];
    };
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    return { ...answer, status: isError ? (HTTP_STATUS[structuredContent.code ?? 0] ?? 0) : 200, body: structuredContent };
  }

  /** What one twin says in the words of both: its ids by their order of appearance, its times as times. */
  function plain({ org }: Twin, { status, body }: Answer): unknown {
    const seen = new Map<string, string>();
    const numbered = (id: string) => seen.get(id) ?? (seen.set(id, `<id ${seen.size}>`), `<id ${seen.size - 1}>`);
    const said = JSON.stringify(body, (key, value: unknown) =>
      /cursor$/i.test(key) && typeof value === 'string' && body.code === undefined ? '<cursor>' : value,
    )
      .replaceAll(org.organization.domain, '<domain>')
      .replaceAll(org.credential.clientId, '<client>')
      .replace(/req_[0-9a-f]{24}/g, '<request>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, numbered)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');
    return { status: HTTP_SAME[status] ?? status, body: JSON.parse(said) as unknown };
  }

  /** Keeps what an answer tells of ids, by the plural that addresses go by: {vendorGroup: {id}} and {vendorGroups: [{id}]}. */
  function remember({ ids }: Twin, body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [key, value] of Object.entries(body)) {
      const resource = [value].flat()[0] as { id?: unknown; orn?: unknown } | undefined;
      const last = key.replace(/^.*?([A-Z]?[a-z]+)$/, '$1').toLowerCase();
      if (typeof resource?.id === 'string') ids.set(`${last.endsWith('s') ? last : `${last}s`} id`, resource.id);
      if (typeof resource?.orn === 'string') ids.set('orn', resource.orn);
    }
  }

  it('to every operation, whatever it is asked', async () => {
    const [here, there] = [await twin(), await twin()];
    const differences: unknown[] = [];
    const succeeded = new Set<string>();
    let compared = 0;
    for (const operation of operations) {
      const mine = inputsAround(operation, inputFor(here, operation));
      const yours = inputsAround(operation, inputFor(there, operation));
      for (const [index, input] of mine.entries()) {
        const rest = await overRest(here, operation, input);
        const mcp = await overMcp(there, operation, yours[index] as Input);
        const [said, heard] = [plain(here, rest), plain(there, mcp)];
        compared += 1;
        expect(rest.status).toBeLessThan(500);
        if (JSON.stringify(said) !== JSON.stringify(heard))
          differences.push({ operation: operation.spec.name, input: JSON.stringify(input).slice(0, 300), said, heard });
        if (rest.status === 200) {
          succeeded.add(operation.spec.name);
          remember(here, rest.body);
          remember(there, mcp.body);
        }
      }
    }
    expect(differences.slice(0, 5)).toEqual([]);
    expect(compared).toBeGreaterThan(operations.length * 3);
    // An example is a request that works, so only what needs a foreign id may never have succeeded.
    const silent = operations.filter(({ spec }) => spec.example && !succeeded.has(spec.name)).map(({ spec }) => spec.name);
    expect(silent).toEqual([]);
  }, 300_000);

  it('to a token that lacks a scope', async () => {
    const org = await TestOrganization.create(service);
    const twins = new Map<string, Twin>();
    for (const operation of operations) {
      const missing = operation.spec.scopes.at(-1);
      if (missing === undefined) continue;
      let limited = twins.get(missing);
      if (!limited) {
        const narrow = await org.withScopes(ALL_SCOPES.filter((scope) => scope !== missing).join(','));
        limited = { org: narrow, mcp: new McpCaller(service, narrow.token), ids: new Map() };
        twins.set(missing, limited);
      }
      const input = inputFor(limited, operation);
      const rest = await overRest(limited, operation, input);
      const mcp = await overMcp(limited, operation, input);
      expect(rest.status).toBe(403);
      expect(plain(limited, mcp)).toEqual(plain(limited, rest));
      expect((await limited.mcp.tools()).map(({ name }) => name)).not.toContain(operation.spec.name);
    }
  }, 60_000);
});

/** A tool's failure says its google.rpc code, not its HTTP status; both words for one refusal meet here. */
const HTTP_STATUS: Record<number, number> = { 3: 400, 5: 404, 6: 409, 7: 403, 8: 429, 9: 409, 10: 409, 12: 410, 13: 500, 14: 503, 16: 401 };
const HTTP_SAME: Record<number, number> = { 413: 400 };
