import type { Scan } from '../scan';
import { answer, APEX, goodScan, judgeAll, keys, pageOf, response } from './scan.fixture';

const URL = `https://${APEX}/`;
const GOOD = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const WEAK = "script-src 'unsafe-inline' *";
const YEAR = 'max-age=31536000; includeSubDomains';
const RUA = 'rua=mailto:a@b.example';

/** Sends these values of a header in place of the good one. */
const header =
  (name: string) =>
  (...values: string[]) =>
  (scan: Scan) => {
    const home = response(URL);
    home.headers = [...home.headers.filter(([given]) => given !== name), ...values.map((value): [string, string] => [name, value])];
    scan.hosts[0]!.page = { seen: pageOf(URL, { hops: [home] }) };
  };
const hsts = header('strict-transport-security');
const csp = header('content-security-policy');
const frames = (value: string) => (scan: Scan) => {
  csp("default-src 'self'; object-src 'none'; base-uri 'none'")(scan);
  const { page } = scan.hosts[0]!;
  if (page && 'seen' in page) page.seen.hops[0].headers.push(['x-frame-options', value]);
};
const cookie = (name: string) => (scan: Scan) => {
  scan.hosts[0]!.page = { seen: pageOf(URL, { hops: [response(URL, { cookies: [`${name}=…; Secure; SameSite=Lax`] })] }) };
};
const dmarc =
  (...records: string[]) =>
  (scan: Scan) => {
    scan.mail.dmarc = { seen: [{ name: `_dmarc.${APEX}`, status: 'NOERROR', records, aliases: [] }] };
  };
const dmarcAtSuffix = (record: string) => (scan: Scan) => {
  const names = [`_dmarc.${APEX}`, '_dmarc.example.com', '_dmarc.com'];
  scan.mail.dmarc = {
    seen: names.map((name, index) => ({ name, status: 'NOERROR', records: index === 2 ? [record] : [], aliases: [] })),
  };
};
const mtaSts =
  (...records: string[]) =>
  (scan: Scan) => {
    scan.mail.mtaSts.record = answer(`_mta-sts.${APEX}`, records);
  };
const tlsRpt =
  (...records: string[]) =>
  (scan: Scan) => {
    scan.mail.tlsRpt = answer(`_smtp._tls.${APEX}`, records);
  };

