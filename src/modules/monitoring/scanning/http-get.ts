import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { inSpan } from '#platform/tracing/tracing';
import { readUrl } from '../read-url';
import type { HttpResponse } from '../scan';
import { within } from '#platform/time/deadline';

const GET_MS = 12_000;
const MAX_HEADER_BYTES = 32 * 1024;
const MAX_BODY_BYTES = 512 * 1024;
const MAX_HEADER_LENGTH = 4096;
const TEXT = /^(?:text\/|application\/(?:xhtml\+xml|xml|json|javascript))/i;
const LATIN = /charset\s*=\s*["']?(?:iso-8859-1|latin1|windows-1252)/i;
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface HttpAnswer {
  response: HttpResponse;
  /** As text, truncated; empty when the body is not text. */
  body: string;
  isCut: boolean;
  retryAfter?: string;
  /** Whether another request may follow on the same connection. */
  isReusable: boolean;
}

/** One GET on an open connection, bounded in time and size. */
export function httpGet(socket: Socket, url: URL, headers: Record<string, string>, scan: AbortSignal): Promise<HttpAnswer> {
  return within(GET_MS, scan, `GET ${url.href}`, async (signal) => {
    // The trace stays here: others need not see the service's ids.
    const incoming = await inSpan('request', 'GET', { 'server.address': url.hostname }, () => responseTo(socket, url, headers, signal));
    const { bytes, isCut } = await bodyOf(incoming);
    const type = incoming.headers['content-type'] ?? '';
    const body = type === '' || TEXT.test(type) ? bytes.toString(LATIN.test(type) ? 'latin1' : 'utf8') : '';
    const isReusable = incoming.complete && !isCut && incoming.headers.connection?.toLowerCase() !== 'close';
    return { response: describe(incoming, url), body, isCut, isReusable, retryAfter: incoming.headers['retry-after'] };
  });
}

function responseTo(socket: Socket, url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request({
      createConnection: () => socket,
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      // Asks for no compression, which limits decompression attacks; a compressed answer is read within the same limits.
      headers: { host: url.host, accept: '*/*', 'accept-encoding': 'identity', connection: 'keep-alive', ...headers },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    call.on('error', reject);
    call.on('response', resolve);
    call.end();
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<{ bytes: Buffer; isCut: boolean }> {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decoder = DECODERS[encoding]?.();
  if (!decoder && encoding !== 'identity' && encoding !== '')
    throw new Error(`the body is encoded as ${JSON.stringify(encoding.slice(0, 40))}`);
  if (decoder) incoming.on('error', (error) => decoder.destroy(error)).pipe(decoder);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoder ?? incoming) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) {
      incoming.destroy();
      break;
    }
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES), isCut: size > MAX_BODY_BYTES };
}

function describe(incoming: IncomingMessage, url: URL): HttpResponse {
  const pairs = incoming.rawHeaders.flatMap((name, index, all): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), (all[index + 1] ?? '').slice(0, MAX_HEADER_LENGTH)]] : [],
  );
  const { location } = incoming.headers;
  return {
    url: url.href,
    status: incoming.statusCode ?? 0,
    headers: pairs.filter(([name]) => name !== 'set-cookie'),
    cookies: pairs.filter(([name]) => name === 'set-cookie').map(([, value]) => withoutValue(value)),
    ...(location !== undefined && { location: (readUrl(location, url.href)?.href ?? location).slice(0, MAX_HEADER_LENGTH) }),
  };
}

/** The value may be a session, and the checks do not need it. */
function withoutValue(cookie: string): string {
  return cookie.replace(/^([^=;]*)=[^;]*/, '$1=…');
}
