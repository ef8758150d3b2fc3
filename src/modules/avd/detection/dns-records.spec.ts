import { Readable } from 'node:stream';
import fc from 'fast-check';
import { readDnsRecords, type RejectedLine } from './dns-records';
import type { DetectionRecord } from './record';

const SEEN = '2026-11-01T00:00:00.000Z';

async function read(...lines: (string | object)[]): Promise<(DetectionRecord | RejectedLine)[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return collect([text]);
}

async function collect(chunks: (string | Uint8Array)[]): Promise<(DetectionRecord | RejectedLine)[]> {
  const items: (DetectionRecord | RejectedLine)[] = [];
  for await (const item of readDnsRecords(Readable.from(chunks), SEEN)) items.push(item);
  return items;
}

/** `host TYPE value`, or the rejection. */
async function brief(...lines: (string | object)[]): Promise<string[]> {
  return (await read(...lines)).map((item) =>
    'rejected' in item ? `${item.line}: ${item.rejected}` : `${item.host} ${item.type} ${item.value}`,
  );
}

describe('dnsx lines', () => {
  it('accepts lists, single texts and objects', async () => {
    expect(
      await brief({
        host: 'ACME.example.',
        a: '192.0.2.1',
        aaaa: ['2001:DB8:0::1'],
        mx: ['10 MX.one.example.', 'mx.two.example', { host: 'mx.three.example', preference: 5 }],
        ns: null,
        txt: ['plain', '"in" " two"'],
        caa: ['letsencrypt.org', '0 issue "pki.goog"', { flag: 0, tag: 'iodef', value: 'mailto:a@b.example' }],
        soa: ['ns.one.example host.one.example 1 2 3', { ns: 'ns.two.example' }],
      }),
    ).toEqual([
      'acme.example A 192.0.2.1',
      'acme.example AAAA 2001:db8::1',
      'acme.example MX mx.one.example',
      'acme.example MX mx.two.example',
      'acme.example MX mx.three.example',
      'acme.example TXT plain',
      'acme.example TXT in two',
      'acme.example CAA letsencrypt.org',
      'acme.example CAA issue pki.goog',
      'acme.example CAA iodef mailto:a@b.example',
      'acme.example SOA ns.one.example host.one.example',
      'acme.example SOA ns.two.example',
    ]);
  });

  it('reads the older form of SOA, server and mailbox as two texts', async () => {
    expect(await brief({ host: 'acme.example', soa: ['dns1.p04.nsone.net', 'hostmaster.nsone.net'] })).toEqual([
      'acme.example SOA dns1.p04.nsone.net',
      'acme.example SOA hostmaster.nsone.net',
    ]);
  });

  it('assigns a SOA to its zone', async () => {
    expect(
      await brief({ host: 'www.acme.example', soa: [{ name: 'cdn.example', ns: 'ns.cdn.example', mailbox: 'a\\.b.cdn.example' }] }),
    ).toEqual(['cdn.example SOA ns.cdn.example']);
  });

  it('reads cname as a chain, and assigns the other records to its end', async () => {
    expect(await brief({ host: 'shop.acme.example', cname: ['a.one.example', 'b.two.example'], mx: ['mx.two.example'] })).toEqual([
      'shop.acme.example CNAME a.one.example',
      'a.one.example CNAME b.two.example',
      'b.two.example MX mx.two.example',
    ]);
  });

  it('assigns records to a registrable domain itself, whatever alias is listed', async () => {
    expect(await brief({ host: 'acme.example', cname: ['a.one.example'], mx: ['mx.acme.example'] })).toEqual([
      'acme.example CNAME a.one.example',
      'acme.example MX mx.acme.example',
    ]);
  });

  it('uses the time of the line in UTC, otherwise the given time, and nothing later than that', async () => {
    const times = ['2026-07-21T15:57:15.406335056+08:00', '0001-01-01T00:00:00Z', undefined, '2099-01-01T00:00:00Z'];
    const items = await read(...times.map((timestamp) => ({ host: 'acme.example', a: ['192.0.2.1'], timestamp })));
    expect(items.map((item) => 'seenAt' in item && item.seenAt)).toEqual(['2026-07-21T07:57:15.406Z', SEEN, SEEN, SEEN]);
  });

  it('ignores empty values', async () => {
    expect(
      await brief({ host: 'acme.example', mx: [''], txt: [], status_code: 'NXDOMAIN' }, { host: '192.0.2.1', ptr: ['a.example'] }),
    ).toEqual([]);
  });

  it('keeps the valid part of a line and reports the rest', async () => {
    expect(await brief({ host: 'acme.example', a: ['nonsense', '192.0.2.1'], mx: [7], ns: ['ns.one.example'] })).toEqual([
      'acme.example A 192.0.2.1',
      'acme.example NS ns.one.example',
      '1: a has an invalid value: "nonsense"',
    ]);
  });

  it.each([
    [{ a: ['192.0.2.1'] }, 'host is not a host name'],
    [{ host: 'two words' }, 'host is not a host name'],
    [{ host: 5 }, 'host is not a host name'],
    [{ host: 'acme.example', timestamp: 'yesterday' }, 'timestamp is not an RFC 3339 time'],
    ['{"host":"acme.example"', 'not JSON'],
    ['[]', 'not a JSON object'],
  ])('refuses %j', async (line, reason) => {
    expect(await brief(line)).toEqual([`1: ${reason}`]);
  });
});

