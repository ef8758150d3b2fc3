import { isSpf, spfTerms } from './spf';

describe('isSpf', () => {
  it.each(['v=spf1 -all', 'V=SPF1 include:a.example', 'v=spf1'])('recognizes %s', (text) => {
    expect(isSpf(text)).toBe(true);
  });
  it.each(['v=spf10 -all', 'spf2.0/pra include:a.example', ' v=spf1', 'v=include:a.example ~all', ''])('rejects %j', (text) => {
    expect(isSpf(text)).toBe(false);
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

  it('survives empty and broken terms', () => {
    expect(domains('v=spf1 include: include:/24 redirect= = : -all')).toEqual([]);
  });
});
