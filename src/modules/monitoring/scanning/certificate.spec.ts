import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { judge } from '../judge';
import type { CertificateScan } from '../scan';
import { APEX, goodScan, tls } from '../checks/scan.fixture';
import { coversHost, describeCertificate } from './certificate';
import {
  BROKEN_EC_KEY,
  BROKEN_RSA_KEY,
  certificateOf,
  ec,
  extension,
  ip,
  otherName,
  rawName,
  rsa,
  rsaPss,
  UNKNOWN_KEY,
  UNNAMED_CURVE_KEY,
  uri,
  type CertificateOptions,
  type SIGNERS,
} from './certificate.fixture';

const signedBy = (signer: keyof typeof SIGNERS, key = rsa(2048)): CertificateOptions => ({
  key: key.publicKey,
  signedWith: { signer, key: key.privateKey },
});
const dsa = generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 });
const pss = rsaPss({ hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha256', saltLength: 32 });
const unlimitedPss = rsaPss();

/** Certificates that Node parses, each with what must be read of it. */
const CERTIFICATES: [string, CertificateOptions, Partial<CertificateScan>][] = [
  ['as usual', {}, { subject: 'CN=host.example', names: ['host.example'], key: { type: 'EC', curve: 'prime256v1' }, isSelfSigned: true }],
  ['no subject', { subject: [] }, { subject: '', issuer: 'CN=host.example', names: ['host.example'], isSelfSigned: false }],
  ['no issuer', { issuer: [] }, { subject: 'CN=host.example', issuer: '', isSelfSigned: false }],
  ['neither subject nor issuer', { subject: [], issuer: [] }, { subject: '', issuer: '' }],
  ['no alternative names', { names: [] }, { names: [] }],
  ['neither subject nor names', { subject: [], names: [] }, { subject: '', names: [] }],
  ['no extensions at all', { version1: true, names: [] }, { names: [] }],
  ['a subject without a common name', { subject: [['O', 'Acme']] }, { subject: 'O=Acme' }],
  ['an empty common name', { subject: [['CN', '']] }, { names: ['host.example'] }],
  [
    'two common names',
    {
      subject: [
        ['CN', 'a.example'],
        ['CN', 'b.example'],
      ],
    },
    { subject: 'CN=b.example, CN=a.example' },
  ],
  ['an attribute that nobody knows', { subject: [['odd', 'value']] }, { names: ['host.example'] }],
  ['a line break in a name', { subject: [['O', 'Acme\nCN=other.example']] }, { names: ['host.example'] }],
  ['a NUL in a name', { subject: [['CN', 'host.example\0.evil.example']] }, { names: ['host.example'] }],
  ['a name of 100,000 characters', { subject: [['O', 'x'.repeat(60_000)]] }, { names: ['host.example'] }],
  ['a printable string', { subject: [['C', 'DE', 0x13]] }, { subject: 'C=DE' }],
  ['a BMP string', { subject: [['O', Buffer.from('00410063006d0065', 'hex'), 0x1e]] }, { subject: 'O=Acme' }],
  ['a teletex string', { subject: [['O', Buffer.from('e4', 'hex'), 0x14]] }, { names: ['host.example'] }],
  ['an e-mail address as subject', { subject: [['email', 'a@host.example', 0x16]] }, { subject: 'emailAddress=a@host.example' }],
  [
    'addresses as names',
    { names: [ip('0a000001'), ip('20010db8000000000000000000000001')] },
    { names: ['10.0.0.1', '2001:DB8:0:0:0:0:0:1'] },
  ],
  ['an address of three bytes', { names: [ip('0a0000'), 'host.example'] }, {}],
  ['a URI and another name', { names: [uri('https://host.example/'), otherName()] }, {}],
  ['a comma in a name', { names: ['a.example, DNS:b.example'] }, {}],
  ['a quote in a name', { names: ['a".example'] }, {}],
  ['bytes as a name', { names: [rawName(Buffer.from([0, 0xff, 0x22, 0x5c]))] }, {}],
  ['three hundred names', { names: Array.from({ length: 300 }, (_, index) => `h${index}.example`) }, {}],
  ['alternative names that are no sequence', { names: [], extensions: [extension('551d11', Buffer.from('0500', 'hex'))] }, { names: [] }],
  ['a critical extension that nobody knows', { extensions: [extension('2b0601040186f76302', Buffer.from('0500', 'hex'), true)] }, {}],
  ['a serial number of 40 bytes', { serial: `7f${'ab'.repeat(39)}` }, {}],
  ['a negative serial number', { serial: 'ff' }, {}],
  ['a day that does not exist', { validity: ['260230000000Z', '261230000000Z'] }, { validFrom: undefined }],
  ['no dates but words', { validity: ['yesterday', 'tomorrow'] }, { validFrom: undefined, validTo: undefined }],
  ['the last second of the year 9999', { validity: ['261001000000Z', '99991231235959Z', 0x18] }, { validTo: '9999-12-31T23:59:59.000Z' }],
  ['RSA of 1024 bits', signedBy('rsa', rsa(1024)), { key: { type: 'RSA', bits: 1024 }, signatureHash: 'SHA-256' }],
  ['RSA with SHA-1', signedBy('rsaSha1'), { signatureHash: 'SHA-1' }],
  ['RSA with MD5', signedBy('rsaMd5'), { signatureHash: 'MD5' }],
  ['RSA with SHA-512', signedBy('rsaSha512'), { signatureHash: 'SHA-512' }],
  ['RSA signed with PSS', signedBy('pss'), { key: { type: 'RSA', bits: 2048 }, signatureHash: 'SHA-256' }],
  ['a PSS key', signedBy('pss', pss), { key: { type: 'RSA', bits: 2048 }, signatureHash: 'SHA-256' }],
  ['PSS with its defaults', signedBy('pssDefaults', unlimitedPss), { signatureHash: 'SHA-1' }],
  ['P-384', signedBy('ecdsa', ec('secp384r1')), { key: { type: 'EC', curve: 'secp384r1' } }],
  ['secp256k1', signedBy('ecdsa', ec('secp256k1')), { key: { type: 'EC', curve: 'secp256k1' } }],
  ['Brainpool', signedBy('ecdsaSha1', ec('brainpoolP256r1')), { key: { type: 'EC', curve: 'brainpoolP256r1' }, signatureHash: 'SHA-1' }],
  ['a binary curve', signedBy('ecdsa', ec('sect233k1')), { key: { type: 'EC', curve: 'sect233k1' } }],
  ['P-192', signedBy('ecdsa', ec('prime192v1')), { key: { type: 'EC', curve: 'prime192v1' } }],
  ['Ed25519', signedBy('ed25519', generateKeyPairSync('ed25519')), { key: { type: 'ED25519' }, signatureHash: undefined }],
  ['Ed448', signedBy('ed448', generateKeyPairSync('ed448')), { key: { type: 'ED448' }, signatureHash: undefined }],
  ['DSA', signedBy('dsa', dsa), { key: { type: 'DSA', bits: 2048 }, signatureHash: 'SHA-256' }],
  ['DSA with SHA-1', signedBy('dsaSha1', dsa), { key: { type: 'DSA', bits: 2048 }, signatureHash: 'SHA-1' }],
  ['X25519', { key: generateKeyPairSync('x25519').publicKey }, { key: { type: 'OTHER' } }],
  ['a key that nobody knows', { key: UNKNOWN_KEY }, { key: { type: 'OTHER' } }],
  ['a point beside its curve', { key: BROKEN_EC_KEY }, { key: { type: 'OTHER' } }],
  ['a curve without a name', { key: UNNAMED_CURVE_KEY }, { key: { type: 'OTHER' } }],
  ['RSA without numbers', { key: BROKEN_RSA_KEY }, { key: { type: 'OTHER' } }],
  ['a signature that nobody knows', signedBy('unknown', ec('prime256v1')), { signatureHash: undefined }],
];

describe('certificates', () => {
  it('are a corpus of more than forty, no two the same', () => {
    expect(CERTIFICATES.length).toBeGreaterThan(40);
    expect(new Set(CERTIFICATES.map(([name]) => name)).size).toBe(CERTIFICATES.length);
  });

  it.each(CERTIFICATES)('with %s are read, and every check gives its verdict', (_, options, expected) => {
    const certificate = new X509Certificate(certificateOf(options));
    const seen = describeCertificate(certificate);
    expect(seen).toMatchObject(expected);
    expect(seen.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(typeof coversHost(certificate, 'host.example')).toBe('boolean');

    const scan = goodScan();
    scan.hosts[0]!.https = { seen: tls({ chain: [seen], isTrusted: false, trustError: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }) };
    const verdicts = judge(scan).filter(({ host }) => host === APEX);
    const clean = judge(goodScan()).filter(({ host }) => host === APEX);
    expect(verdicts.map(({ check }) => check.id)).toEqual(clean.map(({ check }) => check.id));
    const reasons = verdicts.flatMap((verdict) => (verdict.verdict === 'unknown' ? [verdict.reason] : []));
    expect(reasons.filter((reason) => !/of an unknown kind|dates of the certificate/.test(reason))).toEqual([]);
  });

  it.each([
    ['host.example', ['host.example'], true],
    ['HOST.example', ['host.EXAMPLE'], true],
    ['www.host.example', ['*.host.example'], true],
    ['host.example', ['*.host.example'], false],
    ['a.b.host.example', ['*.host.example'], false],
    ['www.host.example', ['w*.host.example'], false],
    ['host.example', ['*.example'], false],
    ['host.example', [], false],
    ['host.example', [ip('0a000001')], false],
    ['host.example', [uri('https://host.example/')], false],
    ['other.example', ['a.example, DNS:other.example'], false],
    ['host.example', ['host.example\0.evil.example'], false],
  ])('cover %s with the names %j: %s', (host, names, isCovered) => {
    expect(coversHost(new X509Certificate(certificateOf({ names })), host)).toBe(isCovered);
  });

  it('do not cover by their common name', () => {
    const options: CertificateOptions = { subject: [['CN', 'host.example']] };
    expect(coversHost(new X509Certificate(certificateOf({ ...options, names: [] })), 'host.example')).toBe(false);
    expect(coversHost(new X509Certificate(certificateOf({ ...options, names: ['other.example'] })), 'host.example')).toBe(false);
  });
});
