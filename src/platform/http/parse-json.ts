import { isUtf8 } from 'node:buffer';
import { InvalidArgument } from '#platform/errors/api-error';

export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformedJson('it is not UTF-8');
  try {
    return JSON.parse(withoutMark(bytes.toString('utf8')));
  } catch (error) {
    throw malformedJson((error as Error).message.replace(/ in JSON.*$|, ".*$/s, '').slice(0, 120));
  }
}

/** Some clients send a byte order mark first. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

export function malformedJson(detail: string): InvalidArgument {
  return new InvalidArgument(`The body is not valid JSON: ${detail}.`, 'MALFORMED_JSON');
}
