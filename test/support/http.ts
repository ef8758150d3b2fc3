import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { readBody, type Answer } from './organization';
import { described } from './response-schema';

export interface Sent {
  method?: string;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Buffer;
  /** Parts of a chunked body, each sent as its own chunk. */
  chunks?: readonly (string | Buffer)[];
}

/** One call exactly as given: any method, any header, any bytes. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, chunks }: Sent = {},
): Promise<Answer & { text: string; bytes: Buffer }> {
  return new Promise((answered, failed) => {
    const { hostname, port, origin } = new URL(url);
    // The path is sent unchanged: URL would normalize it.
    const path = url.slice(origin.length) || '/';
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request({ hostname, port, path, method, headers: { ...length, ...headers }, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', failed);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const text = bytes.toString('utf8');
        const received = new Headers();
        for (let at = 0; at < response.rawHeaders.length; at += 2)
          received.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
        try {
          const answer = { status: response.statusCode ?? 0, headers: received, body: readJson(received, bytes), text, bytes };
          answered(described(method, url, answer, requestOf(body)));
        } catch (error) {
          failed(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    call.on('error', failed);
    for (const chunk of chunks ?? []) call.write(chunk);
    call.end(body);
  });
}

/** Sends bytes over a plain socket and returns the answer until the other side closes or falls silent. */
export function exchange(url: string, bytes: string | Buffer, silenceMs = 1000): Promise<string> {
  return new Promise((answered) => {
    const { hostname, port } = new URL(url);
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (part) => (received += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      answered(received);
    });
  });
}

/** The request in a body, if it is JSON. */
function requestOf(body: string | Buffer | undefined): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

const OPENERS: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

function readJson(headers: Headers, bytes: Buffer): unknown {
  if (bytes.length === 0 || !headers.get('content-type')?.includes('json')) return undefined;
  const open = OPENERS[headers.get('content-encoding') ?? ''];
  return readBody(headers, (open ? open(bytes) : bytes).toString('utf8'));
}
