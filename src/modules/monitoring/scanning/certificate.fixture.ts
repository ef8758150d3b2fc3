import { generateKeyPairSync, sign, type KeyObject, type KeyPairKeyObjectResult, type SignKeyObjectInput } from 'node:crypto';

/** DER, as far as certificates need it. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const text = (value: string | Buffer, tag = 0x0c) => der(tag, Buffer.from(value));
const integer = (hex: string) => der(0x02, Buffer.from(hex, 'hex'));
const NULL = Buffer.from([0x05, 0x00]);

const ATTRIBUTES = { CN: '550403', O: '55040a', C: '550406', email: '2a864886f70d010901', odd: '2b0601040186f76301' };
const SAN = '551d11';

export type Name = readonly (readonly [attribute: keyof typeof ATTRIBUTES, value: string | Buffer, tag?: number])[];

const SHA256_RSA = sequence(oid('2a864886f70d01010b'), NULL);
const PSS_SHA256 = sequence(
  oid('2a864886f70d01010a'),
  sequence(
    der(0xa0, sequence(oid('608648016503040201'))),
    der(0xa1, sequence(oid('2a864886f70d010108'), sequence(oid('608648016503040201')))),
    der(0xa2, integer('20')),
  ),
);

/** What signs, with its algorithm as certificates name it. */
interface Signer {
  algorithm: Buffer;
  hash: string | null;
  options?: Omit<SignKeyObjectInput, 'key'>;
}

export const SIGNERS = {
  rsa: { algorithm: SHA256_RSA, hash: 'sha256' },
  rsaSha1: { algorithm: sequence(oid('2a864886f70d010105'), NULL), hash: 'sha1' },
  rsaMd5: { algorithm: sequence(oid('2a864886f70d010104'), NULL), hash: 'md5' },
  rsaSha512: { algorithm: sequence(oid('2a864886f70d01010d'), NULL), hash: 'sha512' },
  pss: { algorithm: PSS_SHA256, hash: 'sha256', options: { padding: 6, saltLength: 32 } },
  pssDefaults: { algorithm: sequence(oid('2a864886f70d01010a'), sequence()), hash: 'sha1', options: { padding: 6, saltLength: 20 } },
  ecdsa: { algorithm: sequence(oid('2a8648ce3d040302')), hash: 'sha256' },
  ecdsaSha1: { algorithm: sequence(oid('2a8648ce3d0401')), hash: 'sha1' },
  dsa: { algorithm: sequence(oid('608648016503040302')), hash: 'sha256' },
  dsaSha1: { algorithm: sequence(oid('2a8648ce380403')), hash: 'sha1' },
  ed25519: { algorithm: sequence(oid('2b6570')), hash: null },
  ed448: { algorithm: sequence(oid('2b6571')), hash: null },
  unknown: { algorithm: sequence(oid('2b06010401868d1f01')), hash: 'sha256' },
} satisfies Record<string, Signer>;

export const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
/** The limits of a PSS key are optional, which the types of Node deny. */
export const rsaPss = (limits: object = {}) =>
  generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...limits } as never) as unknown as KeyPairKeyObjectResult;
export const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

export interface CertificateOptions {
  subject?: Name;
  issuer?: Name;
  /** Alternative names, DNS unless already encoded; none leaves the extension out. */
  names?: readonly (string | Buffer)[];
  /** Time texts with their DER tag. */
  validity?: readonly [from: string, to: string, tag?: number];
  /** The subject's key; the signer's by default. Bytes stand for a SubjectPublicKeyInfo of our own. */
  key?: KeyObject | Buffer;
  signedWith?: { signer: keyof typeof SIGNERS; key: KeyObject };
  serial?: string;
  version1?: boolean;
  extensions?: readonly Buffer[];
}

const OWN = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const COMMON: Name = [['CN', 'host.example']];

export function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
}

/** A certificate of our own making, signed by the key it certifies unless told otherwise. */
export function certificateOf(options: CertificateOptions = {}): Buffer {
  const { subject = COMMON, issuer = COMMON, names = ['host.example'], version1 = false, serial = '01' } = options;
  const [from, to, tag = 0x17] = options.validity ?? ['261001000000Z', '261230000000Z'];
  const { signer, key } = options.signedWith ?? { signer: 'ecdsa', key: OWN.privateKey };
  const spki = options.key ?? OWN.publicKey;
  const { algorithm, hash, options: padding } = SIGNERS[signer] as Signer;
  const alternatives = names.map((name) => (typeof name === 'string' ? text(name, 0x82) : name));
  const extensions = [...(names.length > 0 ? [extension(SAN, sequence(...alternatives))] : []), ...(options.extensions ?? [])];
  const signed = sequence(
    ...(version1 ? [] : [der(0xa0, integer('02'))]),
    integer(serial),
    algorithm,
    nameOf(issuer),
    sequence(text(from, tag), text(to, tag)),
    nameOf(subject),
    Buffer.isBuffer(spki) ? spki : spki.export({ type: 'spki', format: 'der' }),
    ...(version1 || extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
  );
  const signature = sign(hash, signed, { key, ...padding });
  return sequence(signed, algorithm, der(0x03, Buffer.from([0]), signature));
}

function nameOf(name: Name): Buffer {
  return sequence(...name.map(([attribute, value, tag]) => set(sequence(oid(ATTRIBUTES[attribute]), text(value, tag)))));
}

/** A key whose algorithm nobody knows. */
export const UNKNOWN_KEY = sequence(sequence(oid('2b06010401868d1f02')), der(0x03, Buffer.from([0, 1, 2, 3])));
/** An EC key with a point that is not on its curve. */
export const BROKEN_EC_KEY = sequence(
  sequence(oid('2a8648ce3d0201'), oid('2a8648ce3d030107')),
  der(0x03, Buffer.from([0, 4]), Buffer.alloc(64, 0x11)),
);
/** An EC key on a curve that has no name. */
export const UNNAMED_CURVE_KEY = sequence(
  sequence(oid('2a8648ce3d0201'), oid('2b06010401868d1f03')),
  der(0x03, Buffer.from([0, 4]), Buffer.alloc(64, 0x11)),
);
export const BROKEN_RSA_KEY = sequence(sequence(oid('2a864886f70d010101'), NULL), der(0x03, Buffer.from([0]), sequence(integer('00'))));
export const ip = (bytes: string) => der(0x87, Buffer.from(bytes, 'hex'));
export const uri = (value: string) => text(value, 0x86);
export const otherName = () => der(0xa0, oid('2b0601040182371402'), der(0xa0, text('user@host.example')));
export const rawName = (bytes: Buffer) => der(0x82, bytes);
