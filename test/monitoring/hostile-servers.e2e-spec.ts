import { encode } from 'dns-packet';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { judge } from '../../src/modules/monitoring/judge';
import { Scanner } from '../../src/modules/monitoring/scanning/scanner';
import type { Scan } from '../../src/modules/monitoring/scan';
import { Company } from '../support/internet/company';
import { Internet } from '../support/internet/internet';

/** Timeout of a scan that servers try to prolong. */
const SHORT_MS = 1000;
const LONG_MS = 60_000;
const METADATA = '169.254.169.254';

describe('hostile servers', () => {
  let internet: Internet;

  beforeAll(async () => {
    internet = await Internet.start();
  });
  afterAll(() => internet.stop());

  it.each<[string, (company: Company) => void]>([
    ['never answers the handshake', (company) => void company.internet.tcp(company.address, 443, () => undefined)],
    ['resets the connection', (company) => void company.internet.tcp(company.address, 443, (socket) => socket.resetAndDestroy())],
    ['does not speak TLS', (company) => void company.internet.tcp(company.address, 443, (socket) => socket.end('SSH-2.0-x\r\n'))],
    ['sends garbage', (company) => void company.internet.tcp(company.address, 443, (socket) => socket.end(Buffer.alloc(100_000, 0x16)))],
  ])('a server that %s leaves https unknown', async (_, spoil) => {
    const company = await new Company(internet, name()).publish();
    spoil(company);
    const scan = await scanDomain(company.domain, SHORT_MS);
    expect(failsIn(scan)).toEqual([]);
    expect(scan.hosts[0]).toMatchObject({ https: { unknown: expect.any(String) }, page: { unknown: expect.any(String) } });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['drips', (socket) => every(50, socket, () => socket.write('H'))],
    [
      'sends headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        every(1, socket, () => socket.write(`X-Flood: ${'x'.repeat(4000)}\r\n`));
      },
    ],
    ['sends interim answers without end', (socket) => every(1, socket, () => socket.write('HTTP/1.1 100 Continue\r\n\r\n'))],
    ['sends two lengths', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx')],
    ['does not speak HTTP', (socket) => socket.end('\0\0\0\0 nothing')],
    ['cuts its answer short', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx')],
    ['sends invalid compressed data', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd')],
    ['uses an unknown encoding', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: zip\r\nContent-Length: 4\r\n\r\nabcd')],
  ])('a server that %s leaves port 80 unknown', async (_, answer) => {
    const company = await new Company(internet, name()).publish();
    await internet.tcp(company.address, 80, answer);
    const scan = await scanDomain(company.domain, SHORT_MS);
    expect(failsIn(scan)).toEqual([]);
    expect(scan.hosts[0]?.http).toEqual({ unknown: expect.any(String) });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['never greets', () => undefined],
    ['drips', (socket) => every(50, socket, () => socket.write('2'))],
    ['greets without end', (socket) => every(1, socket, () => socket.write(`220-${'x'.repeat(500)}\r\n`))],
    ['sends a line without end', (socket) => every(1, socket, () => socket.write('x'.repeat(4000)))],
    ['refuses the connection with a 5xx greeting', (socket) => socket.end('554 go away\r\n')],
    ['rejects EHLO', (socket) => socket.write('220 hi\r\n') && socket.on('data', () => socket.write('502 what?\r\n'))],
    ['hangs up after the greeting', (socket) => socket.end('220 hi\r\n')],
    ['speaks something else', (socket) => socket.end('SSH-2.0-x\r\n')],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
  ])('a mail server that %s leaves STARTTLS unknown', async (_, answer) => {
    const company = await new Company(internet, name()).publish();
    await internet.tcp(company.address, 25, answer);
    const scan = await scanDomain(company.domain, SHORT_MS, true);
    expect(failsIn(scan)).toEqual([]);
    expect(scan.mail.mailServers).toMatchObject([{ ehlo: { unknown: expect.any(String) } }]);
  });

  it('a mail server with an internal address is not contacted', async () => {
    const company = new Company(internet, name());
    company.dns['mail'] = { A: ['10.0.0.1'] };
    await company.publish();
    const { mail } = await scanDomain(company.domain, LONG_MS, true);
    expect(mail.mailServers).toMatchObject([{ ehlo: { unknown: expect.stringContaining('10.0.0.1 is not a public address') } }]);
    expect(internet.dialed.filter((target) => target.startsWith('10.'))).toEqual([]);
  });

  it('endless and compressed bodies are truncated', async () => {
    const endless = new Company(internet, name());
    endless.site = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      every(0, response.socket as Socket, () => response.write('x'.repeat(64 * 1024)));
    };
    const bomb = new Company(internet, name());
    const zipped = gzipSync(Buffer.alloc(50_000_000, 'a'));
    bomb.site = (_, response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(zipped);
    await Promise.all([endless.publish(), bomb.publish()]);
    for (const { domain } of [endless, bomb]) {
      const page = (await scanDomain(domain)).hosts[0]?.page;
      expect(page).toMatchObject({ seen: { isCut: true } });
      expect(page && 'seen' in page && page.seen.body.length).toBe(512 * 1024);
    }
  });

  it.each([
    'https://SELF/again',
    `http://${METADATA}/latest/meta-data/`,
    'http://[::1]/',
    'http://2130706433/',
    'https://internal.SELF/',
    'file:///etc/passwd',
    'gopher://SELF/',
    'https://SELF:8443/',
    'https://user:secret@SELF/',
    'https://',
  ])('a redirect to %s is not followed', async (target) => {
    const company = new Company(internet, name());
    company.dns['internal'] = { A: ['10.0.0.1'] };
    const location = target.replace('SELF', company.domain);
    company.site = (_, response) => response.writeHead(302, { location }).end();
    await company.publish();
    const before = internet.dialed.length;
    const scan = await scanDomain(company.domain);
    expect(scan.hosts[0]?.page).toEqual({ unknown: expect.any(String) });
    expect(failsIn(scan)).toEqual([]);
    expect(internet.dialed.slice(before).filter((to) => !to.startsWith('9.'))).toEqual([]);
  });

  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '0.0.0.0',
      METADATA,
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['::1', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ])('a host with the address %s among its own is not contacted', async (address) => {
    const company = new Company(internet, name());
    company.dns['@'] = { ...company.dns['@'], ...(address.includes(':') ? { AAAA: [address] } : { A: [company.address, address] }) };
    company.dns['www'] = company.dns['@'];
    company.dns['mta-sts'] = company.dns['@'];
    await company.publish();
    const before = internet.dialed.length;
    const [apex] = (await scanDomain(company.domain)).hosts;
    expect(apex).toMatchObject({
      https: { unknown: expect.stringContaining('not a public address') },
      http: { unknown: expect.any(String) },
    });
    expect(internet.dialed.slice(before).every((to) => to.endsWith(':53'))).toBe(true);
  });

  it('a name is resolved once per scan, so it cannot change its address', async () => {
    const company = await new Company(internet, name()).publish();
    let count = 0;
    internet.dns.tricks.set(company.domain, (query) => {
      if (query.questions?.[0]?.type !== 'A') return undefined;
      count += 1;
      const data = count === 1 ? company.address : '127.0.0.1';
      return encode({ ...internet.dns.answer(query), answers: [{ type: 'A', name: company.domain, data }] });
    });
    const [apex] = (await scanDomain(company.domain)).hosts;
    expect(apex).toMatchObject({ https: { seen: { isTrusted: true } }, page: { seen: {} } });
    expect(count).toBe(1);
  });

  it.each<[string, (internet: Internet, domain: string) => void]>([
    ['is silent', (net, domain) => net.dns.tricks.set(domain, () => 'silence')],
    [
      'answers with another id',
      (net, domain) => net.dns.tricks.set(domain, (query) => encode({ ...net.dns.answer(query), id: ((query.id ?? 0) + 1) % 65_536 })),
    ],
    [
      'answers another query',
      (net, domain) =>
        net.dns.tricks.set(domain, (query) => encode({ ...net.dns.answer(query), questions: [{ type: 'A', name: 'other.com' }] })),
    ],
    ['sends garbage', (net, domain) => net.dns.tricks.set(domain, () => Buffer.alloc(500, 0xc0))],
    ['sends an empty packet', (net, domain) => net.dns.tricks.set(domain, () => Buffer.alloc(0))],
    [
      'truncates over UDP and is silent over TCP',
      (net, domain) =>
        net.dns.tricks.set(domain, (query, over) =>
          over === 'tcp' ? 'silence' : encode({ ...net.dns.answer(query), flags: 512, answers: [] }),
        ),
    ],
    [
      'returns an alias loop',
      (net, domain) => {
        net.dns.records.set(domain, { CNAME: `a.${domain}` });
        net.dns.records.set(`a.${domain}`, { CNAME: domain });
      },
    ],
  ])('a resolver that %s leaves the domain unknown', async (_, spoil) => {
    const company = await new Company(internet, name()).publish();
    spoil(internet, company.domain);
    const scan = await scanDomain(company.domain, SHORT_MS);
    expect(failsIn(scan)).toEqual([]);
    expect(scan.hosts[0]?.addresses).toEqual({ unknown: expect.any(String) });
    expect(scan.dns.existence).toEqual({ unknown: expect.any(String) });
  });

  it('a long answer comes over TCP', async () => {
    const company = new Company(internet, name());
    const texts = ['v=spf1 mx -all', ...Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(100)}`)];
    company.dns['@'] = { ...company.dns['@'], TXT: texts };
    await company.publish();
    internet.dns.tricks.set(company.domain, (query, over) =>
      over === 'udp' && query.questions?.[0]?.type === 'TXT'
        ? encode({ ...internet.dns.answer(query), flags: 512, answers: [] })
        : undefined,
    );
    expect((await scanDomain(company.domain)).mail.txt).toMatchObject({ seen: { records: texts } });
  });

  it.each([403, 429, 500, 503])('an answer %d says nothing about the page, and Retry-After is honoured', async (status) => {
    const company = new Company(internet, name());
    let requests = 0;
    company.site = (_, response) => {
      requests += 1;
      response.writeHead(status, { 'retry-after': '3600' }).end();
    };
    await company.publish();
    const scanner = new Scanner(internet.settingsWith({ scanMs: LONG_MS }), internet.door);
    const options = { isThorough: false, isOptedOut: () => false };
    expect((await scanner.scan(company.domain, options)).hosts[0]?.page).toEqual({
      unknown: `GET https://${company.domain}/ was answered with ${status}`,
    });
    const before = requests;
    expect((await scanner.scan(company.domain, options)).hosts[0]?.https).toEqual({
      unknown: expect.stringContaining('asked us to wait until'),
    });
    expect(requests).toBe(before);
  });

  let count = 0;
  function name(): string {
    count += 1;
    return `hostile-${count}.com`;
  }

  function scanDomain(domain: string, scanMs = LONG_MS, isThorough = false): Promise<Scan> {
    return new Scanner(internet.settingsWith({ scanMs, checksMailServers: true }), internet.door).scan(domain, {
      isThorough,
      isOptedOut: () => false,
    });
  }
});

/** What would become findings. */
function failsIn(scan: Scan): string[] {
  return judge(scan).flatMap(({ check, host, verdict }) => (verdict === 'fail' ? [`${check.id} ${host}`] : []));
}

/** Until the other side closes the connection. */
function every(ms: number, socket: Socket, act: () => unknown): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : act()), ms);
  socket.on('close', () => clearInterval(timer));
  socket.on('error', () => undefined);
}
