import { isUtf8 } from 'node:buffer';
import { MAX_DEPTH } from './limits';
import { RecordError, withoutStack } from './record-error';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** The value of one line, whose nesting nobody has looked at yet. */
export function parseJsonLine(bytes: Buffer): unknown {
  if (isDeeperThan(bytes, MAX_DEPTH)) throw new RecordError(`nested deeper than ${MAX_DEPTH} levels`);
  return parseJson(bytes);
}

/** The value that bytes spell. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new RecordError('not valid UTF-8');
  try {
    return withoutStack(() => JSON.parse(bytes.toString('utf8')) as unknown);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(CONTROL_CHARACTERS, ' ').slice(0, 200) : '';
    throw new RecordError(`not valid JSON: ${why}`);
  }
}

/** Counts brackets outside strings before anything is built, so that hostile nesting costs nothing. */
function isDeeperThan(bytes: Buffer, limit: number): boolean {
  if (bytes.length <= limit) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
  }
  return false;
}