/** What a server publishes, and the checks that must fail. */
const CASES: [what: string, publish: (scan: Scan) => void, fails: string[]][] = [
  // RFC 6797, section 8.1: the first header counts
  ['HSTS of a year', hsts(YEAR), []],
  ['HSTS in capitals', hsts('MAX-AGE=31536000; INCLUDESUBDOMAINS'), []],
  ['HSTS with a quoted age', hsts('max-age="31536000"; includeSubDomains'), []],
  ['HSTS twice', hsts(YEAR, 'max-age=0'), []],
  ['HSTS twice, joined', hsts(`${YEAR}, ${YEAR}`), []],
  ['HSTS joined, the second one off', hsts(`${YEAR}, max-age=0`), []],
  ['HSTS joined, the first one off', hsts(`max-age=0, ${YEAR}`), ['hsts_missing']],
  ['HSTS joined, the first one short', hsts('max-age=600; includeSubDomains, max-age=31536000'), ['hsts_short']],
  ['HSTS joined three times', hsts(`${YEAR},${YEAR},${YEAR}`), []],
  ['HSTS with a comma for a semicolon', hsts('max-age=31536000, includeSubDomains'), ['hsts_missing']],
  ['HSTS without an age', hsts('includeSubDomains'), ['hsts_missing']],
  ['HSTS with an age in words', hsts('max-age=year; includeSubDomains'), ['hsts_missing']],
  // CSP level 3, section 2.2.1: a header is a list of policies
  ['one good policy', csp(GOOD), []],
  ['two good policies, joined', csp(`${GOOD}, ${GOOD}`), []],
  ['a good policy after a weak one, joined', csp(`${WEAK}, ${GOOD}`), []],
  ['a policy of framing after one of scripts, joined', csp("default-src 'none', frame-ancestors 'none'"), []],
  ['the same in two headers', csp("default-src 'none'", "frame-ancestors 'none'"), []],
  ['a good policy between empty ones', csp(`, ${GOOD},`), []],
  ['two weak policies, joined', csp(`${WEAK}; frame-ancestors 'none', ${WEAK}`), ['csp_weak']],
  ['only commas', csp(', ,'), ['csp_missing', 'framing_allowed']],
  ['framing allowed by the first, forbidden by the second', csp(`${GOOD.replace("'none'", "'none'")}, frame-ancestors *`), []],
  ['X-Frame-Options', frames('SAMEORIGIN'), []],
  ['X-Frame-Options, joined', frames('SAMEORIGIN, SAMEORIGIN'), []],
  ['X-Frame-Options, at odds', frames('DENY, SAMEORIGIN'), []],
  ['X-Frame-Options that nobody knows', frames('ALLOW-FROM https://a.example'), ['framing_allowed']],
  // Cookies that are sessions, and those whose names only sound like it
  ...[
    'PHPSESSID',
    'JSESSIONID',
    'ASP.NET_SessionId',
    'ASPSESSIONIDQADCRTCB',
    'connect.sid',
    'sid',
    'SESS0123456789abcdef0123456789abcdef',
  ].map(isSession),
  ...[
    'laravel_session',
    'MoodleSession',
    'my-app.session',
    'sessionToken',
    'session_id',
    '__Host-session',
    '__Secure-auth',
    'authToken',
  ].map(isSession),
  ...[
    'access_token',
    'id_token',
    'refreshToken',
    'jwt',
    '.AspNetCore.Cookies',
    '.ASPXAUTH',
    'wordpress_logged_in_1a2b3c',
    'remember_web_59ba',
  ].map(isSession),
  ...[
    'assessment_id',
    'last_login_method',
    'session_count',
    'possession',
    'obsession',
    'author',
    'auth_redirect',
    'login_hint',
    'fluid',
  ].map(isNone),
  ...['theme', '__Host-theme', 'residence', 'guid_token_count', 'XSRF-TOKEN', 'csrf_session', 'professional', 'valid_token_seen'].map(
    isNone,
  ),
  // RFC 9989
  ['DMARC as usual', dmarc(`v=DMARC1; p=reject; ${RUA}`), []],
  ['DMARC with a subdomain policy', dmarc(`v=DMARC1; p=reject; sp=quarantine; ${RUA}`), []],
  ['DMARC with an invalid sp', dmarc(`v=DMARC1; p=reject; sp=rejected; ${RUA}`), ['dmarc_policy_none']],
  ['DMARC with an invalid np', dmarc(`v=DMARC1; p=reject; np=; ${RUA}`), ['dmarc_policy_none']],
  ['DMARC with p twice', dmarc(`v=DMARC1; p=reject; p=reject; ${RUA}`), ['dmarc_policy_none']],
  ['DMARC with P and p', dmarc(`v=DMARC1; P=reject; p=none; ${RUA}`), ['dmarc_policy_none']],
  ['DMARC after a space', dmarc(` v=DMARC1; p=reject; ${RUA}`), ['dmarc_missing']],
  ['DMARC in lower case', dmarc(`v=dmarc1; p=reject; ${RUA}`), ['dmarc_missing']],
  ['DMARC and another record', dmarc(`v=DMARC1; p=reject; ${RUA}`, 'google-site-verification=1'), []],
  ['DMARC with a bare address', dmarc('v=DMARC1; p=reject; rua=a@b.example'), ['dmarc_no_reports']],
  ['DMARC with one bare address of two', dmarc(`v=DMARC1; p=reject; rua=a@b.example, mailto:c@d.example`), []],
  ['DMARC with a web address', dmarc('v=DMARC1; p=reject; rua=https://b.example/'), ['dmarc_no_reports']],
  ['DMARC with a limit of size', dmarc('v=DMARC1; p=reject; rua=mailto:a@b.example!10m'), []],
  ['DMARC with an empty rua', dmarc('v=DMARC1; p=reject; rua='), ['dmarc_no_reports']],
  ['a policy at the public suffix', dmarcAtSuffix(`v=DMARC1; p=reject; psd=y; ${RUA}`), []],
  ['a policy at the public suffix, none below it', dmarcAtSuffix(`v=DMARC1; p=reject; sp=none; psd=y; ${RUA}`), ['dmarc_policy_none']],
  // RFC 8461 and RFC 8460
  ['MTA-STS as usual', mtaSts('v=STSv1; id=20261101T010000;'), []],
  ['MTA-STS without an id', mtaSts('v=STSv1;'), ['mta_sts_broken']],
  ['MTA-STS with an empty id', mtaSts('v=STSv1; id=;'), ['mta_sts_broken']],
  ['MTA-STS with a hyphen in its id', mtaSts('v=STSv1; id=2026-11-01;'), ['mta_sts_broken']],
  ['MTA-STS with an id of 33 characters', mtaSts(`v=STSv1; id=${'1'.repeat(33)}`), ['mta_sts_broken']],
  ['MTA-STS twice', mtaSts('v=STSv1; id=1', 'v=STSv1; id=1'), ['mta_sts_broken']],
  ['MTA-STS after a space', mtaSts(' v=STSv1; id=1'), ['mta_sts_missing']],
  ['TLS reports by mail', tlsRpt('v=TLSRPTv1; rua=mailto:a@b.example'), []],
  ['TLS reports by HTTPS', tlsRpt('v=TLSRPTv1;rua=https://b.example/report'), []],
  ['TLS reports without an address', tlsRpt('v=TLSRPTv1;'), ['tls_rpt_missing']],
  ['TLS reports to a bare address', tlsRpt('v=TLSRPTv1; rua=a@b.example'), ['tls_rpt_missing']],
  ['TLS reports over HTTP', tlsRpt('v=TLSRPTv1; rua=http://b.example/report'), ['tls_rpt_missing']],
  ['TLS reports twice', tlsRpt('v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:a@b.example'), ['tls_rpt_missing']],
];

function isSession(name: string): (typeof CASES)[number] {
  return [`the session cookie ${name}`, cookie(name), ['session_cookie_readable']];
}

function isNone(name: string): (typeof CASES)[number] {
  return [`the cookie ${name}`, cookie(name), []];
}

describe('what a server publishes', () => {
  it('is a corpus of more than sixty cases', () => {
    expect(new Set(CASES.map(([what]) => what)).size).toBeGreaterThan(60);
  });

  it.each(CASES)('%s', (_, publish, fails) => {
    const scan = goodScan();
    publish(scan);
    expect(keys(judgeAll(scan), 'fail')).toEqual(fails.map((id) => `${id}@${APEX}`));
  });
});