describe('zone-file lines', () => {
  it.each([
    ['acme.example. 300 IN MX 10 MX.one.example.', 'acme.example MX mx.one.example'],
    ['acme.example. IN 1h30m NS ns.one.example.', 'acme.example NS ns.one.example'],
    ['acme.example MX 10 mx.one.example', 'acme.example MX mx.one.example'],
    ['acme.example.\t300\tIN\tCAA\t0 issue "letsencrypt.org"', 'acme.example CAA issue letsencrypt.org'],
    ['acme.example. TXT "a;b" "c\\"d\\059" e ; a comment "not text"', 'acme.example TXT a;bc"d;e'],
    ['acme.example. TXT ( "one" "two" )', 'acme.example TXT onetwo'],
    ['_dmarc.acme.example. 300 IN TXT "v=DMARC1; p=none"', '_dmarc.acme.example TXT v=DMARC1; p=none'],
    ['*.acme.example. CNAME lb.one.example.', '*.acme.example CNAME lb.one.example'],
    ['münchen.example. A 192.0.2.1', 'xn--mnchen-3ya.example A 192.0.2.1'],
    ['acme.example. SOA ns.one.example. host.one.example. 1 2 3 4 5', 'acme.example SOA ns.one.example host.one.example'],
  ])('reads %s', async (line, record) => {
    expect(await brief(line)).toEqual([record]);
  });

  it.each(['', '   ', '; a comment', '$TTL 3600', 'acme.example. 300 IN MX 0 .', 'acme.example. 300 IN SRV 1 2 3 sip.example.'])(
    'ignores %j',
    async (line) => {
      expect(await brief(line)).toEqual([]);
    },
  );

  it.each([
    ['@ IN A 192.0.2.1', '@ is a relative name; use fully qualified names'],
    ['www IN A 192.0.2.1', 'www is a relative name; use fully qualified names'],
    ['acme.example. CNAME www', 'www is a relative name; use fully qualified names'],
    ['   IN A 192.0.2.1', 'the name is missing; every line needs its own'],
    ['$ORIGIN acme.example.', '$ORIGIN is not supported; use fully qualified names'],
    ['acme.example. CH TXT "x"', 'class CH is not IN'],
    ['acme.example. TXT ( "one"', 'the record spans several lines; write it on one line'],
    ['acme.example. A 192.0.2.256', '192.0.2.256 is not a valid A value'],
    ['bad!name.example. A 192.0.2.1', 'bad!name.example. is not a host name'],
    ['acme.example. what?', 'neither JSON nor `name ttl IN TYPE value`'],
    ['nonsense', 'neither JSON nor `name ttl IN TYPE value`'],
  ])('refuses %s', async (line, reason) => {
    expect(await brief(line)).toEqual([`1: ${reason}`]);
  });
});

