import { constants, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import type { TlsScan } from '../scan';
import { chainOf, coversHost } from './certificate';
import { within } from '#platform/time/deadline';
import type { ScanSettings } from './scan-settings';
import type { ScanContext } from './visit';

const HANDSHAKE_MS = 8000;
/** OpenSSL offers old versions only at this level, which also accepts weak keys and signatures. The checks judge those. */
const CIPHERS = 'DEFAULT@SECLEVEL=0';
const EPHEMERAL = /^(?:EC)?DHE?-/;

/** Creating a context with its own roots takes 40 ms of CPU, so scans with the same roots share one. */
const contexts = new Map<string, SecureContext>();

type NewestVersion = 'TLSv1.1' | 'TLSv1.3';

/** A TLS handshake that accepts everything, so that the checks can judge it. */
export async function handshake(context: ScanContext, socket: Socket, host: string, newest: NewestVersion = 'TLSv1.3'): Promise<TLSSocket> {
  const options: ConnectionOptions = {
    socket,
    servername: host,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    secureContext: contextFor(context.settings, newest),
    ALPNProtocols: ['http/1.1'],
  };
  return within(HANDSHAKE_MS, context.signal, `the TLS handshake with ${host}`, (signal) => secured(options, signal));
}

function contextFor({ extraRoots }: Pick<ScanSettings, 'extraRoots'>, newest: NewestVersion): SecureContext {
  const key = `${newest} ${extraRoots?.join()}`;
  const known = contexts.get(key);
  if (known) return known;
  const created = createSecureContext({
    minVersion: 'TLSv1',
    maxVersion: newest,
    ciphers: CIPHERS,
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    ...(extraRoots && { ca: [...rootCertificates, ...extraRoots] }),
  });
  contexts.set(key, created);
  return created;
}

function secured(options: ConnectionOptions, signal: AbortSignal): Promise<TLSSocket> {
  const tls = connect(options);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => tls.destroy(), { once: true });
    tls.on('error', reject);
    tls.on('close', () => reject(new Error('the server ended the TLS handshake')));
    tls.on('secureConnect', () => resolve(tls));
  });
}

export function describeTls(tls: TLSSocket, host: string): TlsScan {
  const leaf = tls.getPeerCertificate(true);
  const chain = chainOf(leaf);
  if (chain.length === 0) throw new Error('the server sent no certificate');
  const protocol = tls.getProtocol() ?? 'unknown';
  const cipher = tls.getCipher();
  return {
    protocol,
    cipher: cipher.name,
    isForwardSecret: protocol === 'TLSv1.3' || EPHEMERAL.test(cipher.name),
    chain,
    isTrusted: tls.authorized,
    ...(!tls.authorized && { trustError: errorCode(tls.authorizationError) }),
    coversHost: coversHost(new X509Certificate(leaf.raw), host),
  };
}

/** OpenSSL's code; the type says Error, but it is a text. */
function errorCode(error: unknown): string {
  return typeof error === 'string' ? error : error instanceof Error ? error.message : 'UNKNOWN';
}
