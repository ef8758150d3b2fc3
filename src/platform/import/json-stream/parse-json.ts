import { isUtf8 } from 'node:buffer';
import { JsonBoundsCheck } from '#platform/http/json-bounds';
import { MAX_DEPTH } from './limits';
import { RecordError, withoutStack } from './record-error';

const BOUNDS = { depth: MAX_DEPTH, values: Infinity };
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Parses one line, after a check of its nesting depth. */
export function parseJsonLine(bytes: Buffer): unknown {
  if (bytes.length > MAX_DEPTH && new JsonBoundsCheck(BOUNDS).take(bytes)) throw new RecordError(`nested deeper than ${MAX_DEPTH} levels`);
  return parseJson(bytes);
}

/** Parses a value whose nesting depth is already checked. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new RecordError('not valid UTF-8');
  try {
    return withoutStack(() => JSON.parse(bytes.toString('utf8')) as unknown);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(CONTROL_CHARACTERS, ' ').slice(0, 200) : '';
    throw new RecordError(`not valid JSON: ${why}`);
  }
}
