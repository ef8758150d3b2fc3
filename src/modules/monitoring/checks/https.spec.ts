import { APEX, goodHeaders, goodScan, judgeAll, keys, pageOf, response, testCases, UNSEEN } from './scan.fixture';
import type { HttpResponse, Scan } from '../scan';
import { HTTP_REDIRECT, STRICT_TRANSPORT } from './https';

const plain = (changes: Partial<HttpResponse>) => (scan: Scan) => {
  scan.hosts[0]!.http = { seen: response(`http://${APEX}/`, { headers: [], ...changes }) };
};
const hsts =
  (value?: string, index = 0) =>
  (scan: Scan) => {
    const url = `https://${scan.hosts[index]!.host}/`;
    const headers = goodHeaders().filter(([name]) => name !== 'strict-transport-security');
    if (value !== undefined) headers.push(['strict-transport-security', value]);
    scan.hosts[index]!.page = { seen: pageOf(url, { hops: [response(url, { headers })] }) };
  };
const noPage = (scan: Scan) => {
  scan.hosts[0]!.page = UNSEEN;
};

describe('HTTP redirect and HSTS checks', () => {
  testCases(
    [HTTP_REDIRECT, STRICT_TRANSPORT],
    [
      {
        id: 'http_no_redirect',
        fires: plain({ status: 200 }),
        shows: `http://${APEX}/ answered 200 without a redirect`,
        unknown: (scan) => (scan.hosts[0]!.http = UNSEEN),
      },
      { id: 'hsts_missing', fires: hsts(), shows: 'No Strict-Transport-Security header', unknown: noPage },
      { id: 'hsts_short', fires: hsts('max-age=300; includeSubDomains'), shows: 'max-age=300', unknown: noPage },
      { id: 'hsts_no_subdomains', fires: hsts('max-age=31536000'), shows: 'max-age=31536000', unknown: noPage },
    ],
  );

  it.each([
    ['a closed port', { isRefused: true } as const, 'pass'],
    ['a redirect to HTTPS elsewhere', response('', { status: 302, location: 'https://shop.example.net/' }), 'pass'],
    ['a redirect to another host, which answers for itself', response('', { status: 302, location: `http://www.${APEX}/` }), 'pass'],
    ['a page that does not exist', response('', { status: 404 }), 'pass'],
    ['a redirect within HTTP', response('', { status: 302, location: `http://${APEX}/start` }), 'unknown'],
    ['a redirect to nowhere', response('', { status: 302 }), 'unknown'],
    ['a refusal', response('', { status: 403 }), 'unknown'],
    ['a failure', response('', { status: 503 }), 'unknown'],
  ] as const)('judges %s', (_, seen, verdict) => {
    const scan = goodScan();
    scan.hosts[0]!.http = { seen };
    expect(keys(judgeAll(scan, [HTTP_REDIRECT]), verdict)).toContain(`http_no_redirect@${APEX}`);
  });

  it.each([
    ['max-age=0', 'hsts_missing'],
    ['includeSubDomains', 'hsts_missing'],
    ['max-age=abc', 'hsts_missing'],
    ['MAX-AGE="300" ; IncludeSubdomains', 'hsts_short'],
  ])('judges %j as %s', (value, id) => {
    const scan = goodScan();
    hsts(value)(scan);
    expect(keys(judgeAll(scan, [STRICT_TRANSPORT]), 'fail')).toEqual([`${id}@${APEX}`]);
  });

  it('asks for subdomains at the domain itself only', () => {
    const scan = goodScan();
    hsts('max-age=31536000', 1)(scan);
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
  });

  it('uses the answer of the host itself, also when it redirects', () => {
    const scan = goodScan();
    const redirect = response(`https://${APEX}/`, { status: 301, headers: [], location: `https://www.${APEX}/` });
    scan.hosts[0]!.page = { seen: pageOf('', { hops: [redirect, response(`https://www.${APEX}/`)] }) };
    expect(keys(judgeAll(scan), 'fail')).toEqual([`hsts_missing@${APEX}`]);
  });

  it('does not judge by an error page', () => {
    const scan = goodScan();
    scan.hosts[0]!.page = { seen: pageOf('', { hops: [response(`https://${APEX}/`, { status: 404, headers: [] })] }) };
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
  });
});
