import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as never);

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

export interface LeafOptions {
  names: string[];
  validFrom?: Date;
  validTo?: Date;
  /** Signed by the intermediate unless said otherwise. */
  issuer?: 'intermediate' | 'itself' | 'stranger';
  /** The intermediate is left out. */
  isAlone?: boolean;
  rsaBits?: number;
  curve?: string;
  /** Signed with RSA and SHA-1. */
  isSha1?: boolean;
}

export interface ServerCertificate {
  cert: string;
  key: string;
}

interface Authority {
  certificate: x509.X509Certificate;
  keys: webcrypto.CryptoKeyPair;
}

/** A certificate authority for one test run. Most certificates share one key, because creating keys takes time. */
export class TestAuthority {
  private shared: webcrypto.CryptoKeyPair | undefined;
  private stranger: Promise<Authority> | undefined;
  private old: Promise<Authority> | undefined;

  private constructor(
    private readonly root: Authority,
    private readonly intermediate: Authority,
  ) {}

  static async create(): Promise<TestAuthority> {
    const root = await selfSigned('Loopback Root');
    const keys = await ecKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: '02',
      subject: 'CN=Loopback Intermediate',
      issuer: root.certificate.subject,
      ...validity(),
      publicKey: keys.publicKey,
      signingKey: root.keys.privateKey,
      signingAlgorithm: EC,
      extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
    });
    return new TestAuthority(root, { certificate, keys });
  }

  /** The root certificate, to be trusted. */
  get rootPem(): string {
    return this.root.certificate.toString('pem');
  }

  /** The old root with RSA and SHA-1, also to be trusted. Present after a certificate was signed with it. */
  async oldRootPem(): Promise<string> {
    return (await this.oldRoot()).certificate.toString('pem');
  }

  async leaf(options: LeafOptions): Promise<ServerCertificate> {
    const keys = await this.keysFor(options);
    const issuer = await this.issuerFor(options, keys);
    const { validFrom, validTo } = options;
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: Math.floor(Math.random() * 2 ** 40).toString(16),
      subject: `CN=${options.names[0]}`,
      issuer: options.issuer === 'itself' ? `CN=${options.names[0]}` : issuer.certificate.subject,
      ...validity(validFrom, validTo),
      publicKey: keys.publicKey,
      signingKey: issuer.keys.privateKey,
      signingAlgorithm: options.isSha1 ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' } : EC,
      extensions: [new x509.SubjectAlternativeNameExtension(options.names.map((value) => ({ type: 'dns', value })))],
    });
    const chain = options.isAlone || options.issuer !== undefined || options.isSha1 ? [leaf] : [leaf, this.intermediate.certificate];
    return { cert: chain.map((certificate) => certificate.toString('pem')).join('\n'), key: await pemOf(keys.privateKey) };
  }

  private async keysFor({ rsaBits, curve, isSha1, issuer }: LeafOptions): Promise<webcrypto.CryptoKeyPair> {
    if (rsaBits !== undefined) return rsaKeys(rsaBits, 'SHA-256');
    if (curve !== undefined) return ecKeys(curve);
    if (isSha1 || issuer === 'itself') return ecKeys();
    this.shared ??= await ecKeys();
    return this.shared;
  }

  private async issuerFor({ issuer, isSha1 }: LeafOptions, keys: webcrypto.CryptoKeyPair): Promise<Authority> {
    if (isSha1) return this.oldRoot();
    if (issuer === 'itself') return { certificate: this.root.certificate, keys };
    if (issuer === 'stranger') return (this.stranger ??= selfSigned('Unknown Root'));
    return this.intermediate;
  }

  private oldRoot(): Promise<Authority> {
    return (this.old ??= oldSelfSigned());
  }
}

async function selfSigned(name: string): Promise<Authority> {
  const keys = await ecKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    ...validity(),
    keys,
    signingAlgorithm: EC,
    extensions: [new x509.BasicConstraintsExtension(true, 2, true)],
  });
  return { certificate, keys };
}

async function oldSelfSigned(): Promise<Authority> {
  const keys = await rsaKeys(2048, 'SHA-1');
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '03',
    name: 'CN=Old Loopback Root',
    ...validity(),
    keys,
    signingAlgorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' },
    extensions: [new x509.BasicConstraintsExtension(true, 2, true)],
  });
  return { certificate, keys };
}

function validity(notBefore = new Date(Date.now() - 10 * DAY_MS), notAfter = new Date(Date.now() + 34 * DAY_MS)) {
  return { notBefore, notAfter };
}

function ecKeys(namedCurve = EC.namedCurve): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);
}

function rsaKeys(modulusLength: number, hash: string): Promise<webcrypto.CryptoKeyPair> {
  const publicExponent = new Uint8Array([1, 0, 1]);
  return webcrypto.subtle.generateKey({ name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent, hash }, true, ['sign', 'verify']);
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
