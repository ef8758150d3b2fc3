import { answer, APEX, goodScan, judgeAll, keys, nxdomain, testCases, UNSEEN } from './scan.fixture';
import type { Scan, MtaStsFetch } from '../scan';
import { MAIL_TRANSPORT } from './mail-transport';

const URL = `https://mta-sts.${APEX}/.well-known/mta-sts.txt`;
const policy = (seen: MtaStsFetch) => (scan: Scan) => {
  scan.mail.mtaSts.policy = { seen };
};
const file = (body: string, status = 200) => policy({ url: URL, status, body });
const noRecord = (scan: Scan) => {
  scan.mail.mtaSts.record = UNSEEN;
};
const noPolicy = (scan: Scan) => {
  scan.mail.mtaSts.policy = UNSEEN;
};

describe('mail transport checks', () => {
  testCases(
    [MAIL_TRANSPORT],
    [
      {
        id: 'mta_sts_missing',
        fires: (scan) => (scan.mail.mtaSts = { record: nxdomain(`_mta-sts.${APEX}`) }),
        shows: `_mta-sts.${APEX}`,
        unknown: noRecord,
      },
      { id: 'mta_sts_broken', fires: policy({ url: URL, failure: 'certificate is not trusted' }), shows: 'not trusted', unknown: noPolicy },
      {
        id: 'mta_sts_testing',
        fires: file('version: STSv1\nmode: testing\nmx: mx1.mail.example\nmax_age: 86400'),
        shows: 'mode: testing',
        unknown: noPolicy,
      },
      {
        id: 'tls_rpt_missing',
        fires: (scan) => (scan.mail.tlsRpt = answer('x', [])),
        shows: `_smtp._tls.${APEX}`,
        unknown: (scan) => (scan.mail.tlsRpt = UNSEEN),
      },
      {
        id: 'mx_unresolvable',
        fires: (scan) => (scan.mail.mailServers[0]!.addresses = nxdomain('mx1.mail.example')),
        shows: 'MX mx1.mail.example: no address (NXDOMAIN)',
        unknown: (scan) => (scan.mail.mailServers[0]!.addresses = UNSEEN),
      },
      {
        id: 'smtp_no_starttls',
        fires: (scan) => (scan.mail.mailServers[0]!.ehlo = { seen: { offersStartTls: false, reply: '250-mx1 250 SIZE' } }),
        shows: '250 SIZE',
        unknown: (scan) => (scan.mail.mailServers[0]!.ehlo = UNSEEN),
      },
    ],
  );

  it.each([
    ['no mode', file('version: STSv1\nmx: mx1.mail.example\nmax_age: 1')],
    ['another version', file('version: STSv2\nmode: enforce\nmx: mx1.mail.example\nmax_age: 1')],
    ['a mail server left out', file('version: STSv1\nmode: enforce\nmx: mail.example\nmx: *.mx1.mail.example\nmax_age: 1')],
    ['a redirect', file('', 301)],
    ['no file', file('', 404)],
    ['two records', (scan: Scan) => (scan.mail.mtaSts.record = answer('x', ['v=STSv1; id=1', 'v=STSv1; id=2']))],
  ])('finds a policy with %s broken', (_, change) => {
    expect(verdicts(change, 'fail')).toEqual([`mta_sts_broken@${APEX}`]);
  });

  it.each([403, 429, 500, 503])('does not judge a policy host that answers %i', (status) => {
    expect(verdicts(file('', status), 'fail')).toEqual([]);
    expect(verdicts(file('', status), 'unknown')).toEqual([`mta_sts_broken@${APEX}`]);
  });

  it('does not apply to a domain that receives no mail', () => {
    const silent = (scan: Scan) => {
      scan.mail.mailServers = [];
      scan.mail.mtaSts = { record: answer('x', []) };
      scan.mail.tlsRpt = answer('x', []);
    };
    expect(verdicts(silent, 'fail')).toEqual([]);
    expect(verdicts(silent, 'pass')).toHaveLength(MAIL_TRANSPORT.checks.length);
  });

  it('gives no verdict on STARTTLS when it was not checked', () => {
    expect(verdicts((scan) => delete scan.mail.mailServers[0]!.ehlo, 'pass')).not.toContain(`smtp_no_starttls@${APEX}`);
  });

  function verdicts(change: (scan: Scan) => unknown, verdict: 'pass' | 'fail' | 'unknown'): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan, [MAIL_TRANSPORT]), verdict);
  }
});
