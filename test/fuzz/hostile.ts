import fc, { type Arbitrary } from 'fast-check';

/** JSON texts that may break a parser, a validator or a database. */
const FRAGMENTS = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e2',
  '1e400',
  '-1e400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ufeff"',
  '"\\u202e\\u2066"',
  '"e\\u0301"',
  '"\\ud83d\\ude00"',
  '"NaN"',
  '"Infinity"',
  '"-0"',
  '"1e3"',
  '"0x10"',
  '"2026-02-30T00:00:00Z"',
  '"2026-13-01T25:61:61Z"',
  '"0000-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59.999Z"',
  '"0001-01-01T00:00:00+23:59"',
  '"+294247-01-01T00:00:00Z"',
  '"00000000-0000-0000-0000-000000000000"',
  '"orn:1:observation:vrm:x:y"',
  '"orn:1:observation-group:vrm:%00:acme-cloud.com"',
  '"../../etc/passwd"',
  '"${jndi:ldap://x}"',
  '"{{7*7}}"',
  '"\' OR 1=1 --"',
  '"http://[::1"',
  '"http://user:pass@127.0.0.1:99999/"',
  '"xn--a"',
  '"=cmd|\' /C calc\'!A0"',
  '"domain_name\\n\\"unclosed"',
  '"domain_name,domain_name\\na.com,b.com"',
  '"domain_name\\n\\u0000"',
  '"{\\"host\\":\\"a.com\\"}\\n{"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":null,"valueOf":null}',
  '{"length":1000000}',
  '{"then":1}',
  '{"toJSON":1}',
  '{"rule":{}}',
  '{"list":{"filters":[]}}',
  '{"$ref":"#"}',
  `"${'x'.repeat(5000)}"`,
  `"${'\\u00e9'.repeat(3000)}"`,
  `[${'0,'.repeat(2000)}0]`,
  `[${'"a",'.repeat(300)}"a"]`,
  `${'['.repeat(60)}${']'.repeat(60)}`,
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  `${'{"list":{"filters":['.repeat(12)}${']}}'.repeat(12)}`,
  `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`,
];

const KEYS = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '',
  ' ',
  'organizationId',
  'organization_id',
  'limit ',
  'Limit',
  '\\u0000',
  '\\ud800',
  'a.b',
  'a[0]',
  '$where',
];

type Change =
  | { kind: 'replace'; spot: number; text: string }
  | { kind: 'add' | 'double'; spot: number; key: string; text: string }
  | { kind: 'remove'; spot: number };

const fragment: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
  fc.json({ maxDepth: 3, noUnicodeString: false }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.double().map((number) => (Number.isFinite(number) ? String(number) : '0')),
);

const change: Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('replace' as const), spot: fc.nat(999), text: fragment }) },
  fc.record({ kind: fc.constantFrom('add' as const, 'double' as const), spot: fc.nat(999), key: fc.constantFrom(...KEYS), text: fragment }),
  fc.record({ kind: fc.constant('remove' as const), spot: fc.nat(999) }),
);

/** The JSON text of a value after zero or more random changes inside it. */
export function hostileJson(value: Arbitrary<unknown>): Arbitrary<string> {
  return fc.tuple(value, fc.array(change, { minLength: 1, maxLength: 3 })).map(([start, changes]) => {
    const tree = JSON.parse(JSON.stringify(start)) as unknown;
    const texts = new Map<string, string>();
    const root = { body: tree };
    for (const [index, each] of changes.entries()) apply(root, each, `@@${index}@@`, texts);
    let json = JSON.stringify(root.body);
    for (const [mark, text] of texts) json = json.replaceAll(mark, () => text);
    return json;
  });
}

type Node = Record<string, unknown>;