describe('page lines', () => {
  it('yields one record per foreign resource, without query and user', async () => {
    const resources = [
      'https://a.example:8443/x.js?y#z',
      '//b.example/',
      '/own.js',
      'own/too.js',
      'https://u:p@c.example/',
      'mailto:a@b.example',
      '',
    ];
    expect(await brief({ page: 'https://www.acme.example/login?token=1', resources })).toEqual([
      'www.acme.example RESOURCE https://a.example/x.js',
      'www.acme.example RESOURCE https://b.example/',
      'www.acme.example RESOURCE https://c.example/',
    ]);
  });

  it.each([
    [{ page: 'ftp://acme.example/', resources: [] }, 'page is not an http(s) URL'],
    [{ page: 7, resources: [] }, 'page is not an http(s) URL'],
    [{ page: 'https://acme.example/', resources: 'x' }, 'resources is not a list'],
    [{ page: 'https://acme.example/', resources: [7] }, 'resources has an invalid entry: 7'],
    [{ page: 'https://acme.example/', resources: [], timestamp: 7 }, 'timestamp is not an RFC 3339 time'],
  ])('refuses %j', async (line, reason) => {
    expect(await brief(line)).toEqual([`1: ${reason}`]);
  });
});

describe('the stream', () => {
  const FILE = '\ufeffone.example. A 192.0.2.1\r\n\n{"host":"zwei-ü.example","a":["192.0.2.2"]}\nnonsense\nlast.example. A 192.0.2.3';

  it('reads the same records however the bytes are chunked', async () => {
    const whole = await collect([FILE]);
    expect(whole).toHaveLength(4);
    expect(whole[2]).toEqual({ line: 4, rejected: 'neither JSON nor `name ttl IN TYPE value`' });
    const bytes = Buffer.from(FILE);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const edges = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const pieces = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        expect(await collect(pieces)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('rejects an overlong line without buffering it, and continues after it', async () => {
    const long = 'x'.repeat(300_000);
    expect(await collect([long, long, long, long, '\none.example. A 192.0.2.1\n'])).toEqual([
      { line: 1, rejected: 'longer than 1048576 bytes' },
      { host: 'one.example', type: 'A', value: '192.0.2.1', seenAt: SEEN },
    ]);
  });

  it.each([
    ['white space', `acme.example.${' '.repeat(1_000_000)}`],
    ['numbers', `acme.example. ${'1 '.repeat(500_000)}`],
    ['digits', `acme.example. ${'1'.repeat(1_000_000)}x A 192.0.2.1`],
    ['open quotes', `acme.example. TXT "${'\\"'.repeat(500_000)}`],
    ['labels', `${'a.'.repeat(500_000)} A 192.0.2.1`],
    ['an unclosed text', JSON.stringify({ host: 'acme.example', txt: [`"${'\\"'.repeat(200_000)}`] })],
    ['an overlong host', JSON.stringify({ host: 'ä.'.repeat(150_000), a: ['192.0.2.1'] })],
  ])('is not slowed down by a line of %s', async (_, line) => {
    const before = process.cpuUsage();
    await brief(line);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(2);
  });

  it('never throws on any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        for (const item of await collect([bytes])) expect('rejected' in item || item.host.length > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('host', 'page', 'resources', 'a', 'mx', 'cname', 'soa', 'txt', 'caa'), fc.jsonValue()),
        async (line) => {
          await brief({ host: 'acme.example', ...line });
        },
      ),
      { numRuns: 300 },
    );
  });
});
