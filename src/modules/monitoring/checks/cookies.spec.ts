import { APEX, goodScan, judgeAll, keys, pageOf, response, testCases, UNSEEN } from './scan.fixture';
import type { Scan } from '../scan';
import { COOKIES } from './cookies';

const URL = `https://${APEX}/`;
const sets =
  (...cookies: string[]) =>
  (scan: Scan) => {
    scan.hosts[0]!.page = { seen: pageOf(URL, { hops: [response(URL, { cookies })] }) };
  };
const unknown = (scan: Scan) => {
  scan.hosts[0]!.page = UNSEEN;
};

describe('cookie checks', () => {
  testCases(
    [COOKIES],
    [
      { id: 'cookie_not_secure', fires: sets('theme=…; Path=/'), shows: 'Cookie theme: no attributes that protect it', unknown },
      {
        id: 'session_cookie_readable',
        fires: sets('PHPSESSID=…; Secure; SameSite=Lax'),
        shows: 'Cookie PHPSESSID: Secure, SameSite=lax',
        unknown,
      },
      { id: 'cookie_no_samesite', fires: sets('connect.sid=…; Secure; HttpOnly'), shows: 'connect.sid', unknown },
    ],
  );

  it.each([
    'theme=…; Secure',
    'session=…; secure; httponly; samesite=strict',
    'XSRF-TOKEN=…; Secure',
    'session=…; Max-Age=0',
    'session=…; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    '=…; Path=/',
    'nonsense',
    '',
  ])('finds nothing wrong with %j', (cookie) => {
    const scan = goodScan();
    sets(cookie)(scan);
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
  });
});
