import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { Request, Response } from 'express';
import { ApiError, InvalidArgument } from '#platform/errors/api-error';
import { BodyBudget, COUNTED_FROM } from './body-budget';
import { whenOver } from './call-end';
import { JsonBoundsCheck } from './json-bounds';
import { nextTurn } from './next-turn';

export const DEFAULT_BODY_LIMIT = 1_048_576;

/** More than any legitimate request needs. Later processing may recurse, and its cost grows with the number of values. */
const BOUNDS = { depth: 64, values: 50_000 };
/** A larger body is parsed in steps of this size; only JSON bodies can be larger. */
const STEP_BYTES = DEFAULT_BODY_LIMIT;
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const BUDGET = new BodyBudget();

export interface BodyRules {
  /** In bytes. */
  limit: number;
  acceptsForms: boolean;
  /** The organization whose memory budget for large bodies it uses; empty for anonymous calls. */
  owner: string;
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
  const bytes = await collect(request, response, rules, isJson);
  if (bytes.length > STEP_BYTES) request.body = await parseLargeJson(bytes);
  else request.body = isJson ? parseJson(bytes, bytes.toString('utf8')) : parseForm(bytes);
  return bytes.length;
}

function collect(request: Request, response: Response, { limit, owner }: BodyRules, isJson: boolean): Promise<Buffer> {
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
        whenOver(response, () => {
          BUDGET.release(owner, counted);
        });
      }
      counted = size;
      return undefined;
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      const refusal = size > limit ? tooLarge(limit) : (count() ?? beyond(json?.take(chunk)));
      if (!refusal) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData);
      chunks.length = 0;
      failed(refusal);
    };
    request.on('data', onData);
    request.once('end', () => {
      complete(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    // The caller disconnected: there is no one to answer, but the call must end.
    request.once('error', () => {
      failed(new InvalidArgument('The body is incomplete.', 'BODY_INCOMPLETE'));
    });
  });
}

function refuse(request: Request, type: string, declared: number, { limit, acceptsForms }: BodyRules): ApiError | undefined {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return unsupported('Send the body uncompressed.');
  if (declared > limit) return tooLarge(limit);
  if (type === 'application/json' || (type === 'application/x-www-form-urlencoded' && acceptsForms)) return undefined;
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
  return malformed(bound === 'depth' ? `it is nested deeper than ${BOUNDS.depth} levels` : `it has more than ${BOUNDS.values} values`);
}

/** Decodes in steps, so that other calls can run in between. */
async function parseLargeJson(bytes: Buffer): Promise<unknown> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    text += decoder.write(bytes.subarray(at, at + STEP_BYTES));
    await nextTurn();
  }
  const value = parseJson(bytes, text + decoder.end());
  await nextTurn();
  return value;
}

function parseJson(bytes: Buffer, text: string): unknown {
  if (!isUtf8(bytes)) throw malformed('it is not UTF-8');
  try {
    return JSON.parse(withoutByteOrderMark(text));
  } catch (error) {
    throw malformed((error as Error).message.replace(/ in JSON.*$|, ".*$/s, '').slice(0, 120));
  }
}

/** Some clients send a byte order mark first. */
function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function malformed(detail: string): InvalidArgument {
  return new InvalidArgument(`The body is not valid JSON: ${detail}.`, 'MALFORMED_JSON');
}

function parseForm(bytes: Buffer): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}

/** The rest of the body is still received and discarded: if the connection were closed, the caller would often see a reset instead of the answer. */
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
