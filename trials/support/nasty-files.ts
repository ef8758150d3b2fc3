/** Files that cost an importer more work than their size suggests. */

/** A service with a product name of 1 MB and 1,000 CVEs, each of which becomes a finding. */
export function nmapWithLongProduct(host: string): string {
  const cves = Array.from({ length: 1000 }, (_, at) => `CVE-2021-${10_000 + at}`).join(' ');
  return `<?xml version="1.0"?><nmaprun scanner="nmap"><host><status state="up"/><address addr="192.0.2.1" addrtype="ipv4"/>
    <hostnames><hostname name="${host}" type="user"/></hostnames><ports><port protocol="tcp" portid="443"><state state="open"/>
    <service name="https" product="${'x'.repeat(1_000_000)}"/><script id="vulners" output="${cves}"/></port></ports></host></nmaprun>`;
}

/** Messages with 660 placeholders, each with its own text. */
export function sarifWithPlaceholders(host: string): string {
  const message = { text: Array.from({ length: 660 }, (_, at) => `{${at}}`).join(''), arguments: Array(660).fill('y'.repeat(2_800)) };
  const result = { ruleId: 'rule', message, locations: [{ physicalLocation: { artifactLocation: { uri: `https://${host}/` } } }] };
  return JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'trial', rules: [{ id: 'rule' }] } }, results: [result] }] });
}

/** Ordinary findings, about 4.6 MB of them. */
export function plainFindings(host: string): string {
  const finding = {
    title: 'TLS 1.0 is accepted',
    observationType: 'tls-version',
    category: 'ENCRYPTION',
    severity: 'MEDIUM',
    source: { name: 'trial' },
    description: 'z'.repeat(250),
  };
  return Array.from({ length: 10_000 }, (_, at) => JSON.stringify({ ...finding, host: `h${at}.${host}` })).join('\n');
}
