import { drafts, fixture, gone, named, read, rejections } from './read-records.fixture';
import { sarif } from './sarif';

function file(result: Record<string, unknown>, driver: Record<string, unknown> = { name: 'tool' }): string {
  return JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver }, results: [result] }] });
}

describe('sarif', () => {
  it('reads a result with its rule', async () => {
    const [draft] = drafts(await read(sarif, fixture('sarif.json')));
    expect(draft).toEqual({
      hosts: [],
      title: 'Cross-site scripting',
      description: 'The parameter q is printed as it is.\n\nUser input reaches the page unescaped.',
      observationType: 'codeguard_js_xss',
      category: 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY',
      severity: 'OBSERVATION_SEVERITY_MEDIUM',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      cveIds: [],
      cweIds: ['CWE-79'],
      cvssScores: [],
      references: ['https://rules.example/js-xss'],
      tags: ['security', 'external/cwe/cwe-079'],
      evidence: ['Location: src/search.js:12:5 (search.show)\npage.write(q)'],
      remediation: 'Escape what you print.',
      source: { name: 'CodeGuard', externalId: 'js/xss src/search.js abc:1' },
      firstSeen: '2024-04-01T12:00:00.000Z',
      lastSeen: '2024-04-01T12:00:00.000Z',
    });
  });

  it('fills in message arguments, follows relationships and finds rules of extensions', async () => {
    const [, hash, secret] = drafts(await read(sarif, fixture('sarif.json')));
    expect(hash).toMatchObject({ title: 'MD5 is a weak hash.', cweIds: ['CWE-328'], severity: 'OBSERVATION_SEVERITY_MEDIUM' });
    expect(hash?.source.externalId).toBe('js/weak-hash src/sum.js 3');
    expect(secret).toMatchObject({
      title: 'A secret in the code',
      observationType: 'codeguard_pack_secret',
      category: 'OBSERVATION_CATEGORY_LEAKED_CREDENTIALS',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      hosts: [],
    });
  });

  it('skips passed and suppressed results, reports absent ones as gone, and rejects invalid ones', async () => {
    const records = await read(sarif, fixture('sarif.json'));
    expect(drafts(records).map((draft) => draft.description?.split('\n')[0])).toEqual([
      'The parameter q is printed as it is.',
      'MD5 is a weak hash.',
      'A key is in the code.',
      'Still debated',
      'jQuery 3.4.1 is vulnerable',
    ]);
    expect(rejections(records).map((reason) => reason.replace(/^\d+/, 'n'))).toEqual([
      'n: runs[0].results[7]: level: "dreadful" is not error, warning, note or none',
      'n: runs[0].results[8]: not a JSON object',
    ]);
    expect(named(records)).toEqual(['No such level']);
    expect(gone(records)).toEqual([['js/xss #2', "Gone since its source's baseline (baselineState absent)"]]);
  });

  it('reads results that precede their tool, without its rules', async () => {
    expect(drafts(await read(sarif, fixture('sarif.json'))).at(-1)).toMatchObject({
      hosts: ['shop.acme.example'],
      title: 'jQuery 3.4.1 is vulnerable',
      observationType: 'sarif_cve_2020_11022',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      cveIds: ['CVE-2020-11022'],
      asset: { url: { url: 'https://shop.acme.example/jquery.js' } },
      source: { name: 'sarif' },
    });
  });

  it('does not apply the rules of one document to the next', async () => {
    const first = file(
      { ruleId: 'r', message: { text: 'one' } },
      { name: 'A', rules: [{ id: 'r', shortDescription: { text: 'Rule of A' } }] },
    );
    const titles = drafts(await read(sarif, first + file({ ruleId: 'r', message: { text: 'two' } }))).map((draft) => draft.title);
    expect(titles).toEqual(['Rule of A', 'two']);
  });

  it.each([
    [{ level: 'error' }, 'HIGH'],
    [{ level: 'note' }, 'LOW'],
    [{ level: 'none' }, 'INFO'],
    [{}, 'MEDIUM'],
    [{ kind: 'review' }, 'INFO'],
    [{ level: 'note', properties: { 'security-severity': '9.8' } }, 'CRITICAL'],
  ])('rates %j %s', async (change, severity) => {
    const [draft] = drafts(await read(sarif, file({ ruleId: 'r', message: { text: 'm' }, ...change })));
    expect(draft?.severity).toBe(`OBSERVATION_SEVERITY_${severity}`);
  });

  it.each(['constructor', '__proto__', 'toString'])('treats the name %s like any other', async (name) => {
    const result = { ruleId: name, level: name, message: { id: name } };
    expect(rejections(await read(sarif, file(result, { name, rules: [{ id: 'other', properties: { precision: name } }] })))).toHaveLength(
      1,
    );
  });

  it.each([
    ['{"version":"2.0.0","runs":[]}', 'SARIF "2.0.0"; only 2.1.0'],
    ['{"version":"2.1.0"}', 'no list of runs'],
    ['{"version":"2.1.0","runs":{}}', 'no list of runs'],
    ['{"version":"2.1.0","runs":[{"results":[{"ruleId":"x"', 'truncated'],
  ])('refuses %s', async (text, message) => {
    await expect(read(sarif, text)).rejects.toThrow(message);
  });

  it('refuses rules that would not fit in memory', async () => {
    const rule = { shortDescription: { text: 's' }, fullDescription: { text: 'd'.repeat(8000) }, help: { text: 'h'.repeat(8000) } };
    const rules = Array.from({ length: 2500 }, (_, index) => ({ id: `r${index}`, ...rule }));
    await expect(read(sarif, file({ ruleId: 'r1', message: { text: 'm' } }, { name: 't', rules }))).rejects.toThrow('The rules of one run');
  });

  it('limits the length of a message with arguments', async () => {
    const result = { ruleId: 'x', message: { text: '{0}'.repeat(660), arguments: ['y'.repeat(500)] } };
    const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 'tool' } }, results: [result] }] };
    const [draft] = drafts(await read(sarif, JSON.stringify(log)));
    expect(draft?.description).toBe(`${'y'.repeat(7999)}…`);
  });

  it('fills in the arguments of a message, and keeps other placeholders', async () => {
    const result = { ruleId: 'x', message: { text: 'a {1} b {0} c {7} d {1}', arguments: ['zero', 'one'] } };
    const [draft] = drafts(await read(sarif, JSON.stringify({ version: '2.1.0', runs: [{ results: [result] }] })));
    expect(draft?.description).toBe('a one b zero c {7} d one');
  });
});
