import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';

type Node = Record<string, unknown>;
interface Response {
  headers?: Record<string, object>;
  content?: object;
}
interface Parameter {
  name: string;
  schema: { type?: string };
}
interface Reference {
  $ref: string;
}
interface Description {
  servers: { url: string; description: string; 'x-internal': boolean }[];
  paths: Record<
    string,
    Record<string, { parameters?: (Parameter | Reference)[]; responses: Record<string, Response | Reference>; security: object[] }>
  >;
  components: { securitySchemes: Record<string, { type: string; description: string }> };
}

const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Every JSON schema of a document that has a type, with its path. */
function* schemas(node: unknown, place = '#'): Generator<{ place: string; types: string[]; schema: Node }> {
  if (typeof node !== 'object' || node === null) return;
  const { type } = node as Node;
  const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  if (types.length > 0) yield { place, types, schema: node as Node };
  for (const [key, value] of Object.entries(node)) if (!/^examples?$/.test(key)) yield* schemas(value, `${place}/${key}`);
}

/** The OWASP API Security Top 10 (2023) rules for a document; SECURITY.md says how the service keeps them. */
describe('the security of openapi.json', () => {
  const document = JSON.parse(readFileSync(join(projectRoot(), 'openapi.json'), 'utf8')) as Description;
  const all = [...schemas(document)];
  const resolve = <T extends object>(node: T | Reference): T =>
    '$ref' in node
      ? (node.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>((at, key) => (at as Node)[key], document) as T)
      : node;
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], responses, security }]) => ({
      name: `${method} ${path}`,
      parameters: parameters.map(resolve),
      responses: Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, resolve(response)])),
      security,
    })),
  );
  /** The OAuth endpoints are called without a token. */
  const operations = described.filter(({ name }) => name.includes(' /public/'));
  const places = (type: string, isBad: (schema: Node) => boolean) =>
    all.filter(({ types, schema }) => types.includes(type) && isBad(schema)).map(({ place }) => place);

  it('has schemas and operations to check', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(operations.length).toBeGreaterThan(40);
  });

  it('requires OAuth 2.0 for every operation, with tokens according to RFC 8725', () => {
    expect(operations.filter(({ security }) => !security.some((scheme) => 'oauth2' in scheme)).map(({ name }) => name)).toEqual([]);
    expect(described.filter(({ security }) => security.some((scheme) => 'client' in scheme)).map(({ name }) => name)).toEqual([
      'post /v1/oauth/token',
      'post /v1/oauth/revoke',
      'post /v1/oauth/introspect',
    ]);
    expect(document.components.securitySchemes.oauth2).toMatchObject({ type: 'oauth2', description: expect.stringContaining('RFC8725') });
  });

  it('takes no credential, no address to call and no guessable id from the URL', () => {
    const parameters = described.flatMap(({ name, parameters }) => parameters.map((parameter) => ({ operation: name, ...parameter })));
    const isRisky = ({ name, schema }: Parameter) =>
      /secret|token|password|api-?key/i.test(name) ||
      /^(?:callback|redirect)|url$/i.test(name) ||
      (/(?:^id|_id|Id|-id)$/.test(name) && schema.type === 'integer');
    expect(parameters.filter(isRisky)).toEqual([]);
  });

  it('limits the length of every text and every list', () => {
    expect(places('string', (schema) => !['maxLength', 'enum', 'const'].some((limit) => limit in schema))).toEqual([]);
    expect(places('array', (schema) => !('maxItems' in schema))).toEqual([]);
  });

  it('limits the range of every integer and names its format', () => {
    const isOpen = (schema: Node) => !('minimum' in schema) || !('maximum' in schema) || !('format' in schema);
    expect(places('integer', isOpen)).toEqual([]);
  });

  it('describes refusals with a body, and when to try again after a 429', () => {
    for (const { name, responses } of operations) {
      for (const status of ['400', '401', '429', '500'])
        expect([name, status, responses[status]?.content]).toEqual([name, status, expect.any(Object)]);
      expect([name, responses['429']?.headers]).toEqual([name, expect.objectContaining({ 'Retry-After': expect.any(Object) })]);
    }
  });

  it('states the rate limit in both header families on every authenticated answer', () => {
    const lacking = operations.flatMap(({ name, responses }) =>
      Object.entries(responses)
        .filter(([status]) => /^[24]/.test(status) && status !== '401')
        .filter(([, { headers = {} }]) => !RATE_LIMIT_HEADERS.every((header) => header in headers))
        .map(([status]) => `${name} ${status}`),
    );
    expect(lacking).toEqual([]);
  });

  it('describes the purpose and audience of each server, and lists none without TLS', () => {
    expect(document.servers.length).toBeGreaterThan(0);
    for (const server of document.servers) {
      expect(server).toEqual({
        url: expect.not.stringMatching(/^http:/),
        description: expect.stringMatching(/\w/),
        'x-internal': expect.any(Boolean),
      });
    }
  });
});
