import { Readable } from 'node:stream';
import fc from 'fast-check';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { drafts, fixture, read, rejections } from './read-records.fixture';
import { FormatError } from '#platform/import/format-error';
import type { ParsedRecord } from '../observation-draft';
import { FORMATS } from './formats';
import { jsonl } from './jsonl';
import { recognized } from './recognize';

const FIXTURES: Record<string, string> = {
  jsonl: 'observations.jsonl',
  nuclei: 'nuclei.json',
  sarif: 'sarif.json',
  asff: 'asff.json',
  nmap: 'nmap.xml',
  grype: 'grype.json',
  trivy: 'trivy.json',
  riskrecon: 'riskrecon.json',
  cyclonedx: 'cyclonedx.json',
  testssl: 'testssl.json',
  zap: 'zap.json',
  openvas: 'openvas.xml',
  nessus: 'nessus.nessus',
};
/** Other editions of some formats. */
const EDITIONS = ['testssl.csv', 'zap.xml', 'openvas.csv'];
const CASES = [...FORMATS.values()].flatMap((format) => {
  const editions = EDITIONS.filter((file) => file.startsWith(`${format.name}.`));
  return [FIXTURES[format.name] ?? '', ...editions].map((file) => ({ name: format.name, title: file, format, file: fixture(file) }));
});
const JSON_CASES = CASES.filter(({ title }) => /\.jsonl?$/.test(title));
/** An empty file of these is a scan that found nothing. */
const LINE_FORMATS = new Set(['jsonl', 'nuclei', 'asff']);
const CHUNK_SIZES = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 10 });

const ODD_VALUES = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1e308, '', 'x', 'constructor', '__proto__', 'CVE-2021-44228', 'https://a.example', [], {}),
  fc.constantFrom<unknown>('a\0b', 'a\ud800b', 'a\nb', 'x'.repeat(30_000), Array(99).fill('y'), [[null]], [{}], { text: 'z', Name: 3 }),
  fc.jsonValue(),
);
const CHANGES = fc.array(fc.tuple(fc.nat(), ODD_VALUES), { maxLength: 6 });

/** A copy with random members replaced. */
function changed(value: unknown, changes: readonly [number, unknown][]): unknown {
  const copy: Record<string, unknown> = { root: structuredClone(value) };
  for (const [pick, odd] of changes) {
    const places: [Record<string, unknown>, string][] = [];
    const visit = (holder: Record<string, unknown>) => {
      for (const [name, member] of Object.entries(holder)) {
        places.push([holder, name]);
        if (typeof member === 'object' && member !== null) visit(member as Record<string, unknown>);
      }
    };
    visit(copy);
    const [holder, name] = places[pick % places.length] ?? [copy, 'root'];
    holder[name] = structuredClone(odd);
  }
  return copy.root;
}

describe.each(CASES)('$title', ({ format, title, file }) => {
  it('reads the same records whatever the chunk sizes', async () => {
    const whole = await read(format, file);
    expect(whole.length).toBeGreaterThan(3);
    expect(await read(format, file, [1])).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(CHUNK_SIZES, async (sizes) => expect(await read(format, file, sizes)).toEqual(whole)),
      { numRuns: 30 },
    );
  });

  it('reads the same records after a byte order mark and with Windows line endings', async () => {
    const whole = await read(format, file);
    expect(await read(format, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), file]))).toEqual(whole);
    expect(await read(format, file.toString().replaceAll('\n', '\r\n'))).toHaveLength(whole.length);
  });

  it('ends in a clear error or in records wherever the file is truncated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: file.length - 3 }), async (length) => {
        const error: unknown = await read(format, file.subarray(0, length)).catch((reason: unknown) => reason);
        if (title.endsWith('.csv')) expect(Array.isArray(error) || error instanceof FormatError).toBe(true);
        else if (format !== jsonl && (length > 0 || !LINE_FORMATS.has(format.name))) expect(error).toBeInstanceOf(FormatError);
        else expect(Array.isArray(error)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is recognised', async () => {
    const { formats, bytes } = await recognized(Readable.from([file.subarray(0, 10), file.subarray(10)]));
    expect(formats).toEqual([format.name]);
    expect(Buffer.concat((await Readable.from(bytes).toArray()) as Buffer[])).toEqual(file);
  });

  it('ends in a clear error or in records whatever bytes are changed', async () => {
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const damaged = Buffer.from(file);
        for (const [at, byte] of changes) damaged[at] = byte;
        const outcome: unknown = await read(format, damaged).catch((reason: unknown) => reason);
        expect(Array.isArray(outcome) || outcome instanceof FormatError).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each(['', ' \n\n', '\uFEFF'])('reads no records from %j if it has lines, and refuses it otherwise', async (text) => {
    if (LINE_FORMATS.has(format.name)) expect(await read(format, text)).toEqual([]);
    else await expect(read(format, text)).rejects.toThrow(FormatError);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0])],
  ])('refuses %s', async (_, bytes) => {
    await expect(read(format, bytes)).rejects.toThrow(FormatError);
  });
});

