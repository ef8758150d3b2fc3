const LINE_FEED = 0x0a;

interface Line {
  /** Counted from 1. */
  number: number;
  /** Undefined when the line is too long. Such a line is skipped without buffering it. */
  text: string | undefined;
}

/** Splits a byte stream into lines. Buffers one chunk and at most `maxBytes` of an incomplete line. */
export async function* readLines(source: AsyncIterable<Uint8Array | string>, maxBytes: number): AsyncGenerator<Line> {
  let number = 0;
  let held: Buffer[] = [];
  let heldLength = 0;

  const finish = (tail: Buffer): Line => {
    number += 1;
    const length = heldLength + tail.length;
    const bytes = held.length === 0 ? tail : Buffer.concat([...held, tail]);
    held = [];
    heldLength = 0;
    return { number, text: length > maxBytes ? undefined : decode(bytes, number) };
  };

  for await (const piece of source) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield finish(chunk.subarray(from, end));
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    heldLength += rest.length;
    if (heldLength > maxBytes) held = [];
    else if (rest.length > 0) held.push(rest);
  }
  if (heldLength > 0) yield finish(Buffer.alloc(0));
}

function decode(bytes: Buffer, number: number): string {
  const text = bytes.toString('utf8');
  const start = number === 1 && text.startsWith('\ufeff') ? 1 : 0;
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  return text.slice(start, end);
}
