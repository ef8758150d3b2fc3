import { isSpf, parseSpf, spfTerms } from './spf';
import { SPF_CORPUS } from './spf.fixture';

describe('isSpf', () => {
  it.each(['v=spf1 -all', 'V=SPF1 include:a.example', 'v=spf1'])('recognizes %s', (text) => {
    expect(isSpf(text)).toBe(true);
  });
  it.each(['v=spf10 -all', 'spf2.0/pra include:a.example', ' v=spf1', 'v=include:a.example ~all', ''])('rejects %j', (text) => {
    expect(isSpf(text)).toBe(false);
  });
});

describe('parseSpf', () => {
  it('is held against more than sixty records', () => {
    expect(new Set(SPF_CORPUS.map(([record]) => record)).size).toBe(SPF_CORPUS.length);
    expect(SPF_CORPUS.length).toBeGreaterThan(60);
  });

  const verdicts = SPF_CORPUS.map(([record, section, term]) => ({
    record,
    section,
    verdict: term === undefined ? 'valid' : 'permerror',
    term,
  }));
  it.each(verdicts)('reads $record as $verdict (section $section)', ({ record, term }) => {
    expect(isSpf(record)).toBe(true);
    expect(parseSpf(record).faults.map((fault) => fault.term)).toEqual(term === undefined ? [] : [term]);
  });

  it('names a bounded number of faults', () => {
    expect(parseSpf(`v=spf1 ${'moo '.repeat(1000)}`).faults).toHaveLength(10);
  });
});

describe('spfTerms', () => {
  const domains = (text: string): string[] => spfTerms(text).map(({ domain }) => domain);

  it('lists the domains that may send, and which of them have their own record evaluated', () => {
    expect(spfTerms('v=spf1 a mx ip4:192.0.2.0/24 a:mail.one.example/24 ?include:Two.example. +mx:three.example ~all')).toEqual([
      { term: 'a:mail.one.example/24', domain: 'mail.one.example', follows: false },
      { term: 'include:Two.example.', domain: 'two.example', follows: true },
      { term: 'mx:three.example', domain: 'three.example', follows: false },
    ]);
  });

  it('keeps macros in front of the domain', () => {
    expect(domains('v=spf1 include:%{ir}.%{v}.%{d}.spf.has.pphosted.com -all')).toEqual(['%{ir}.%{v}.%{d}.spf.has.pphosted.com']);
  });

  it('excludes forbidden senders', () => {
    expect(domains('v=spf1 -include:one.example include:two.example -all')).toEqual(['two.example']);
  });

  it('follows a redirect, unless `all` overrides it', () => {
    expect(spfTerms('v=spf1 redirect=_spf.one.example')).toEqual([
      { term: 'redirect=_spf.one.example', domain: '_spf.one.example', follows: true },
    ]);
    expect(domains('v=spf1 redirect=_spf.one.example ~all')).toEqual([]);
  });

  it('leaves empty and broken terms out, and keeps the rest of their record', () => {
    expect(domains('v=spf1 include: include:/24 redirect= = : a:one.example/33 include:two.example -all')).toEqual(['two.example']);
  });
});
