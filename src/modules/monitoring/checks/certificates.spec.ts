import { DAY_MS } from '#platform/time/durations';
import { APEX, AT, certificate, goodScan, judgeAll, keys, testCases, tls, UNSEEN } from './scan.fixture';
import type { CertificateScan, Scan, TlsScan } from '../scan';
import { CERTIFICATES } from './certificates';

const INTERMEDIATE = certificate({ subject: 'CN=Trusted Intermediate', issuer: 'CN=Root' });
const serves = (changes: Partial<TlsScan>) => (scan: Scan) => {
  scan.hosts[0]!.https = { seen: tls(changes) };
};
const leaf = (changes: Partial<CertificateScan>, others: Partial<TlsScan> = {}) =>
  serves({ chain: [certificate(changes), INTERMEDIATE], ...others });
const unknown = (scan: Scan) => {
  scan.hosts[0]!.https = UNSEEN;
};
const after = (days: number) => new Date(Date.parse(AT) + days * DAY_MS).toISOString();

describe('certificate checks', () => {
  testCases(
    [CERTIFICATES],
    [
      {
        id: 'cert_expired',
        fires: leaf({ validFrom: after(-91), validTo: after(-1) }, { isTrusted: false, trustError: 'CERT_HAS_EXPIRED' }),
        shows: `to ${after(-1)}`,
        unknown,
      },
      {
        id: 'cert_not_yet_valid',
        fires: leaf({ validFrom: after(1), validTo: after(91) }, { isTrusted: false, trustError: 'CERT_NOT_YET_VALID' }),
        shows: `from ${after(1)}`,
        unknown,
      },
      { id: 'cert_expires_soon', fires: leaf({ validFrom: after(-80), validTo: after(10) }), shows: `to ${after(10)}`, unknown },
      { id: 'cert_name_mismatch', fires: serves({ coversHost: false }), shows: `${APEX} is not among the alternative names`, unknown },
      {
        id: 'cert_self_signed',
        fires: serves({
          chain: [certificate({ isSelfSigned: true, issuer: `CN=${APEX}` })],
          isTrusted: false,
          trustError: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        }),
        shows: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        unknown,
      },
      {
        id: 'cert_untrusted',
        fires: serves({ isTrusted: false, trustError: 'SELF_SIGNED_CERT_IN_CHAIN' }),
        shows: 'SELF_SIGNED_CERT_IN_CHAIN',
        unknown: serves({ isTrusted: false, trustError: 'OUT_OF_MEM' }),
      },
      {
        id: 'cert_chain_incomplete',
        fires: serves({ chain: [certificate()], isTrusted: false, trustError: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
        shows: 'One certificate sent',
        unknown,
      },
      {
        id: 'cert_weak_key',
        fires: leaf({ key: { type: 'RSA', bits: 1024 } }),
        shows: 'RSA of 1024 bits',
        unknown: leaf({ key: { type: 'OTHER' } }),
      },
      { id: 'cert_weak_signature', fires: leaf({ signatureHash: 'SHA-1' }), shows: 'Signed with SHA-1', unknown },
      {
        id: 'cert_long_lived',
        fires: leaf({ validFrom: '2026-03-15T00:00:00.000Z', validTo: '2026-12-15T00:00:00.000Z' }),
        shows: '276 days, 200 allowed since 2026-03-15',
        unknown,
      },
    ],
  );

  // Both ends of the validity count: 200 days end a second before the 201st begins.
  it.each([
    ['2017-06-01', 1100, -1, false],
    ['2019-06-01', 825, -1, false],
    ['2019-06-01', 825, 0, true],
    ['2026-03-14', 398, -1, false],
    ['2026-03-15', 200, -1, false],
    ['2026-03-15', 200, 0, true],
    ['2027-03-15', 100, 0, true],
    ['2029-03-15', 47, -1, false],
    ['2029-03-15', 47, 0, true],
  ])('judges a certificate of %s whose last second is %i days later %i s', (from, days, seconds, isLong) => {
    const scan = goodScan();
    const validFrom = `${from}T00:00:00.000Z`;
    const validTo = new Date(Date.parse(validFrom) + days * DAY_MS + seconds * 1000).toISOString();
    scan.at = validFrom;
    leaf({ validFrom, validTo })(scan);
    expect(keys(judgeAll(scan, [CERTIFICATES]), 'fail').includes(`cert_long_lived@${APEX}`)).toBe(isLong);
  });

  it('is unknown, and only in what needs dates, when dates cannot be read', () => {
    const scan = goodScan();
    leaf({ validFrom: undefined, validTo: undefined })(scan);
    const unknown = keys(judgeAll(scan, [CERTIFICATES]), 'unknown');
    expect(unknown).toEqual(['cert_expired', 'cert_not_yet_valid', 'cert_expires_soon', 'cert_long_lived'].map((id) => `${id}@${APEX}`));
  });

  it('names the intermediate certificate that has expired', () => {
    const old = certificate({ subject: 'CN=Old Intermediate', validTo: after(-5) });
    expect(failing(serves({ chain: [certificate(), old], isTrusted: false, trustError: 'CERT_HAS_EXPIRED' }))).toEqual([
      `cert_expired@${APEX}`,
    ]);
    expect(failing(serves({ chain: [certificate(), old] }))).toEqual([]);
  });

  it('reports no expiry that the certificates do not show', () => {
    expect(failing(serves({ isTrusted: false, trustError: 'CERT_HAS_EXPIRED' }))).toEqual([]);
  });

  it('gives short-lived certificates time to renew: a third of ten days left is fine', () => {
    expect(failing(leaf({ validFrom: after(-6), validTo: after(4) }))).toEqual([]);
  });

  it.each([
    ['an unusual curve', { key: { type: 'EC', curve: 'secp256k1' } } as const, ['cert_weak_key']],
    ['DSA', { key: { type: 'DSA', bits: 2048 } } as const, ['cert_weak_key']],
    ['Ed25519', { key: { type: 'ED25519' } } as const, []],
    ['RSA of 2048 bits', { key: { type: 'RSA', bits: 2048 } } as const, []],
  ])('judges %s', (_, changes, ids) => {
    expect(failing(leaf(changes))).toEqual(ids.map((id) => `${id}@${APEX}`));
  });

  it('passes a host that is gone: one without an address', () => {
    const scan = goodScan();
    scan.hosts[0] = { host: APEX, addresses: { seen: { name: APEX, status: 'NOERROR', records: [], aliases: [] } } };
    expect(keys(judgeAll(scan, [CERTIFICATES]), 'pass').filter((key) => key.endsWith(`@${APEX}`))).toHaveLength(CERTIFICATES.checks.length);
  });

  it('says nothing about a closed port', () => {
    const scan = goodScan();
    scan.hosts[0]!.https = { seen: { isRefused: true } };
    expect(judgeAll(scan, [CERTIFICATES]).filter(({ host }) => host === APEX)).toEqual([]);
  });

  function failing(change: (scan: Scan) => void): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan), 'fail');
  }
});
