import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readKeySet } from './client-keys';

const ed25519 = (hex: string) => ({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') });
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
const number = (bytes: number[]) => Buffer.from(bytes).toString('base64url');
const read = (key: object) => readKeySet({ keys: [key] });

/** Points of Ed25519 of order 1, 2, 4 and 8, some with their sign. */
const FORGEABLE = [
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];
/** Made without any key: the neutral point, and zero. */
const SIGNATURE = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);

describe('the public keys of a client', () => {
  it('are accepted where only their owner can sign', async () => {
    await expect(read(rsa(2048))).resolves.toMatchObject({ keys: [{ kty: 'RSA' }] });
    const { publicKey } = generateKeyPairSync('ed25519');
    await expect(read(publicKey.export({ format: 'jwk' }))).resolves.toMatchObject({ keys: [{ crv: 'Ed25519' }] });
  });

  it.each(FORGEABLE)('are refused where everybody can sign for them: %s', async (point) => {
    const key = createPublicKey({ key: ed25519(point), format: 'jwk' });
    const forged = Array.from({ length: 200 }, (_, index) => verify(null, Buffer.from(`message ${index}`), key, SIGNATURE));
    expect(forged).toContain(true);
    await expect(read(ed25519(point))).rejects.toThrow('nobody else can sign for');
  });

  it.each([
    ['exponent 1', { ...rsa(2048), e: number([1]) }],
    ['an even exponent', { ...rsa(2048), e: number([2]) }],
    ['an exponent of 40 bits', { ...rsa(2048), e: number([1, 0, 0, 0, 1]) }],
    ['a short modulus', rsa(1024)],
    ['a short modulus behind zeros', { ...rsa(2048), n: number([...Array<number>(200).fill(0), ...Array<number>(128).fill(255)]) }],
    ['a modulus of 10,000 bits', { ...rsa(2048), n: number(Array<number>(1250).fill(255)) }],
    ['a modulus of 400,000 bits', { ...rsa(2048), n: number(Array<number>(50_000).fill(255)) }],
  ])('are refused with %s', async (_, key) => {
    await expect(read(key)).rejects.toThrow('RSA keys of 2048 to 8192 bits');
  });
});
