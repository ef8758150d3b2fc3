import type { ConnectionRefused, HostScan, Seen, TlsScan } from '../scan';
import { messageOf, seen } from './seen';
import { conclusive, follow, get, requestHeaders } from './fetch-page';
import { describeTls, handshake } from './handshake';
import { httpGet, type HttpAnswer } from './http-get';
import { PortClosed, visit, type ScanContext } from './visit';

const SECURITY_TXT = '/.well-known/security.txt';
/** How servers abort a handshake that offers only versions they have disabled. */
const TURNED_DOWN = /^ERR_SSL_|^ECONNRESET$|^EPROTO$/;

export interface HostOptions {
  isApex: boolean;
  /** Whether to try old TLS versions, which takes a second handshake. */
  isThorough: boolean;
}

/** Scans one host: its addresses, port 80, and port 443 with its page. */
export async function scanHost(context: ScanContext, host: string, options: HostOptions): Promise<HostScan> {
  const addresses = await context.resolver.addresses(host);
  if ('unknown' in addresses || addresses.seen.records.length === 0) return { host, addresses };
  const http = await portSeen(async () => conclusive(context, await get(context, new URL(`http://${host}/`))).response);
  return { host, addresses, http, ...(await scanHttps(context, host, options)) };
}

async function scanHttps(context: ScanContext, host: string, options: HostOptions): Promise<Omit<HostScan, 'host' | 'addresses'>> {
  let tls: TlsScan | undefined;
  const answers: { page?: HttpAnswer; securityTxt?: HttpAnswer } = {};
  let failure: unknown;
  try {
    await visit(context, host, 443, async (socket) => {
      const connection = await handshake(context, socket, host);
      tls = describeTls(connection, host);
      answers.page = await httpGet(connection, new URL(`https://${host}/`), requestHeaders(context), context.signal);
      if (!options.isApex || !answers.page.isReusable) return;
      answers.securityTxt = await httpGet(connection, new URL(`https://${host}${SECURITY_TXT}`), requestHeaders(context), context.signal);
    });
  } catch (error) {
    failure = error;
  }
  if (!tls) {
    if (failure instanceof PortClosed) return { https: { seen: { isRefused: true } } };
    const unknown = { unknown: messageOf(failure) };
    return { https: unknown, page: unknown, ...(options.isApex && { securityTxt: unknown }) };
  }
  const whole = { ...tls, ...(options.isThorough && { acceptsLegacy: await acceptsLegacy(context, host) }) };
  const { page, securityTxt } = answers;
  return {
    https: { seen: whole },
    page: page ? await seen(() => follow(context, conclusive(context, page))) : { unknown: messageOf(failure) },
    ...(options.isApex && {
      securityTxt: page
        ? await seen(async () => {
            const first = securityTxt ?? (await get(context, new URL(`https://${host}${SECURITY_TXT}`)));
            return follow(context, conclusive(context, first));
          })
        : { unknown: messageOf(failure) },
    }),
  };
}

async function acceptsLegacy(context: ScanContext, host: string): Promise<Seen<boolean>> {
  try {
    await visit(context, host, 443, (socket) => handshake(context, socket, host, 'TLSv1.1'));
    return { seen: true };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return TURNED_DOWN.test(code ?? '') ? { seen: false } : { unknown: messageOf(error) };
  }
}

/** A closed port counts as seen. */
async function portSeen<T>(read: () => Promise<T>): Promise<Seen<T | ConnectionRefused>> {
  try {
    return { seen: await read() };
  } catch (error) {
    return error instanceof PortClosed ? { seen: { isRefused: true } } : { unknown: messageOf(error) };
  }
}
