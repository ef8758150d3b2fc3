import { createHash } from 'node:crypto';
import { FingerprintSet } from './fingerprint-set';

const fingerprint = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16);

describe('FingerprintSet', () => {
  it('tells what it has from what is new, however much it grows', () => {
    const set = new FingerprintSet(4);
    for (let i = 0; i < 5000; i += 1) expect(set.add(fingerprint(`finding ${i}`))).toBe(true);
    for (let i = 0; i < 5000; i += 1) expect(set.add(fingerprint(`finding ${i}`))).toBe(false);
    expect(set.add(fingerprint('another'))).toBe(true);
  });

  it('keeps apart fingerprints that begin alike', () => {
    const set = new FingerprintSet(4);
    const one = Buffer.alloc(16, 7);
    const other = Buffer.alloc(16, 7);
    other[15] = 8;
    expect(set.add(one)).toBe(true);
    expect(set.add(other)).toBe(true);
    expect(set.add(one)).toBe(false);
    expect(set.add(other)).toBe(false);
  });
});
