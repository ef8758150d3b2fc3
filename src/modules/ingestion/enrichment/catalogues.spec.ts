import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { FormatError } from '#platform/import/format-error';
import { readCapec } from './capec';
import { readEpss } from './epss';
import { readKev } from './kev';

const fixture = (name: string) => join(__dirname, '../../../../test/fixtures/enrichment', name);

/** Bytes in small chunks, so that values cross chunk boundaries. */
const inPieces = (content: string | Buffer, size = 7) => {
  const bytes = Buffer.from(content as string);
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)));
};

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const kev = async (bytes: AsyncIterable<Uint8Array>) => {
  const extent = { isComplete: false };
  return { entries: await all(readKev(bytes, extent)), ...extent };
};

describe('readKev', () => {
  const EXPECTED = [
    { cve: 'CVE-2021-44228', dateAdded: '2021-12-10', dueDate: '2021-12-24', ransomware: true },
    { cve: 'CVE-2023-44487', dateAdded: '2023-10-10', dueDate: undefined, ransomware: false },
    { cve: 'CVE-1999-9999', dateAdded: '2022-02-28', dueDate: undefined, ransomware: false },
  ];

  it('reads the catalogue, plain or compressed, whatever the chunk sizes', async () => {
    expect(await kev(createReadStream(fixture('kev.json')))).toEqual({ entries: EXPECTED, isComplete: true });
    expect(await kev(inPieces(readFileSync(fixture('kev.json'))))).toEqual({ entries: EXPECTED, isComplete: true });
    expect(await kev(inPieces(gzipSync(readFileSync(fixture('kev.json')))))).toEqual({ entries: EXPECTED, isComplete: true });
  });

  it('treats a file as the whole catalogue only when it has as many entries as it states', async () => {
    const entry = { cveID: 'CVE-2020-0001', dateAdded: '2020-01-01' };
    for (const [count, isComplete] of [
      [1, true],
      [2, false],
      [undefined, false],
    ] as const) {
      expect((await kev(inPieces(JSON.stringify({ count, vulnerabilities: [entry] })))).isComplete).toBe(isComplete);
    }
  });

  it.each([
    ['an empty file', '', 'empty'],
    ['another document', '{"objects":[]}', 'no list "vulnerabilities"'],
    ['a truncated file', '{"vulnerabilities":[{"cveID":"CVE-2020-0001","dateAdded":"2020-01-01"}', 'truncated'],
    ['an entry without a CVE', '{"vulnerabilities":[{"dateAdded":"2020-01-01"}]}', 'no CVE id'],
    ['a day that does not exist', '{"vulnerabilities":[{"cveID":"CVE-2020-0001","dateAdded":"2021-02-30"}]}', 'no day'],
    ['an entry that is not JSON', '{"vulnerabilities":[{"cveID":nothing}]}', 'not valid JSON'],
    ['deep nesting', `{"vulnerabilities":[${'['.repeat(500)}${']'.repeat(500)}]}`, 'nested deeper'],
    ['text', 'cve,epss,percentile', 'unexpected'],
  ])('refuses %s', async (_, content, reason) => {
    await expect(kev(inPieces(content))).rejects.toThrow(FormatError);
    await expect(kev(inPieces(content))).rejects.toThrow(reason);
  });

  it('refuses a broken compressed file', async () => {
    const packed = gzipSync(readFileSync(fixture('kev.json')));
    await expect(kev(inPieces(packed.subarray(0, packed.length - 20)))).rejects.toThrow('cannot be decompressed');
  });
});

describe('readEpss', () => {
  it('reads comment, header and lines, with columns in any order', async () => {
    const expected = [
      { cve: 'CVE-2021-44228', score: '0.94358', percentile: '0.99961' },
      { cve: 'CVE-2023-44487', score: '0.5', percentile: '0.75' },
      { cve: 'CVE-1999-9999', score: '0', percentile: '0.00001' },
    ];
    expect(await all(readEpss(createReadStream(fixture('epss.csv'))))).toEqual(expected);
    expect(await all(readEpss(inPieces(gzipSync(readFileSync(fixture('epss.csv'))))))).toEqual(expected);
    const other = '# note\r\n"percentile",date,"cve",epss\r\n1,2026-01-01,"CVE-2020-0001",1.8e-4\r\n\r\n';
    expect(await all(readEpss(inPieces(other)))).toEqual([{ cve: 'CVE-2020-0001', score: '1.8e-4', percentile: '1' }]);
  });

  it.each([
    ['an empty file', '', 'empty'],
    ['only a comment', '#model\n', 'no header'],
    ['no header', 'CVE-2020-0001,0.1,0.2\n', 'header'],
    ['a score above one', 'cve,epss,percentile\nCVE-2020-0001,1.1,0.2\n', 'Line 2'],
    ['a truncated line', 'cve,epss,percentile\nCVE-2020-0001,0.1\n', 'Line 2'],
    ['no CVE', 'cve,epss,percentile\nCVE-20-1,0.1,0.1\n', 'Line 2'],
    ['no numbers', 'cve,epss,percentile\nCVE-2020-0001,NaN,0x1\n', 'Line 2'],
    ['an endless line', `cve,epss,percentile\n${'x'.repeat(100_000)}`, 'longer than'],
    ['another encoding', Buffer.from('cve,epss,percentile\n', 'utf16le'), 'UTF-16'],
  ])('refuses %s', async (_, content, reason) => {
    await expect(all(readEpss(inPieces(content)))).rejects.toThrow(FormatError);
    await expect(all(readEpss(inPieces(content)))).rejects.toThrow(reason);
  });
});

describe('readCapec', () => {
  it('reads attack patterns with their weaknesses; a withdrawn one has none', async () => {
    expect(await all(readCapec(createReadStream(fixture('capec.json'))))).toEqual([
      {
        capec: 'CAPEC-9001',
        summary: 'Feeding an object that runs',
        description: 'A serialised object is sent and run on arrival, when x < y.',
        cwes: ['CWE-502', 'CWE-20'],
      },
      { capec: 'CAPEC-9002', summary: 'Asking until it falls over', description: 'Asking until it falls over', cwes: ['CWE-502'] },
      { capec: 'CAPEC-9003', summary: 'Withdrawn', description: 'Withdrawn', cwes: [] },
    ]);
  });

  it('refuses other documents', async () => {
    await expect(all(readCapec(inPieces('{"vulnerabilities":[]}')))).rejects.toThrow('not a STIX bundle');
    await expect(all(readCapec(inPieces('[1, 2')))).rejects.toThrow(FormatError);
  });
});
