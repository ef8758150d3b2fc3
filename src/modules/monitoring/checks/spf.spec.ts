import { answer, APEX, goodScan, judgeAll, keys, nxdomain, testCases, UNSEEN } from './scan.fixture';
import type { Scan } from '../scan';
import { SPF } from './spf';

const spf =
  (...records: string[]) =>
  (scan: Scan) => {
    scan.mail.txt = answer(APEX, records);
  };
const noTxt = (scan: Scan) => {
  scan.mail.txt = UNSEEN;
};
const noWalk = (scan: Scan) => {
  scan.mail.spf = UNSEEN;
};
const lookups = (count: number, isVoid: boolean) =>
  Array.from({ length: count }, (_, index) => ({ term: `include:s${index}.example`, target: `s${index}.example`, isVoid }));

describe('SPF checks', () => {
  testCases(
    [SPF],
    [
      { id: 'spf_missing', fires: spf('site-verification=1'), shows: `dig +noall +answer ${APEX} TXT`, unknown: noTxt },
      { id: 'spf_multiple', fires: spf('v=spf1 -all', 'v=spf1 mx -all'), shows: 'v=spf1 mx -all', unknown: noTxt },
      {
        id: 'spf_invalid',
        fires: spf('v=spf1 ip4:1.2.3.4/33 -all'),
        shows: 'ip4:1.2.3.4/33: the prefix length is above 32',
        unknown: noTxt,
      },
      { id: 'spf_allows_all', fires: spf('v=spf1 +all'), shows: 'v=spf1 +all', unknown: noTxt },
      { id: 'spf_neutral', fires: spf('v=spf1 mx ?all'), shows: 'v=spf1 mx ?all', unknown: noTxt },
      {
        id: 'spf_too_many_lookups',
        fires: (scan) => (scan.mail.spf = { seen: { lookups: lookups(11, false), faults: [] } }),
        shows: '11 lookups counted, 10 allowed: include:s0.example',
        unknown: noWalk,
      },
      {
        id: 'spf_void_lookups',
        fires: (scan) => (scan.mail.spf = { seen: { lookups: lookups(3, true), faults: [] } }),
        shows: 'include:s2.example (s2.example)',
        unknown: noWalk,
      },
      {
        id: 'spf_loop',
        fires: (scan) => (scan.mail.spf = { seen: { lookups: lookups(12, false), faults: [], loop: [APEX, 'a.example', APEX] } }),
        shows: `${APEX} → a.example → ${APEX}`,
        unknown: noWalk,
      },
      { id: 'spf_ptr', fires: spf('v=spf1 ptr:mail.example -all'), shows: 'ptr:mail.example', unknown: noTxt },
    ],
  );

  it.each(['v=spf1 all', 'V=SPF1 ALL', 'v=spf1 ip4:0.0.0.0/0 -all', 'v=spf1 ip6:::/0 ~all'])(
    'sees that %j lets everybody send',
    (record) => {
      expect(failing(spf(record))).toEqual([`spf_allows_all@${APEX}`]);
    },
  );

  it.each([
    'v=spf1 -all',
    'v=spf1 ~all',
    'v=spf1 redirect=_spf.example.net',
    'v=spf1 -ip4:0.0.0.0/0 -all',
    'v=spf1 ip4:10.0.0.0/8 -all +all',
  ])('finds nothing wrong with %j', (record) => {
    expect(failing(spf(record))).toEqual([]);
  });

  it.each(['v=spf1', 'v=spf1 mx', 'v=spf1 redirect=_spf.example.net ?all'])('finds %j neutral', (record) => {
    expect(failing(spf(record))).toEqual([`spf_neutral@${APEX}`]);
  });

  it.each(['v=spf10 -all', 'spf1 -all', 'xv=spf1 -all'])('does not take %j for an SPF record', (record) => {
    expect(failing(spf(record))).toEqual([`spf_missing@${APEX}`]);
  });

  it('allows ten lookups and two that find nothing', () => {
    expect(failing((scan) => (scan.mail.spf = { seen: { lookups: [...lookups(8, false), ...lookups(2, true)], faults: [] } }))).toEqual([]);
  });

  it('says nothing about records of a domain that does not exist', () => {
    const scan = goodScan();
    scan.dns.existence = nxdomain(APEX);
    scan.mail.txt = nxdomain(APEX);
    expect(SPF.judge(scan)).toEqual([]);
  });

  it('is unknown when the answers about the domain contradict each other', () => {
    expect(failing((scan) => (scan.mail.txt = nxdomain(APEX)))).toEqual([]);
  });

  function failing(change: (scan: Scan) => void): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan, [SPF]), 'fail');
  }
});
