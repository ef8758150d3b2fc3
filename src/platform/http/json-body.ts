import type { Request, Response } from 'express';
import { ApiError, InvalidArgument } from '#platform/errors/api-error';
import type { ThreadPool } from '#platform/threads/thread-pool';
import { BodyBudget, COUNTED_FROM } from './body-budget';
import { whenCallEnds } from './call-end';
import { drain } from './drain';
import { BODY_QUEUE } from './event-loop-queue';
import { FileText } from './file-text';
import { JsonBoundsCheck } from './json-bounds';
import { PARSE_BODY, type CutText } from './parse-body.task';
import { parseForm } from './parse-form';
import { malformedJson, parseJson } from './parse-json';

export const DEFAULT_BODY_LIMIT = 1_048_576;

/** More than any legitimate request needs. Later steps may recurse, and their cost grows with the number of values. */
const BOUNDS = { depth: 64, values: 50_000 };
/** Larger bodies are read and parsed in turns: many at once would block the event loop. */
const IN_TURNS_FROM = 16_384;
/** Larger bodies, which can only be JSON, are parsed in a thread. */
const IN_THREAD_FROM = 262_144;
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const BUDGET = new BodyBudget();

/** Memory that large bodies hold now. */
export function heldBodyBytes(): number {
  return BUDGET.held;
}

export interface BodyRules {
  /** Maximum size in bytes. */
  limit: number;
  acceptsForms: boolean;
  /** The organization whose memory budget for large bodies is charged; empty for anonymous calls. */
  owner: string;
  threads: ThreadPool;
}

/** Reads and parses the body of a request within its limits, and returns its size. It is the only body parser. Without a body it does nothing. */
export async function readBody(request: Request, response: Response, rules: BodyRules): Promise<number> {
  if (!WITH_BODY.has(request.method)) return 0;
  const declared = request.headers['content-length'];
  if ((declared === undefined || declared === '0') && request.headers['transfer-encoding'] === undefined) return 0;
  const type = mediaType(request.headers['content-type']);
  const refusal = refuse(request, type, Number(declared ?? 0), rules);
  if (refusal) throw refusal;
  const isJson = type === 'application/json';
  const chunks = await collect(request, response, rules, isJson);
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (size > IN_THREAD_FROM) {
    request.body = await parseInThread(chunks, rules);
    return size;
  }
  if (size > IN_TURNS_FROM) await BODY_QUEUE.next();
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  request.body = isJson ? parseJson(bytes) : parseForm(bytes);
  return size;
}

function collect(request: Request, response: Response, { limit, owner }: BodyRules, isJson: boolean): Promise<Buffer[]> {
  return new Promise((complete, failed) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let counted = 0;
    const json = isJson ? new JsonBoundsCheck(BOUNDS) : undefined;
    /** Counts all received bytes once the body exceeds a threshold. */
    const count = (): ApiError | undefined => {
      if (size < COUNTED_FROM) return undefined;
      const refusal = BUDGET.take(owner, size - counted);
      if (refusal) return refusal;
      if (counted === 0) {
        whenCallEnds(response, () => {
          BUDGET.release(owner, counted);
        });
      }
      counted = size;
      return undefined;
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      const refusal = size > limit ? tooLarge(limit) : (count() ?? beyond(json?.take(chunk)));
      if (refusal) {
        chunks.length = 0;
        drain(request);
        failed(refusal);
        return;
      }
      chunks.push(chunk);
      if (size <= IN_TURNS_FROM) return;
      request.pause();
      BODY_QUEUE.take(() => request.resume());
    });
    request.once('end', () => {
      complete(chunks);
    });
    // The caller disconnected: there is no one to answer, but the call must end.
    request.once('error', () => {
      failed(new InvalidArgument('The body is incomplete.', 'BODY_INCOMPLETE'));
    });
  });
}

async function parseInThread(chunks: readonly Buffer[], { owner, threads }: BodyRules): Promise<unknown> {
  const own = chunks.map(ownMemory);
  const texts: CutText[] = [];
  const body = await threads.run(owner, PARSE_BODY, own, {
    onMessage: (text) => texts.push(text),
    transfer: own.map(({ buffer }) => buffer),
  });
  for (const { path, bytes, length, isWellFormed } of texts) {
    const holder = path.slice(0, -1).reduce((value, key) => value[key] as Record<string, unknown>, body as Record<string, unknown>);
    Object.defineProperty(holder, path.at(-1) as string, { value: new FileText(bytes, length, isWellFormed), enumerable: true });
  }
  return body;
}

/** In a buffer of its own, so that it can be transferred. */
function ownMemory(chunk: Buffer): Uint8Array<ArrayBuffer> {
  const isWhole = chunk.byteOffset === 0 && chunk.buffer.byteLength === chunk.length;
  return isWhole ? new Uint8Array(chunk.buffer as ArrayBuffer) : new Uint8Array(chunk);
}

function refuse(request: Request, type: string, declared: number, { limit, acceptsForms, owner }: BodyRules): ApiError | undefined {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return unsupported('Send the body uncompressed.');
  if (declared > limit) return tooLarge(limit);
  if (type === 'application/json' || (type === 'application/x-www-form-urlencoded' && acceptsForms)) {
    return declared < COUNTED_FROM ? undefined : BUDGET.refusal(owner, declared); // refused before it is read
  }
  const types = acceptsForms ? 'application/x-www-form-urlencoded or application/json' : 'application/json';
  return unsupported(`Send the body as ${types} in UTF-8.`);
}

function mediaType(header: string | undefined): string {
  if (header === 'application/json') return header;
  const [type = '', ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  return charset === undefined || charset === 'utf-8' || charset === 'utf8' ? type : '';
}

function beyond(bound: keyof typeof BOUNDS | undefined): InvalidArgument | undefined {
  if (bound === undefined) return undefined;
  return malformedJson(bound === 'depth' ? `it is nested deeper than ${BOUNDS.depth} levels` : `it has more than ${BOUNDS.values} values`);
}

export function tooLarge(limit: number): ApiError {
  return new ApiError(
    'INVALID_ARGUMENT',
    `The body is larger than ${limit} bytes.`,
    'BODY_TOO_LARGE',
    { limit: String(limit) },
    { httpStatus: 413 },
  );
}

function unsupported(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, 'UNSUPPORTED_MEDIA_TYPE', {}, { httpStatus: 415 });
}
