import { APEX, goodHeaders, goodScan, judgeAll, keys, pageOf, response, testCases } from './scan.fixture';
import type { Scan } from '../scan';
import { PAGE_CONTENT } from './page-content';

const URL = `https://${APEX}/`;
const shows =
  (body: string, isCut = false) =>
  (scan: Scan) => {
    scan.hosts[0]!.page = { seen: pageOf(URL, { body, isCut }) };
  };
const unknown = shows('<p>', true);

describe('page content checks', () => {
  testCases(
    [PAGE_CONTENT],
    [
      {
        id: 'mixed_content_active',
        fires: shows('<script src="http://acme.example.com/a.js?token=1"></script>'),
        shows: '<script> http://acme.example.com/a.js',
        unknown,
      },
      {
        id: 'mixed_content_passive',
        fires: shows('<img src=http://images.example/logo.png>'),
        shows: '<img> http://images.example/logo.png',
        unknown,
      },
      {
        id: 'form_over_http',
        fires: shows('<form action="http://acme.example.com/login">'),
        shows: '<form> http://acme.example.com/login',
        unknown,
      },
      {
        id: 'script_without_sri',
        fires: shows('<script src="//cdn.other.example/lib.js"></script>'),
        shows: 'https://cdn.other.example/lib.js',
        unknown,
      },
    ],
  );

  it.each([
    '<script src=/own.js></script>',
    '<script src=https://static.example.com/a.js></script>',
    '<script src=https://cdn.other.example/lib.js integrity=sha384-x crossorigin></script>',
    '<iframe src=https://video.other.example/></iframe>',
    '<link rel=icon href=http://other.example/icon.png>',
    '<a href=http://other.example/>link</a>',
    '<form><input></form>',
    '<script src="data:text/javascript,1"></script>',
    '<!-- <script src=http://other.example/a.js></script> -->',
    '<img src="http://[bad">',
  ])('finds nothing wrong with %s', (body) => {
    expect(failing(shows(body))).toEqual([]);
  });

  it.each([
    ['<base href="http://acme.example.com/"><script src=a.js></script>', ['mixed_content_active']],
    ['<link rel="preload stylesheet" href=http://acme.example.com/a.css>', ['mixed_content_active']],
    ['<object data=http://acme.example.com/a.swf>', ['mixed_content_active']],
  ])('reads %s as a browser does', (body, ids) => {
    expect(failing(shows(body))).toEqual(ids.map((id) => `${id}@${APEX}`));
  });

  it('passes what the browser is told to upgrade', () => {
    const upgraded = (scan: Scan) => {
      const headers = goodHeaders().map(([name, value]): [string, string] => [
        name,
        name === 'content-security-policy' ? `${value}; upgrade-insecure-requests` : value,
      ]);
      scan.hosts[0]!.page = {
        seen: pageOf(URL, { hops: [response(URL, { headers })], body: '<img src=http://a.example/b><form action=http://a.example/>' }),
      };
    };
    expect(failing(upgraded)).toEqual([]);
  });

  it('keeps tokens of addresses out of the evidence', () => {
    const scan = goodScan();
    shows('<img src="http://images.example/a.png?session=geheim">')(scan);
    expect(JSON.stringify(judgeAll(scan))).not.toContain('geheim');
  });

  function failing(change: (scan: Scan) => void): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan), 'fail');
  }
});