describe.each(JSON_CASES)('$title', ({ format, name, file }) => {
  const whole: unknown = name === 'jsonl' ? JSON.parse(file.toString().split('\n')[1] ?? '') : JSON.parse(file.toString());
  const wrap = (value: unknown) => {
    if (name === 'sarif') return JSON.stringify({ version: '2.1.0', runs: [{ results: [value] }] });
    if (name === 'zap') return JSON.stringify({ site: [{ alerts: [value] }] });
    if (name === 'trivy') return JSON.stringify({ Results: [{ Vulnerabilities: [value] }] });
    if (name === 'cyclonedx') return JSON.stringify({ bomFormat: 'CycloneDX', vulnerabilities: [value] });
    if (name === 'grype') return JSON.stringify({ matches: [value] });
    return name === 'jsonl' ? JSON.stringify(value) : JSON.stringify([value]);
  };

  it('accepts or rejects any JSON and keeps nothing that cannot be stored', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(CHANGES, async (changes) => {
        const outcome = await read(format, JSON.stringify(changed(whole, changes))).catch((error: unknown) => error);
        if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(FormatError);
        for (const draft of drafts(Array.isArray(outcome) ? (outcome as ParsedRecord[]) : [])) {
          taken++;
          expect(draft.title.length).toBeLessThanOrEqual(500);
          expect(draft.evidence.length).toBeLessThanOrEqual(20);
          expect(draft.observationType).toMatch(/^[a-z0-9_]{1,100}$/);
          expect(OBSERVATION_SEVERITY.members).toContain(draft.severity);
          expect(JSON.stringify(draft)).not.toMatch(/\\u0000|\\ud[89a-f]/);
        }
      }),
      { numRuns: 150, examples: [[[]]] }, // the unchanged record comes first and is accepted
    );
    expect(taken).toBeGreaterThan(0);
  });

  it('rejects a record that is nested too deeply or is not UTF-8, with a clear reason', async () => {
    const deep = wrap('HERE').replaceAll('"HERE"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(rejections(await read(format, deep)).join()).toContain('nested deeper than 200 levels');
    const latin1 = Buffer.from(wrap('HERE').replaceAll('HERE', 'é'), 'latin1');
    expect(rejections(await read(format, latin1)).join()).toContain('not valid UTF-8');
  });

  it('rejects a record that is too large and keeps nothing of it', async () => {
    const large = wrap('HERE').replaceAll('HERE', 'x'.repeat(9 * 1024 * 1024));
    expect(rejections(await read(format, large, [1 << 16])).join()).toMatch(/(longer|larger) than 8388608 bytes/);
  });
});

describe('recognising a format', () => {
  it.each([
    ['', []],
    ['{"hello":"world"}', []],
    ['<html></html>', []],
    ['<', []],
    ['a,b\n1,2', []],
    ['{"runs":[', ['sarif']],
    ['{"matches":[],"Results":[]}', ['grype', 'trivy']],
    ['[{"ip":"a","template-id":"x"}]', ['nuclei']],
    ['{"findings":[{"finding_id":"a","finding":"b"}]}', ['riskrecon']],
  ])('%s could be %j', async (text, formats) => {
    expect((await recognized(Readable.from([Buffer.from(text)]))).formats).toEqual(formats);
  });
});
