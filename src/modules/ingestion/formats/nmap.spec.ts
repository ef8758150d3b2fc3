import { drafts, fixture, read, rejections } from './read-records.fixture';
import { nmap } from './nmap';

function run(content: string): string {
  return `<?xml version="1.0"?><nmaprun>${content}</nmaprun>`;
}

const HOST = '<host><address addr="203.0.113.1" addrtype="ipv4"/><ports>';

describe('nmap', () => {
  it('reads an open port with its service', async () => {
    const [ssh] = drafts(await read(nmap, fixture('nmap.xml')));
    expect(ssh).toEqual({
      hosts: ['www.acme.example', '203.0.113.30'],
      title: 'Open port 22/tcp (ssh)',
      observationType: 'open_port_ssh',
      category: 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE',
      severity: 'OBSERVATION_SEVERITY_INFO',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      asset: { ipPort: { address: '203.0.113.30', port: 22, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: [],
      cweIds: [],
      cvssScores: [],
      references: [],
      tags: ['open-port', 'tcp', 'ssh'],
      evidence: [
        'Port 22/tcp is open (syn-ack)',
        'Service: ssh OpenSSH 7.4 (protocol 2.0); probed, certainty 10 of 10',
        'cpe:/a:openbsd:openssh:7.4',
        'Host names: www.acme.example, vm30.hosting.example',
      ],
      source: { name: 'nmap' },
      firstSeen: '2024-05-01T12:01:40.000Z',
      lastSeen: '2024-05-01T12:01:40.000Z',
    });
  });

  it('makes one observation per CVE of vulners', async () => {
    const found = drafts(await read(nmap, fixture('nmap.xml'))).filter((draft) => draft.observationType === 'nse_vulners');
    expect(found).toMatchObject([
      {
        title: 'CVE-2018-15473 in OpenSSH 7.4',
        category: 'OBSERVATION_CATEGORY_VULNERABILITY',
        severity: 'OBSERVATION_SEVERITY_MEDIUM',
        confidence: 'OBSERVATION_CONFIDENCE_POSSIBLE',
        cveIds: ['CVE-2018-15473'],
        asset: { ipPort: { port: 22 } },
        source: { name: 'nmap', externalId: 'vulners:CVE-2018-15473' },
      },
      {
        severity: 'OBSERVATION_SEVERITY_CRITICAL',
        cvssScores: [{ version: 'CVSS_SCORE_VERSION_V3_1', baseScore: 9.8, scoreSource: 'vulners' }],
        references: ['https://lists.example/CVE-2023-38408'],
      },
    ]);
  });

  it('reads reports of the vulns library, except those about hosts that are not vulnerable', async () => {
    const all = drafts(await read(nmap, fixture('nmap.xml')));
    expect(all.find((draft) => draft.observationType === 'nse_ssl_dh_params')).toMatchObject({
      title: 'Weak Diffie-Hellman group',
      description: 'The group has 1024 bits.',
      severity: 'OBSERVATION_SEVERITY_MEDIUM',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      cveIds: ['CVE-2015-4000'],
      cvssScores: [{ version: 'CVSS_SCORE_VERSION_V2_0', baseScore: 4.3, cvssVector: 'AV:N/AC:M/Au:N/C:N/I:P/A:N' }],
      references: ['https://weakdh.example'],
    });
    expect(all.some((draft) => draft.observationType === 'nse_ssl_poodle')).toBe(false);
    expect(all.find((draft) => draft.observationType === 'nse_smb_vuln_ms17_010')).toMatchObject({
      title: 'Remote code execution in SMBv1',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      cveIds: ['CVE-2017-0143'],
      asset: { ipPort: { address: '203.0.113.30', port: 0 } },
    });
  });

  it('uses common service names, and the number for ports without a service', async () => {
    const all = drafts(await read(nmap, fixture('nmap.xml')));
    const ports = all.filter((draft) => draft.category === 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE');
    expect(ports.map((draft) => draft.observationType)).toEqual(['open_port_ssh', 'open_port_https', 'open_port_9999', 'open_port_domain']);
    expect(ports.at(-1)).toMatchObject({
      hosts: ['v6.acme.example', '2001:db8::30'],
      asset: { ipPort: { address: '2001:db8::30', port: 53, protocol: 'ASSET_IP_PORT_PROTOCOL_UDP' } },
    });
    expect(ports[1]?.evidence).toContain('http-title: Acme');
  });

  it('rejects invalid ports, with their line', async () => {
    expect(rejections(await read(nmap, fixture('nmap.xml')))).toEqual([
      '37: protocol: "sctp" is neither tcp nor udp',
      '38: portid: "70000" is not a port number',
    ]);
    const nowhere = run('<host><ports><port protocol="tcp" portid="22"><state state="open"/></port></ports></host>');
    expect(rejections(await read(nmap, nowhere))).toEqual(['1: the host has no IP address']);
  });

  it('reads older vulners output from its text', async () => {
    const script =
      '<script id="vulners" output="&#10;  cpe:/a:x:y:1: &#10;    &#9;CVE-2012-1667&#9;8.5&#9;https://lists.example/CVE-2012-1667&#10;"/>';
    const found = drafts(
      await read(nmap, run(`${HOST}<port protocol="tcp" portid="53"><state state="open"/>${script}</port></ports></host>`)),
    );
    expect(found[1]).toMatchObject({
      cveIds: ['CVE-2012-1667'],
      severity: 'OBSERVATION_SEVERITY_HIGH',
      references: ['https://lists.example/CVE-2012-1667'],
    });
  });

  it.each([
    ['<!DOCTYPE nmaprun [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><nmaprun>&b;</nmaprun>', 'defines entities'],
    ['<!DOCTYPE nmaprun [<!ENTITY x SYSTEM "file:///etc/passwd">]><nmaprun>&x;</nmaprun>', 'defines entities'],
    ['<nmaprun>&undefined;</nmaprun>', 'not well-formed'],
    ['<nmaprun><host></nmaprun>', 'not well-formed'],
    ['<nmaprun><host>', 'truncated'],
    ['<?xml version="1.0"?>', 'truncated'],
    ['<nmaprun a="&#0;"/>', 'not well-formed'],
    ['<rss></rss>', 'not from nmap: its root is "rss"'],
    ['{"nmaprun":{}}', 'not well-formed'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><nmaprun/>', 'must be in UTF-8'],
    [Buffer.from([0x3c, 0x6e, 0xff, 0x3e, 0x20]), 'not valid UTF-8'],
    ['<nmaprun>'.repeat(300), 'nested deeper than 200'],
  ])('refuses %s', async (file, message) => {
    await expect(read(nmap, file)).rejects.toThrow(message);
    await expect(read(nmap, file, [1])).rejects.toThrow(message);
  });

  it('refuses a tag, a text or a comment that never ends', async () => {
    const endless = 'x'.repeat(9 * 1024 * 1024);
    for (const start of ['<nmaprun args="', '<nmaprun>', '<nmaprun><!--']) {
      await expect(read(nmap, start + endless, [65_536])).rejects.toThrow('longer than 8388608 characters');
    }
  });

  it('accepts the public document type of older versions without loading it', async () => {
    const file = '<!DOCTYPE nmaprun PUBLIC "-//IDN nmap.org//DTD Nmap XML 1.04//EN" "https://svn.nmap.org/nmap/docs/nmap.dtd"><nmaprun/>';
    expect(await read(nmap, file)).toEqual([]);
  });

  it('limits the texts that are copied into every finding of a port, and their number', async () => {
    const cves = Array.from({ length: 1003 }, (_, index) => `<table><elem key="id">CVE-2020-${10_000 + index}</elem></table>`).join('');
    const service = `<service name="http" product="${'p'.repeat(1_000_000)}" version="1"/>`;
    const script = `<script id="vulners" output=""><table key="${'k'.repeat(1_000_000)}">${cves}</table></script>`;
    const records = await read(
      nmap,
      run(`${HOST}<port protocol="tcp" portid="80"><state state="open"/>${service}${script}</port></ports></host>`),
    );
    const found = drafts(records);
    expect(found).toHaveLength(1001);
    expect(rejections(records)).toEqual([expect.stringContaining('more than 1000 vulnerabilities; 3 were dropped')]);
    expect(JSON.stringify(found).length).toBeLessThan(1001 * 3000);
  });
});
