const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonBounds {
  depth: number;
  /** Values of arrays and members of objects, all together. */
  values: number;
}

/** Which bound JSON goes beyond. Counted on its bytes, before anything is built: what is refused has cost next to nothing. */
export function jsonExcess(bytes: Buffer, bounds: JsonBounds): keyof JsonBounds | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > bounds.depth) return 'depth';
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > bounds.values) return 'values';
        break;
      default: // part of a number or a word
    }
  }
  return values > bounds.values ? 'values' : undefined;
}

/** The place of the quote that ends a string; the end of the bytes when none does. */
function endOfString(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let before = quote - 1;
    while (before >= start && bytes[before] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote; // an even number of backslashes escape each other
  }
  return bytes.length;
}
