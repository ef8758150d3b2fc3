import { hostileCall, type HostileCall, type HostileCase } from './hostile-case';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BASE64 = (text: string) => Buffer.from(text).toString('base64');

const anonymous = (name: string, outcomes: readonly number[], call: () => Omit<HostileCall, 'isAnonymous'>): HostileCase =>
  hostileCall(name, outcomes, () => ({ isAnonymous: true, ...call() }));
const tokenForm = (name: string, outcome: number, body: () => string) =>
  anonymous(`token form: ${name}`, [outcome], () => ({ path: '/v1/oauth/token', headers: FORM, body: body() }));
const tokenJson = (name: string, outcome: number, body: () => string) =>
  anonymous(`token JSON: ${name}`, [outcome], () => ({ path: '/v1/oauth/token', body: body() }));
const answerForm = (name: string, outcome: number, body: () => string) =>
  anonymous(`answer form: ${name}`, [outcome], () => ({ path: '/answer/x', headers: FORM, body: body() }));
const basic = (name: string, authorization: () => string) =>
  anonymous(`Authorization: ${name}`, [400, 401], () => ({
    path: '/v1/oauth/token',
    headers: { ...FORM, authorization: authorization() },
    body: 'grant_type=client_credentials',
  }));
const header = (name: string, value: () => string, outcomes = [401]) =>
  anonymous(`${name} of 12 KB`, outcomes, () => ({ method: 'GET', path: '/public/v1/whoami', headers: { [name]: value() } }));
const get = (name: string, path: () => string, outcomes: readonly number[], headers: Record<string, string> = {}) =>
  anonymous(`GET ${name}`, outcomes, () => ({ method: 'GET', path: path(), headers }));
const assertion = (parts: string) =>
  `grant_type=client_credentials&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=${parts}`;

/** Inputs of callers without a token: by length, number, nesting, repetition and alphabet. */
export const ANONYMOUS_CALLS: readonly HostileCase[] = [
  tokenForm('one name 8,000 times', 400, () => 'a&'.repeat(8000)),
  tokenForm('1,800 names', 400, () => Array.from({ length: 1800 }, (_, at) => `n${at}=1`).join('&')),
  tokenForm('16 KB of %25', 400, () => `grant_type=${'%25'.repeat(5000)}`),
  tokenForm('16 KB of %', 400, () => `grant_type=${'%'.repeat(16_000)}`),
  tokenForm('a scope of 2,000 names', 401, () => `grant_type=client_credentials&client_id=a&client_secret=b&scope=${'a+'.repeat(2000)}`),
  tokenForm('an assertion of dots', 401, () => assertion('.'.repeat(4000))),
  tokenForm('an assertion with nested claims', 401, () => assertion(`e30.${Buffer.from('{"sub":'.repeat(400)).toString('base64url')}.x`)),
  tokenJson('nested 8,000 deep', 400, () => '['.repeat(8000)),
  tokenJson('one name 2,000 times', 401, () => `{${'"a":1,'.repeat(2000)}"a":1}`),
  tokenJson('16 KB of backslashes', 400, () => `{"grant_type":"${'\\\\'.repeat(8000)}"}`),
  answerForm('one name 100,000 times', 400, () => 'a&'.repeat(100_000)),
  answerForm('60,000 empty fields', 400, () => '&'.repeat(60_000)),
  answerForm('256 KB of %', 404, () => `a-x=${'%'.repeat(250_000)}`),
  answerForm('120,000 lines of links', 404, () => `f-x=${'a\n'.repeat(60_000)}`),
  basic('Basic of 12 KB of colons', () => `Basic ${BASE64(':'.repeat(9000))}`),
  basic('Basic of 12 KB of %', () => `Basic ${BASE64(`${'%'.repeat(9000)}:x`)}`),
  basic('12 KB of spaces', () => `Basic${' '.repeat(12_000)}x`),
  header('Authorization', () => `Bearer ${'e30.'.repeat(3000)}`),
  header('Cookie', () => 'a=b;'.repeat(3000)),
  header('Accept-Encoding', () => 'br;q=0.5,'.repeat(1300), [401]),
  header('X-Forwarded-For', () => '1.1.1.1,'.repeat(1500)),
  header('X-Request-Id', () => 'a'.repeat(12_000)),
  header('Content-Type', () => 'a;charset=x;'.repeat(1000)),
  header('Idempotency-Key', () => ','.repeat(12_000)),
  get('a path of 12 KB of slashes', () => '/'.repeat(12_000), [404]),
  get('a path of 12 KB of %2e', () => `/${'%2e'.repeat(4000)}`, [404]),
  get('a query of 4,000 names', () => `/public/v1/whoami?${'a&'.repeat(4000)}`, [401]),
  get('a docs file with a name of 12 KB', () => `/docs/page/${'a'.repeat(12_000)}.css`, [404]),
  get('/openapi.json, compressed', () => '/openapi.json', [200], { 'accept-encoding': 'br' }),
  get('/openapi.json with 1,300 tags', () => '/openapi.json', [200], { 'if-none-match': '"a",'.repeat(3000) }),
  get('/openapi.yaml, compressed', () => '/openapi.yaml', [200], { 'accept-encoding': 'gzip' }),
  get('/docs/filters, compressed', () => '/docs/filters', [200], { 'accept-encoding': 'br' }),
  get('the largest file, compressed', () => '/docs/assets/swagger-ui-bundle.js', [200], { 'accept-encoding': 'br' }),
];
