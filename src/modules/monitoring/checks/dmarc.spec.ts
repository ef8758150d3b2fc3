import { APEX, goodScan, judgeAll, keys, testCases, UNSEEN } from './scan.fixture';
import type { DnsAnswer, Scan } from '../scan';
import { DMARC } from './dmarc';

const at = (name: string, ...records: string[]): DnsAnswer<string> => ({ name: `_dmarc.${name}`, status: 'NOERROR', records, aliases: [] });
const dmarc =
  (...records: string[]) =>
  (scan: Scan) => {
    scan.mail.dmarc = { seen: [at(APEX, ...records)] };
  };
const unknown = (scan: Scan) => {
  scan.mail.dmarc = UNSEEN;
};

describe('DMARC checks', () => {
  testCases(
    [DMARC],
    [
      { id: 'dmarc_missing', fires: dmarc('v=spf1 -all'), shows: `dig +noall +answer _dmarc.${APEX} TXT`, unknown },
      { id: 'dmarc_multiple', fires: dmarc('v=DMARC1; p=none', 'v=DMARC1; p=reject'), shows: 'p=none', unknown },
      { id: 'dmarc_policy_none', fires: dmarc('v=DMARC1; p=none; rua=mailto:a@b.example'), shows: 'p=none', unknown },
      { id: 'dmarc_partial', fires: dmarc('v=DMARC1; p=reject; pct=50; rua=mailto:a@b.example'), shows: 'pct=50', unknown },
      { id: 'dmarc_no_reports', fires: dmarc('v=DMARC1; p=reject'), shows: 'No rua', unknown },
      { id: 'dmarc_subdomains_open', fires: dmarc('v=DMARC1; p=reject; sp=none; rua=mailto:a@b.example'), shows: 'sp=none', unknown },
    ],
  );

  it.each([
    ['v=DMARC1; rua=mailto:a@b.example', 'dmarc_policy_none'],
    ['v=DMARC1; p=quarantined; rua=mailto:a@b.example', 'dmarc_policy_none'],
    ['v = DMARC1 ; P = QUARANTINE ; T = y; rua=mailto:a@b.example', 'dmarc_partial'],
    ['v=DMARC1; p=none; sp=none; rua=mailto:a@b.example', 'dmarc_policy_none'],
  ])('judges %j as %s', (record, id) => {
    expect(failing(dmarc(record))).toEqual([`${id}@${APEX}`]);
  });

  it('uses the record of the nearest parent, and its subdomain policy', () => {
    const parent = (record: string) => (scan: Scan) => {
      scan.mail.dmarc = { seen: [at(APEX), at('example.com', record)] };
    };
    expect(failing(parent('v=DMARC1; p=reject; rua=mailto:a@b.example'))).toEqual([]);
    expect(failing(parent('v=DMARC1; p=reject; sp=none; rua=mailto:a@b.example'))).toEqual([`dmarc_policy_none@${APEX}`]);
    expect(failing(parent('v=DMARC1; p=none; sp=reject; rua=mailto:a@b.example'))).toEqual([]);
  });

  function failing(change: (scan: Scan) => void): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan, [DMARC]), 'fail');
  }
});
