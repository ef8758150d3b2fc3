import { APEX, goodHeaders, goodScan, judgeAll, keys, pageOf, response, testCases, UNSEEN } from './scan.fixture';
import type { Scan } from '../scan';
import { SECURITY_TXT, VERSIONS } from './disclosure';

const TXT = `https://${APEX}/.well-known/security.txt`;
const file =
  (body: string, status = 200, type = 'text/plain; charset=utf-8') =>
  (scan: Scan) => {
    scan.hosts[0]!.securityTxt = { seen: pageOf(TXT, { hops: [response(TXT, { status, headers: [['content-type', type]] })], body }) };
  };
const header =
  (name: string, value: string, body = '<p>') =>
  (scan: Scan) => {
    const url = `https://${APEX}/`;
    scan.hosts[0]!.page = { seen: pageOf(url, { hops: [response(url, { headers: [...goodHeaders(), [name, value]] })], body }) };
  };

describe('disclosure checks', () => {
  testCases(
    [SECURITY_TXT, VERSIONS],
    [
      { id: 'security_txt_missing', fires: file('', 404), shows: `${TXT}: answered 404`, unknown: file('', 403) },
      {
        id: 'security_txt_expired',
        fires: file('Contact: mailto:a@b.example\nExpires: 2026-01-01T00:00:00Z'),
        shows: 'Expires: 2026-01-01',
        unknown: (scan) => (scan.hosts[0]!.securityTxt = UNSEEN),
      },
      {
        id: 'version_disclosed',
        fires: header('server', 'nginx/1.99.1'),
        shows: 'server: nginx/1.99.1',
        unknown: (scan) => (scan.hosts[0]!.page = UNSEEN),
      },
    ],
  );

  it.each([
    ['a page instead of text', file('<html>Contact: x', 200, 'text/html')],
    ['no contact', file('Expires: 2027-01-01T00:00:00Z')],
    ['a contact in a comment', file('# Contact: mailto:a@b.example')],
  ])('counts %s as missing', (_, change) => {
    expect(failing(change)).toEqual([`security_txt_missing@${APEX}`]);
  });

  it('reads a signed file', () => {
    expect(
      failing(
        file(
          '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\nContact: https://a.example\r\nExpires: 2027-01-01T00:00:00+01:00\r\n',
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    ['x-powered-by', 'PHP/9.1.2'],
    ['x-aspnet-version', '4.0.30319'],
    ['server', 'Apache/2.4.99 (Unix)'],
    ['x-generator', 'Contao 5.3'],
  ])('sees the version in %s: %s', (name, value) => {
    expect(failing(header(name, value))).toEqual([`version_disclosed@${APEX}`]);
  });

  it('sees the version in the page', () => {
    expect(failing(header('x', 'y', '<meta name="generator" content="WordPress 6.9.1">'))).toEqual([`version_disclosed@${APEX}`]);
  });

  it.each(['cloudflare', 'ECS (dcb/7F84)', 'Apache', 'gws', 'Microsoft-IIS', 'AmazonS3/x', ''])(
    'sees no version in Server: %s',
    (value) => {
      expect(failing(header('server', value))).toEqual([]);
    },
  );

  it('judges a host by its own answers, also on port 80 and when it redirects', () => {
    expect(
      failing((scan) => {
        const old: [string, string] = ['server', 'nginx/1.99.1'];
        scan.hosts[1]!.http = { seen: response(`http://www.${APEX}/`, { status: 301, headers: [old], location: `https://www.${APEX}/` }) };
      }),
    ).toEqual([`version_disclosed@www.${APEX}`]);
  });

  function failing(change: (scan: Scan) => void): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan), 'fail');
  }
});
