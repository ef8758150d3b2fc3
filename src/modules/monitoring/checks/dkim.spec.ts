import { generateKeyPairSync } from 'node:crypto';
import { answer, APEX, goodScan, judgeAll, keys, RSA_2048, testCases, UNSEEN } from './scan.fixture';
import type { Scan } from '../scan';
import { DKIM } from './dkim';

const keyOf = (modulusLength: number, type: 'spki' | 'pkcs1' = 'spki') =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type, format: 'der' }).toString('base64');
const dkim =
  (...records: string[]) =>
  (scan: Scan) => {
    scan.mail.dkim = [answer(`s1._domainkey.${APEX}`, records)];
  };
const unknown = (scan: Scan) => {
  scan.mail.dkim = [UNSEEN];
};
const SHORT = `v=DKIM1; p=${keyOf(1024)}`;

describe('DKIM checks', () => {
  testCases(
    [DKIM],
    [
      { id: 'dkim_weak_key', fires: dkim(SHORT), shows: `s1._domainkey.${APEX} TXT: RSA key of 1024 bits`, unknown },
      { id: 'dkim_testing', fires: dkim(`v=DKIM1; t=s:y; p=${RSA_2048}`), shows: 't=y', unknown },
    ],
  );

  it('rates breakable keys higher, however they are published', () => {
    const scan = goodScan();
    dkim(`k=rsa; p=${keyOf(512, 'pkcs1')}`)(scan);
    expect(judgeAll(scan, [DKIM])).toContainEqual(expect.objectContaining({ verdict: 'fail', severity: 'OBSERVATION_SEVERITY_MEDIUM' }));
  });

  it.each([
    ['revoked', 'v=DKIM1; p='],
    ['Ed25519', 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
    ['no key', 'v=DKIM1; p=x!'],
  ])('finds nothing wrong with a key that is %s', (_, record) => {
    const scan = goodScan();
    dkim(record)(scan);
    expect(keys(judgeAll(scan, [DKIM]), 'fail')).toEqual([]);
  });

  it('fails for one weak key even when another selector could not be seen', () => {
    const scan = goodScan();
    scan.mail.dkim = [UNSEEN, answer('s2', [SHORT])];
    expect(keys(judgeAll(scan, [DKIM]), 'fail')).toEqual([`dkim_weak_key@${APEX}`]);
  });
});
