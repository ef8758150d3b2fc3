import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import { checkServerIdentity, connect, rootCertificates, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { TlsLook } from '../look';
import { chainOf } from './certificate';
import { within } from './deadline';
import type { LookContext } from './visit';

const HANDSHAKE_MS = 8000;
/** OpenSSL offers old versions at this level only. It also lets weak keys and signatures pass, which the checks judge. */
const CIPHERS = 'DEFAULT@SECLEVEL=0';
const EPHEMERAL = /^(?:EC)?DHE?-/;

/** A TLS handshake that accepts everything, so that there is something to judge. */
export async function handshake(context: LookContext, socket: Socket, host: string, newest?: 'TLSv1.1'): Promise<TLSSocket> {
  const { extraRoots } = context.settings;
  const options: ConnectionOptions = {
    socket,
    servername: host,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    minVersion: 'TLSv1',
    maxVersion: newest ?? 'TLSv1.3',
    ciphers: CIPHERS,
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    ALPNProtocols: ['http/1.1'],
    ...(extraRoots && { ca: [...rootCertificates, ...extraRoots] }),
  };
  return within(HANDSHAKE_MS, context.signal, `the TLS handshake with ${host}`, (signal) => secured(options, signal));
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

export function describeTls(tls: TLSSocket, host: string): TlsLook {
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
    coversHost: checkServerIdentity(host, leaf) === undefined,
  };
}

/** OpenSSL's code; the type says Error, but it is a text. */
function errorCode(error: unknown): string {
  return typeof error === 'string' ? error : error instanceof Error ? error.message : 'UNKNOWN';
}
