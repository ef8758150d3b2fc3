import { importFindings, aVendor, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const lines = (records: readonly object[]) => records.map((one) => JSON.stringify(one)).join('\n');
const nuclei = (host: string, more: object) => ({
  'template-id': 'http-missing-security-headers',
  info: { name: 'HTTP Missing Security Headers', severity: 'info' },
  type: 'http',
  host: `https://${host}`,
  'matched-at': `https://${host}/`,
  ...more,
});
const tls = (host: string, version: string) =>
  nuclei(host, {
    'template-id': 'tls-version',
    type: 'ssl',
    'matched-at': `${host}:443`,
    ip: '203.0.113.5',
    'extracted-results': [version],
  });
const sarif = (results: readonly object[], rules: readonly object[] = []) =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'scanner', rules } }, results }] });
const webResult = (url: string, more: object) => ({
  ruleId: 'xss',
  message: { text: 'Input is printed as it is.' },
  locations: [{ physicalLocation: { artifactLocation: { uri: url } } }],
  ...more,
});
const codeResult = (line: number, hash: string) => ({
  ruleId: 'FF1001',
  message: { text: 'strcpy does not check for overflows.' },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.c' }, region: { startLine: line } } }],
  fingerprints: { 'contextHash/v1': hash },
});
const asff = (id: string, more: object = {}) => ({
  Id: id,
  ProductName: 'GuardDuty',
  Title: 'Port probe',
  Severity: { Label: 'LOW' },
  Types: ['TTPs/Discovery/Recon'],
  Network: { DestinationIpV4: '203.0.113.7', DestinationPort: 22 },
  ...more,
});
const nse = (key: string, title: string) =>
  `<table key="${key}"><elem key="title">${title}</elem><elem key="state">VULNERABLE</elem></table>`;
const nmap = (tables: readonly string[]) =>
  '<?xml version="1.0"?><nmaprun scanner="nmap"><host><status state="up"/><address addr="203.0.113.9" addrtype="ipv4"/><ports>' +
  '<port protocol="tcp" portid="443"><state state="open"/><service name="http" tunnel="ssl"/>' +
  `<script id="ssl-dh-params" output="VULNERABLE">${tables.join('')}</script></port></ports></host></nmaprun>`;
const grype = (places: readonly [path: string, version: string][]) =>
  JSON.stringify({
    matches: places.map(([path, version]) => ({
      vulnerability: { id: 'CVE-2024-0001', severity: 'High' },
      artifact: { name: 'zlib', version, locations: [{ path }] },
    })),
  });

/** The reports of one format: one rule reports several results; the last one is missing from the second. */
type Reports = (host: string) => { format: string; results: number; whole: string; less: string };

const WEB = (host: string) => `https://${host}/search`;
const REPORTS: [string, Reports][] = [
  [
    'nuclei, by matcher',
    (host) => {
      const names = ['x-frame-options', 'referrer-policy', 'content-security-policy', 'permissions-policy', 'strict-transport-security'];
      const all = names.map((name) => nuclei(host, { 'matcher-name': name }));
      return { format: 'nuclei', results: 5, whole: lines(all), less: lines(all.slice(0, -1)) };
    },
  ],
  [
    'nuclei, by extractor, payload and fuzzed parameter',
    (host) => {
      const differing = [
        { 'extractor-name': 'server' },
        { 'extractor-name': 'powered-by' },
        { meta: { username: 'admin', password: 'admin' } },
        { meta: { username: 'root', password: 'line\nbreak\u0000' } },
        { fuzzing_parameter: 'q', fuzzing_position: 'query' },
        { fuzzing_parameter: 'page', fuzzing_position: 'query' },
      ];
      const all = differing.map((more) => nuclei(host, more));
      return { format: 'nuclei', results: 6, whole: lines(all), less: lines(all.slice(0, -1)) };
    },
  ],
  [
    'nuclei, by TLS version',
    (host) => {
      const all = ['tls10', 'tls11', 'tls12', 'TLSv1.3'].map((version) => tls(host, version));
      return { format: 'nuclei', results: 4, whole: lines(all), less: lines(all.slice(0, -1)) };
    },
  ],
  [
    'sarif, by parameter, method and fingerprint of one URL',
    (host) => {
      const request = (method: string, name: string) => ({ webRequest: { method, target: WEB(host), parameters: { [name]: 'x' } } });
      const all = [
        webResult(WEB(host), request('GET', 'q')),
        webResult(WEB(host), request('GET', 'page')),
        webResult(WEB(host), request('POST', 'q')),
        webResult(WEB(host), { partialFingerprints: { 'place/v1': 'a' } }),
        webResult(WEB(host), { partialFingerprints: { 'place/v1': 'b' } }),
        webResult(WEB(host), { message: { text: 'Cookie a is not secure.' } }),
        webResult(WEB(host), { message: { text: 'Cookie b is not secure.' } }),
      ];
      const rules = [{ id: 'xss', shortDescription: { text: 'Cross-site scripting' } }];
      return { format: 'sarif', results: 7, whole: sarif(all, rules), less: sarif(all.slice(0, -1), rules) };
    },
  ],
  [
    'sarif, by place where the hashes of two lines are equal',
    () => {
      const all = [codeResult(10, 'same'), codeResult(20, 'same'), codeResult(30, 'other')];
      const moved = [codeResult(11, 'same'), codeResult(21, 'same')];
      return { format: 'sarif', results: 3, whole: sarif(all), less: sarif(moved) };
    },
  ],
  [
    'asff, by id',
    () => {
      const all = [asff('arn:one'), asff('arn:two'), asff('arn:three')];
      return { format: 'asff', results: 3, whole: JSON.stringify({ Findings: all }), less: JSON.stringify({ findings: all.slice(0, -1) }) };
    },
  ],
  [
    'nmap, by the name that a script gives',
    () => {
      const all = [nse('NMAP-1', 'Weak group'), nse('NMAP-2', 'Weak group'), nse('CVE-2015-4000', 'Logjam')];
      return { format: 'nmap', results: 4, whole: nmap(all), less: nmap(all.slice(0, -1)) };
    },
  ],
  [
    'grype, by package and place',
    () => {
      const all: [string, string][] = [
        ['/a/zlib', '1.2\u0000'],
        ['/a/zlib', '1.3'],
        ['/b/zlib', '1.3'],
      ];
      return { format: 'grype', results: 3, whole: grype(all), less: grype(all.slice(0, -1)) };
    },
  ],
  [
    'jsonl, by external id',
    (host) => {
      const all = ['a', 'b', 'c'].map((externalId) => ({
        host,
        title: 'Weak cipher',
        observationType: 'weak_cipher',
        category: 'ENCRYPTION',
        severity: 'low',
        asset: { url: { url: WEB(host) } },
        source: { name: 'jsonl', externalId },
      }));
      return { format: 'jsonl', results: 3, whole: lines(all), less: lines(all.slice(0, -1)) };
    },
  ],
];

