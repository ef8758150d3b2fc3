import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { JSON_LINES } from '#platform/export/export-format';
import type { Answer } from './organization';
import { described } from './response-schema';

export interface Sent {
  method?: string;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Buffer;
  /** Parts of a chunked body, each sent as its own chunk. */
  chunks?: readonly (string | Buffer)[];
}

interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Connections that calls share. With fetch, a call takes twice as much CPU, and four times as much if its answer is compressed. */
const KEPT = new Agent({ keepAlive: true });

/** One call exactly as given, on a new connection: any method, any header, any bytes. Its answer must be as the OpenAPI document says. */
export async function send(url: string, sent: Sent = {}): Promise<Answer & { text: string; bytes: Buffer }> {
  // The path is sent unchanged: URL would normalize it.
  const received = await call(url, url.slice(new URL(url).origin.length) || '/', sent, false);
  const { status, headers, bytes } = received;
  const answer = { status, headers, body: readJson(headers, bytes), text: bytes.toString('utf8'), bytes };
  return described(sent.method ?? 'GET', url, answer, requestOf(sent.body));
}

/** One call as a client makes it: with a normalized path, on a connection that stays open for others. */
export async function callOf(url: string, sent: Sent): Promise<Answer & { text: string }> {
  const { pathname, search } = new URL(url);
  const { status, headers, bytes } = await call(url, `${pathname}${search}`, sent, KEPT);
  const text = textOf(headers, bytes);
  return { status, headers, body: readBody(headers, text), text };
}

function call(url: string, path: string, { method = 'GET', headers = {}, body, chunks }: Sent, agent: Agent | false): Promise<Received> {
  return new Promise((received, failed) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request({ hostname, port, path, method, headers: { ...length, ...headers }, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', failed);
      response.on('end', () => {
        const fields = new Headers();
        for (let at = 0; at < response.rawHeaders.length; at += 2)
          fields.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
        received({ status: response.statusCode ?? 0, headers: fields, bytes: Buffer.concat(parts) });
      });
    });
    outgoing.on('error', failed);
    for (const chunk of chunks ?? []) outgoing.write(chunk);
    outgoing.end(body);
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

/** A JSON document, or the lines of an export. */
export function readBody(headers: Headers, text: string): unknown {
  if (text === '') return undefined;
  return headers.get('content-type') === JSON_LINES
    ? text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    : JSON.parse(text);
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
  return readBody(headers, textOf(headers, bytes));
}

function textOf(headers: Headers, bytes: Buffer): string {
  const open = OPENERS[headers.get('content-encoding') ?? ''];
  return (open ? open(bytes) : bytes).toString('utf8');
}
