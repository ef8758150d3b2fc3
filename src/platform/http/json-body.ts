import type { NextFunction, Request, Response } from 'express';
import { ApiError, InvalidArgument } from '#platform/errors/api-error';

export const USUAL_BODY_LIMIT = 1_048_576;

const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const DECODER = new TextDecoder('utf-8', { fatal: true });

export interface BodyRules {
  limitOf(path: string): number;
  acceptsForms(path: string): boolean;
}

/** Reads a body of bounded size and known type; the only reader there is. */
export function readBody(rules: BodyRules) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!WITH_BODY.has(request.method)) {
      next();
      return;
    }
    const declared = request.headers['content-length'];
    if ((declared === undefined || declared === '0') && request.headers['transfer-encoding'] === undefined) {
      next();
      return;
    }
    const limit = rules.limitOf(request.path);
    const type = mediaType(request.headers['content-type']);
    const refusal = refuse(request, type, Number(declared ?? 0), limit, rules);
    if (refusal) {
      next(refusal);
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData);
      request.off('end', onEnd);
      next(tooLarge(limit));
    };
    const onEnd = () => {
      try {
        const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
        request.body = type === 'application/json' ? parseJson(bytes) : parseForm(bytes);
        next();
      } catch (error) {
        next(error);
      }
    };
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('error', () => undefined); // the caller hung up: nobody is left to answer
  };
}

function refuse(request: Request, type: string, declared: number, limit: number, rules: BodyRules): ApiError | undefined {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return unsupported('Send the body uncompressed.');
  if (declared > limit) return tooLarge(limit);
  if (type === 'application/json' || (type === 'application/x-www-form-urlencoded' && rules.acceptsForms(request.path))) return undefined;
  return unsupported('Send the body as application/json in UTF-8.');
}

function mediaType(header: string | undefined): string {
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
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message.replace(/ in JSON.*$|, ".*$/s, '') : 'it is not UTF-8 or nests too deeply';
    throw new InvalidArgument(`The body is not valid JSON: ${detail.slice(0, 120)}.`, 'MALFORMED_JSON');
  }
}

function parseForm(bytes: Buffer): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}

function tooLarge(limit: number): ApiError {
  return new ApiError(
    'INVALID_ARGUMENT',
    `The body is larger than ${limit} bytes.`,
    'BODY_TOO_LARGE',
    { limit: String(limit) },
    {
      httpStatus: 413,
      headers: { Connection: 'close' },
    },
  );
}

function unsupported(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, 'UNSUPPORTED_MEDIA_TYPE', {}, { httpStatus: 415 });
}