describe('what identifies a result', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(async () => {
    await service.close();
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
  });

  it.each(REPORTS)('%s: every result is a finding, and a rescan finds each again', async (_, reportsOf) => {
    const { format, results, whole, less } = reportsOf(`www.${vendor.domain}`);
    const send = async (content: string, more: object = {}) =>
      (await org.post('observations/import', { format, content, vendorDomain: vendor.domain, ...more })).body;
    expect(await send(whole)).toMatchObject({ created: results, total: results, rejected: 0 });
    expect(await send(whole, { closeMissing: true })).toMatchObject({ created: 0, resolved: 0, total: results });
    expect(await send(less, { closeMissing: true })).toMatchObject({ created: 0, resolved: 1, total: results - 1 });
  });

  it('closes the last findings of a vendor with an empty file of lines', async () => {
    const send = async (content: string, more: object = {}) =>
      (await org.post('observations/import', { format: 'nuclei', content, closeMissing: true, ...more })).body;
    await send(lines([nuclei(`www.${vendor.domain}`, {})]));
    const unnamed = await send('');
    expect(unnamed).toMatchObject({ total: 0, resolved: 0, closingSkipped: true });
    expect(unnamed.closingSkippedReason).toContain('no vendor was named');
    expect(await send('\n', { vendorDomain: vendor.domain })).toMatchObject({ total: 0, resolved: 1, closingSkipped: false });
  });

  it('reads the findings of an AWS event, and an event without any', async () => {
    const event = (findings: readonly object[]) => JSON.stringify({ 'detail-type': 'Findings', detail: { findings } });
    const send = async (content: string) => (await importFindings(org, [], { format: 'asff', content, vendorDomain: vendor.domain })).body;
    expect(await send(event([asff('arn:one'), asff('arn:two')]))).toMatchObject({ created: 2, total: 2, rejected: 0 });
    expect(await send(JSON.stringify(JSON.parse(event([])), undefined, 2))).toMatchObject({ total: 0, rejected: 0 });
    expect(await send(`${event([asff('arn:one')])}\n${event([asff('arn:three')])}`)).toMatchObject({ created: 1, total: 2 });
  });

  it.each([
    ['CRITICAL', 'CRITICAL'],
    ['High', 'HIGH'],
    ['moderate', 'MEDIUM'],
    ['9.8', 'CRITICAL'],
    ['unknown', 'LOW'],
  ])('takes the severity of a SARIF rule from the word %s', async (word, severity) => {
    const rules = [{ id: 'FF1001', properties: { 'security-severity': word } }];
    const content = sarif([{ ...codeResult(1, 'a'), level: 'note' }], rules);
    await importFindings(org, [], { format: 'sarif', content, vendorDomain: vendor.domain });
    const { observations } = (await org.post('observations', {})).body;
    expect(observations).toMatchObject([{ severity: `OBSERVATION_SEVERITY_${severity}` }]);
  });
});
