import { hostileCall, type HostileCase, type Target } from './hostile-case';

const API = '/public/v1';
const CJK = Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('');

const call = (name: string, path: string | ((target: Target) => string), outcomes: readonly number[], body: (target: Target) => unknown) =>
  hostileCall(name, outcomes, () => ({
    path: typeof path === 'string' ? `${API}/${path}` : (target) => `${API}/${path(target)}`,
    body: (target) => JSON.stringify(body(target)),
  }));
const mcp = (name: string, outcomes: readonly number[], message: object | (() => object)) =>
  call(`MCP: ${name}`, 'mcp', outcomes, () => ({ jsonrpc: '2.0', id: 1, ...(typeof message === 'function' ? message() : message) }));
const answersFile = (name: string, outcomes: readonly number[], csv: () => string) =>
  call(
    `answers file: ${name}`,
    ({ questionnaireId }) => `questionnaires/${questionnaireId}/answers/import`,
    outcomes,
    () => ({
      csv: csv(),
    }),
  );
const imported = (name: string, format: string, content: () => string) =>
  call(`import: ${name}`, 'observations/import', [200, 400, 409], ({ vendorDomain }) => ({ format, content: content(), vendorDomain }));
const filter = (name: string, filters: () => unknown) =>
  call(`filter: ${name}`, 'observations', [200, 400], () => ({ filters: filters() }));
const names = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const members = (count: number) => Object.fromEntries(names(count, (at) => [`m${at}`, 1] as const));

/** Inputs of callers with a token: by length, number, nesting, repetition and alphabet. */
export const TOKEN_CALLS: readonly HostileCase[] = [
  call('a domain of 2,000 CJK letters', 'vendors/create', [400], () => ({ domainName: CJK, companyName: 'x' })),
  call('500 vendors with domains of 250 CJK letters', 'vendors/bulk-create', [200], () => ({
    vendors: names(500, (at) => ({ domainName: `${CJK.slice(at, at + 250)}.com` })),
  })),
  call('500 vendors with labels of 62 CJK letters', 'vendors/bulk-create', [200], () => ({
    vendors: names(500, (at) => ({ domainName: `${names(4, (part) => CJK.slice(at + part * 62, at + part * 62 + 62)).join('.')}.com` })),
  })),
  call('49,000 rows instead of 500', 'vendors/bulk-create', [400], () => ({ vendors: names(24_000, () => ({})) })),
  call('49,000 unknown fields', 'vendors/create', [400], () => members(49_000)),
  call('a contact list of 24,000', 'vendors/create', [400], () => ({ domainName: 'a.com', contacts: names(24_000, () => ({})) })),
  call('200 domains of a score history', 'observations/vendor-scores/history', [400], () => ({
    vendorDomains: names(2000, (at) => CJK.slice(at % 1000, (at % 1000) + 100)),
  })),
  call('a date of 1 MB', 'changes', [400], () => ({ since: '2'.repeat(1_000_000), cursor: '1'.repeat(10_000) })),
  call('a cursor of 1 MB', 'observations', [400], () => ({ cursor: 'A'.repeat(1_000_000) })),
  call('50 ORNs of 20 KB', 'observations/actions/flag', [400], () => ({ orns: names(50, () => `orn:${':a'.repeat(10_000)}`) })),
  filter('nested 60 deep', () => {
    let expression: unknown = { or: [] };
    for (let depth = 0; depth < 28; depth += 1) expression = { not: expression };
    return [expression];
  }),
  filter('49,000 conditions', () => names(24_000, () => ({}))),
  filter('49,000 values', () => [{ field: 'OBSERVATIONS_FIELD_TITLE', operator: 'IN', values: names(45_000, String) }]),
  filter('hosts of 250 CJK letters', () =>
    names(200, (at) => ({ field: 'OBSERVATIONS_FIELD_HOST', text: { equals: `${CJK.slice(at, at + 250)}.com` } })),
  ),
  answersFile('500 KB of quotes', [400], () => `question_id,answer\n${'"'.repeat(490_001)}`),
  answersFile('1 MB of commas', [200, 400, 409], () => `question_id,answer\n""${','.repeat(990_000)}`),
  answersFile(
    '200 rows of 4,900 letters',
    [200, 400, 409],
    () => `question_id,answer\n${'"x","'.concat('a'.repeat(4900), '"\n').repeat(200)}`,
  ),
  answersFile('90,000 rows', [400], () => `question_id,answer\n${'a,"b"\n'.repeat(90_000)}`),
  mcp('_meta of 49,000 names', [400], () => ({
    method: 'tools/list',
    params: { _meta: members(49_000) },
  })),
  mcp('_meta nested 60 deep', [200, 400], () => ({
    method: 'tools/list',
    params: { _meta: JSON.parse(`${'{"a":'.repeat(58)}1${'}'.repeat(58)}`) as object },
  })),
  mcp('49,000 arguments of an unknown tool', [400], () => ({
    method: 'tools/call',
    params: { name: 'Nothing', arguments: members(49_000) },
  })),
  mcp('a tool name of 1 MB', [200, 400], () => ({ method: 'tools/call', params: { name: 'N'.repeat(1_000_000), arguments: {} } })),
  mcp('the largest answer', [200], () => ({
    method: 'tools/call',
    params: { name: 'GetObservations', arguments: { limit: 200, fields: ['*'] } },
  })),
  mcp('the resource of every tool', [200], { method: 'tools/list' }),
  imported('nmap with 160 host names of 9,000 CJK letters', 'nmap', () => nmap(160, 9_000)),
  imported('nmap with 6,000 host names of 250 CJK letters', 'nmap', () => nmap(6000, 250)),
  imported('SARIF with 40,000 results', 'sarif', () =>
    JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 't' } }, results: names(40_000, () => ({ message: {} })) }] }),
  ),
  imported('JSONL of 500,000 empty objects', 'jsonl', () => '{}\n'.repeat(500_000)),
  call('vendor file of 5 MB of quotes', 'vendors/bulk-upsert-csv', [200, 400, 409], () => ({
    csv: `domain_name,company_name\n${'"'.repeat(5_000_000)}`,
  })),
];

function nmap(count: number, length: number): string {
  const hostNames = names(count, (at) => `<hostname name="${CJK.repeat(5).slice(at % 1000, (at % 1000) + length)}.com" type="user"/>`);
  return `<?xml version="1.0"?><nmaprun><host><address addr="192.0.2.1" addrtype="ipv4"/><hostnames>${hostNames.join('')}</hostnames></host></nmaprun>`;
}
