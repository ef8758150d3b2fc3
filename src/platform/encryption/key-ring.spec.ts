import { randomBytes } from 'node:crypto';
import { KeyRing } from './key-ring';

const VALUE = Buffer.from('what nobody else may read');

describe('a key ring', () => {
  const key = randomBytes(32);
  const ring = new KeyRing(key);

  it('opens what it sealed, and the sealed value does not contain the text', () => {
    const sealed = ring.seal(VALUE, 'pepper');
    expect(ring.open(sealed, 'pepper')).toEqual(VALUE);
    expect(sealed.includes('nobody')).toBe(false);
    expect(ring.seal(VALUE, 'pepper')).not.toEqual(sealed);
    expect(ring.open(ring.seal(Buffer.alloc(0), 'empty'), 'empty')).toEqual(Buffer.alloc(0));
  });

  it('names the key in the envelope', () => {
    expect(ring.seal(VALUE, 'pepper').subarray(1, 9).toString('hex')).toBe(ring.keyId);
    expect(new KeyRing(randomBytes(32)).keyId).not.toBe(ring.keyId);
  });

  it.each([
    ['another purpose', (sealed: Buffer) => ring.open(sealed, 'cursor-key'), /damaged/],
    ['a changed byte', (sealed: Buffer) => ring.open(flipped(sealed, 25), 'pepper'), /damaged/],
    ['a changed tag', (sealed: Buffer) => ring.open(flipped(sealed, sealed.length - 1), 'pepper'), /damaged/],
    ['an envelope cut short', (sealed: Buffer) => ring.open(sealed.subarray(0, 20), 'pepper'), /damaged/],
    ['an unknown format', (sealed: Buffer) => ring.open(flipped(sealed, 0), 'pepper'), /damaged/],
    ['another key', (sealed: Buffer) => new KeyRing(randomBytes(32)).open(sealed, 'pepper'), /neither ENCRYPTION_KEY nor/],
    ['no key', (sealed: Buffer) => new KeyRing(undefined).open(sealed, 'pepper'), /neither ENCRYPTION_KEY nor/],
  ])('refuses %s', (_what, open, fault) => {
    expect(() => open(ring.seal(VALUE, 'pepper'))).toThrow(fault);
  });

  it('opens what a previous key sealed, and seals with the current one', () => {
    const next = new KeyRing(randomBytes(32), [key]);
    const old = ring.seal(VALUE, 'pepper');
    expect(next.open(old, 'pepper')).toEqual(VALUE);
    expect([next.isCurrent(old), next.isCurrent(next.seal(VALUE, 'pepper'))]).toEqual([false, true]);
  });

  it('without a key, stores values in plain text; a later key opens them but does not count them as current', () => {
    const plain = new KeyRing(undefined).seal(VALUE, 'pepper');
    expect(plain.includes(VALUE)).toBe(true);
    expect(new KeyRing(undefined).isCurrent(plain)).toBe(true);
    expect(ring.open(plain, 'pepper')).toEqual(VALUE);
    expect(ring.isCurrent(plain)).toBe(false);
  });

  function flipped(sealed: Buffer, index: number): Buffer {
    const copy = Buffer.from(sealed);
    copy[index] = (copy[index] ?? 0) ^ 0x80;
    return copy;
  }
});
