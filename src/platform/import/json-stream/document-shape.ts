import { MAX_RECORD_BYTES } from './limits';

/** JSON Lines, or JSON documents independent of lines. */
type DocumentShape = 'lines' | 'document';

const NEWLINE = 0x0a;
const OPENS_OR_GOES_ON = new Set([0x7b, 0x5b, 0x2c, 0x3a]);

/** Detects the shape of a file from its first line, and returns all of its bytes. */
export async function documentShape(bytes: AsyncGenerator<Buffer>): Promise<{ shape: DocumentShape; bytes: AsyncGenerator<Buffer> }> {
  const firstLine = new FirstLine();
  const held: Buffer[] = [];
  let shape: DocumentShape | undefined;
  while (shape === undefined) {
    const next = await bytes.next();
    if (next.done) {
      shape = firstLine.end();
    } else {
      held.push(next.value);
      shape = firstLine.push(next.value);
    }
  }
  return { shape, bytes: replay(held, bytes) };
}

/** What was read already, and the rest. */
export async function* replay(held: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let chunk = held.shift(); chunk; chunk = held.shift()) yield chunk;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

class FirstLine {
  private seen = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The last non-blank byte outside strings. */
  private last: number | undefined;

  push(chunk: Buffer): DocumentShape | undefined {
    for (const byte of chunk) {
      if (byte === NEWLINE && this.last !== undefined) return this.atLineEnd();
      if (++this.seen > MAX_RECORD_BYTES) return 'document';
      if (this.inString) {
        this.inStringByte(byte);
      } else if (byte > 0x20) {
        if (this.last === undefined && byte !== 0x7b) return byte === 0x5b ? 'document' : 'lines';
        this.last = byte;
        if (byte === 0x22) this.inString = true;
        else if (byte === 0x7b || byte === 0x5b) this.depth++;
        else if (byte === 0x7d || byte === 0x5d) this.depth--;
      }
    }
    return undefined;
  }

  end(): DocumentShape {
    return this.depth > 0 ? 'document' : 'lines';
  }

  private inStringByte(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === 0x5c) this.escaped = true;
    else if (byte === 0x22) this.inString = false;
  }

  /** A value that stops after `{`, `[`, `,` or `:` continues on the next line; otherwise the line is a complete or truncated record. */
  private atLineEnd(): DocumentShape {
    if (this.inString || this.depth <= 0) return 'lines';
    return this.last !== undefined && OPENS_OR_GOES_ON.has(this.last) ? 'document' : 'lines';
  }
}
