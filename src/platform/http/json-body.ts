import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';
import { ApiError, InvalidArgument } from '#platform/errors/api-error';
import { BodyBudget, LARGE_FROM } from './body-budget';

export const USUAL_BODY_LIMIT = 1_048_576;

/** Deeper than any request has reason to be; what walks a body later may recurse. */
const DEEPEST = 64;
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const BUDGET = new BodyBudget();

export interface BodyRules {
  limitOf(path: string): number;
  acceptsForms(path: string): boolean;
}

/** Reads a body of bounded size and known type into the request; the only reader there is. Without a body it does nothing. */
export async function readBody(request: Request, response: Response, rules: BodyRules): Promise<void> {
  if (!WITH_BODY.has(request.method)) return;
  const declared = request.headers['content-length'];
  if ((declared === undefined || declared === '0') && request.headers['transfer-encoding'] === undefined) return;
  const limit = rules.limitOf(request.path);
  const type = mediaType(request.headers['content-type']);
  const length = Number(declared ?? 0);
  const refusal = refuse(request, type, length, limit, rules) ?? (length >= LARGE_FROM ? BUDGET.hold(length, response) : undefined);
  if (refusal) throw refusal;
  const bytes = await collect(request, response, limit, declared === undefined);
  request.body = type === 'application/json' ? parseJson(bytes) : parseForm(bytes);
}

function collect(request: Request, response: Response, limit: number, lengthIsUnknown: boolean): Promise<Buffer> {
  return new Promise((complete, failed) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isCounted = !lengthIsUnknown;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      let refusal = size > limit ? tooLarge(limit) : undefined;
      if (size >= LARGE_FROM && !isCounted) {
        isCounted = true;
        refusal ??= BUDGET.hold(limit, response);
      }
      if (!refusal) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData);
      failed(refusal);
    };
    request.on('data', onData);
    request.once('end', () => {
      complete(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    // The caller hung up: nobody is left to answer, but the call must end.
    request.once('error', () => {
      failed(new InvalidArgument('The body was cut off.', 'BODY_INCOMPLETE'));
    });
  });
}

function refuse(request: Request, type: string, declared: number, limit: number, rules: BodyRules): ApiError | undefined {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return unsupported('Send the body uncompressed.');
  if (declared > limit) return tooLarge(limit);
  if (type === 'application/json' || (type === 'application/x-www-form-urlencoded' && rules.acceptsForms(request.path))) return undefined;
  const types = rules.acceptsForms(request.path) ? 'application/x-www-form-urlencoded or application/json' : 'application/json';
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

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('it is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(bytes.toString('utf8')));
  } catch (error) {
    throw malformed((error as Error).message.replace(/ in JSON.*$|, ".*$/s, '').slice(0, 120));
  }
  if (isDeeperThan(value, DEEPEST)) throw malformed(`it nests deeper than ${DEEPEST} levels`);
  return value;
}

/** Some clients put a byte order mark before everything. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function malformed(detail: string): InvalidArgument {
  return new InvalidArgument(`The body is not valid JSON: ${detail}.`, 'MALFORMED_JSON');
}

function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  for (const key in value) {
    if (isDeeperThan((value as Record<string, unknown>)[key], most - 1)) return true;
  }
  return false;
}

function parseForm(bytes: Buffer): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}

/** The rest is still taken off the wire, unread: were the connection closed, the caller would often see that and not the answer. */
function tooLarge(limit: number): ApiError {
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