/** Puts a placeholder where the change goes, as its text may not be a JavaScript value at all. */
function apply(root: Node, change: Change, mark: string, texts: Map<string, string>): void {
  const spots = spotsOf(root);
  const [parent, key] = spots[change.spot % spots.length] as [Node, string];
  if (change.kind === 'replace') {
    parent[key] = mark;
    texts.set(`"${mark}"`, change.text);
    return;
  }
  if (change.kind === 'remove') {
    if (parent !== root) Reflect.deleteProperty(parent, key);
    return;
  }
  const inner = parent[key];
  const target = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Node) : (root.body as Node | null);
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return;
  target[mark] = 0;
  const name = change.kind === 'add' ? change.key : (Object.keys(target)[0] ?? 'name');
  texts.set(`"${mark}":0`, `"${name.startsWith('@@') ? 'name' : name}":${change.text}`);
}

function spotsOf(node: unknown): [Node, string][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) => [[node as Node, key] as [Node, string], ...spotsOf(inner)]);
}

/** Damage to the text of a body; mostly none. */
export function asBytes(json: Arbitrary<string>): Arbitrary<{ body: string | Buffer; headers: Record<string, string> }> {
  const type = { 'content-type': 'application/json' };
  const whole = json.map((body) => ({ body, headers: type }));
  const otherTypes = [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    ';',
    'application/x-www-form-urlencoded',
    'application/json, text/plain',
  ];
  return fc.oneof(
    { weight: 16, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(json, fc.nat(200)).map(([text, end]) => ({ body: text.slice(0, end), headers: type })) },
    { weight: 1, arbitrary: json.map((text) => ({ body: Buffer.from(text, 'utf16le'), headers: type })) },
    { weight: 1, arbitrary: json.map((text) => ({ body: `\ufeff${text}`, headers: type })) },
    {
      weight: 1,
      arbitrary: json.map((text) => ({
        body: Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('}')]),
        headers: type,
      })),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ body: Buffer.from(bytes), headers: type })) },
    {
      weight: 1,
      arbitrary: fc.tuple(json, fc.constantFrom(...otherTypes)).map(([body, other]) => ({ body, headers: { 'content-type': other } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(json, fc.constantFrom('gzip', 'br', 'identity', 'x'))
        .map(([body, encoding]) => ({ body, headers: { ...type, 'content-encoding': encoding } })),
    },
  );
}

/** Path segments and query values, already encoded in different ways. */
export const hostileSegment: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%zz',
    '%ff%fe',
    '%ed%a0%80',
    '%2e%2e',
    '..%2f..%2f',
    '%252e',
    '.',
    '..',
    '~',
    '*',
    '%0d%0a',
    '%7f',
    '%20',
    '+',
    ';x=1',
    '%F0%9F%98%80',
    '-1',
    '1e400',
    '9'.repeat(30),
    'x'.repeat(3000),
    'null',
    'undefined',
    '__proto__',
    '%22%27%3c%3e',
    'a%2Fb',
  ),
  fc.string({ minLength: 1 }).map(encodeURIComponent),
  fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

export const hostileQuery: Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('limit', 'offset', 'cursor', 'limit[]', 'limit[a]', '__proto__', 'filters', '%00', '', 'status'),
        hostileSegment,
      ),
      hostileSegment,
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const visible = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code < 0x7f || code > 0x9f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 300,
});

/** Headers that a service may read, with unexpected values. */
export const hostileHeaders: Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'x-request-id',
    'service-api-version',
    'idempotency-key',
    'if-none-match',
    'if-match',
    'accept',
    'accept-encoding',
    'accept-language',
    'range',
    'cookie',
    'origin',
    'x-http-method-override',
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'host',
    'traceparent',
    'te',
    'upgrade-insecure-requests',
    'prefer',
    '__proto__',
    'constructor',
  ),
  fc.oneof(
    visible,
    fc.constantFrom('1.0.0', '9.9.9', '*', '"', 'W/"x"', 'gzip;q=0', 'bytes=0-', 'DELETE', 'evil.example', '0', ',', 'a'.repeat(3000)),
  ),
  { maxKeys: 3, noNullPrototype: true },
);
