import { APEX, goodScan, judgeAll, keys, response, testCases, tls, UNSEEN } from './scan.fixture';
import type { Scan, TlsScan } from '../scan';
import { HTTPS_PORT, TLS } from './tls';

const serves = (changes: Partial<TlsScan>) => (scan: Scan) => {
  scan.hosts[0]!.https = { seen: tls(changes) };
};
const unknown = (scan: Scan) => {
  scan.hosts[0]!.https = UNSEEN;
};
const closed = (scan: Scan) => {
  scan.hosts[0]!.https = { seen: { isRefused: true } };
  scan.hosts[0]!.http = { seen: response(`http://${APEX}/`, { headers: [] }) };
  delete scan.hosts[0]!.page;
  delete scan.hosts[0]!.securityTxt;
};

describe('TLS checks', () => {
  testCases(
    [TLS, HTTPS_PORT],
    [
      { id: 'https_missing', fires: closed, shows: `Port 443 of ${APEX} refuses connections; http://${APEX}/ answered 200`, unknown },
      {
        id: 'tls_legacy_only',
        fires: serves({ protocol: 'TLSv1.1', cipher: 'ECDHE-RSA-AES128-SHA' }),
        shows: 'Negotiated TLSv1.1',
        unknown,
      },
      {
        id: 'tls_legacy_accepted',
        fires: serves({ acceptsLegacy: { seen: true } }),
        shows: 'at most TLS 1.1 succeeded',
        unknown: serves({ acceptsLegacy: UNSEEN }),
      },
      {
        id: 'tls_no_forward_secrecy',
        fires: serves({ protocol: 'TLSv1.2', cipher: 'AES128-SHA', isForwardSecret: false }),
        shows: 'AES128-SHA',
        unknown,
      },
    ],
  );

  it('does not report missing HTTPS on a host without a web server', () => {
    const scan = goodScan();
    closed(scan);
    scan.hosts[0]!.http = { seen: { isRefused: true } };
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
  });

  it('is unknown when port 80 could not be checked', () => {
    const scan = goodScan();
    closed(scan);
    scan.hosts[0]!.http = UNSEEN;
    expect(keys(judgeAll(scan, [HTTPS_PORT]), 'unknown')).toEqual([`https_missing@${APEX}`]);
  });

  it('gives no verdict on old versions when they were not tried', () => {
    const scan = goodScan();
    serves({ acceptsLegacy: undefined })(scan);
    expect(keys(judgeAll(scan, [TLS]), 'pass')).not.toContain(`tls_legacy_accepted@${APEX}`);
  });
});
