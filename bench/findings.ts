/** Generates findings in the format of each tool: ten hosts per vendor, many findings per host. */
export const FINDINGS: Readonly<Record<string, (count: number) => string>> = {
  jsonl: (count) => lines(count, finding),
  nuclei: (count) => lines(count, nucleiResult),
  sarif: (count) =>
    JSON.stringify({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'bench-scanner', rules: RULES } }, results: list(count, sarifResult) }],
    }),
  asff: (count) => JSON.stringify({ Findings: list(count, asffFinding) }),
  nmap: (count) =>
    `<?xml version="1.0"?>\n<nmaprun scanner="nmap" start="1767225600">\n${list(count / PORTS, nmapHost).join('\n')}\n</nmaprun>`,
  grype: (count) => JSON.stringify({ matches: list(count, grypeMatch) }),
};

const PORTS = 10;
const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const RULES = list(120, (index) => ({
  id: `rule-${index}`,
  shortDescription: { text: `Rule number ${index}` },
  fullDescription: { text: 'The component answers with a version that is known to be affected.' },
  defaultConfiguration: { level: ['note', 'warning', 'error'][index % 3] },
  properties: { tags: ['security', `external/cwe/cwe-${20 + (index % 60)}`], 'security-severity': String(index % 10) },
}));

function list<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function lines(count: number, make: (index: number) => object): string {
  return list(count, (index) => JSON.stringify(make(index))).join('\n');
}

function hostOf(index: number): string {
  return `h${Math.floor(index / 1000) % 10}.load-${1 + (index % 1000)}.com`;
}

function cveOf(index: number): string {
  return `CVE-2024-${1000 + (index % 300)}`;
}

function finding(index: number): object {
  return {
    host: hostOf(index),
    title: `Finding of type ${index % 120}`,
    description: 'The component answers with a version that is known to be affected.',
    observationType: `type_${index % 120}`,
    category: ['ENCRYPTION', 'VULNERABILITY', 'DNS_HEALTH', 'NETWORK_SECURITY'][index % 4],
    severity: SEVERITIES[index % 5],
    ...(index % 3 === 0 && { cveIds: [cveOf(index)] }),
    asset: { ipPort: { address: `198.51.100.${index % 254}`, port: 443, protocol: 'TCP' } },
    tags: [`tag${index % 30}`],
    source: { name: 'bench' },
    firstSeen: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    lastSeen: new Date(Date.UTC(2026, 5, 1)).toISOString(),
  };
}

function nucleiResult(index: number): object {
  const host = hostOf(index);
  return {
    'template-id': `template-${index % 120}`,
    info: {
      name: `Template ${index % 120}`,
      severity: SEVERITIES[index % 5]?.toLowerCase(),
      description: 'The component answers with a version that is known to be affected.',
      tags: ['web', `tag${index % 30}`],
      reference: ['https://example.com/advisory'],
      ...(index % 3 === 0 && { classification: { 'cve-id': [cveOf(index).toLowerCase()], 'cvss-score': 7.5 } }),
    },
    type: 'http',
    host,
    'matched-at': `https://${host}/path/${index}`,
    timestamp: '2026-06-01T12:00:00Z',
  };
}

function sarifResult(index: number): object {
  return {
    ruleId: `rule-${index % RULES.length}`,
    message: { text: `Result ${index}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: `https://${hostOf(index)}/page/${index}` }, region: { startLine: 1 } } }],
    partialFingerprints: { primaryLocationLineHash: String(index) },
  };
}

function asffFinding(index: number): object {
  return {
    SchemaVersion: '2018-10-08',
    Id: `finding/${index}`,
    ProductName: 'Inspector',
    GeneratorId: `generator-${index % 120}`,
    Types: ['Software and Configuration Checks/Vulnerabilities/CVE'],
    FirstObservedAt: '2026-01-01T00:00:00Z',
    LastObservedAt: '2026-06-01T00:00:00Z',
    Severity: { Label: SEVERITIES[index % 5] === 'INFO' ? 'INFORMATIONAL' : SEVERITIES[index % 5] },
    Title: `Finding ${index % 120}`,
    Description: 'The component answers with a version that is known to be affected.',
    Resources: [{ Type: 'AwsElbv2LoadBalancer', Id: `balancer/${index}`, Details: { AwsElbv2LoadBalancer: { DNSName: hostOf(index) } } }],
    RecordState: 'ACTIVE',
    Workflow: { Status: 'NEW' },
    ...(index % 3 === 0 && { Vulnerabilities: [{ Id: cveOf(index) }] }),
  };
}

function nmapHost(index: number): string {
  const ports = list(
    PORTS,
    (port) =>
      `<port protocol="tcp" portid="${1000 + port + PORTS * Math.floor(index / 10_000)}"><state state="open" reason="syn-ack"/><service name="http" product="Server" version="1.${port}"/></port>`,
  ).join('');
  return `<host starttime="1767225600" endtime="1767225700"><status state="up"/><address addr="198.51.${index % 100}.${index % 254}" addrtype="ipv4"/><hostnames><hostname name="${hostOf(index)}" type="user"/></hostnames><ports>${ports}</ports></host>`;
}

function grypeMatch(index: number): object {
  return {
    vulnerability: {
      id: cveOf(index),
      severity: 'High',
      description: 'The component answers with a version that is known to be affected.',
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', metrics: { baseScore: 7.5 } }],
      fix: { versions: ['2.0.0'], state: 'fixed' },
    },
    relatedVulnerabilities: [],
    artifact: { name: `package-${index}`, version: '1.0.0', type: 'npm', locations: [{ path: `/app/${index}` }] },
  };
}
