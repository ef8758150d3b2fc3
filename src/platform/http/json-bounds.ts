/** The role of a byte in JSON. */
const QUOTE = 1;
const BACKSLASH = 2;
const COMMA = 3;
const OPENING = 4;
const CLOSING = 5;

const MEANINGS = new Uint8Array(256);
for (const [character, meaning] of [
  ['"', QUOTE],
  ['\\', BACKSLASH],
  [',', COMMA],
  ['[', OPENING],
  ['{', OPENING],
  [']', CLOSING],
  ['}', CLOSING],
] as const) {
  MEANINGS[character.charCodeAt(0)] = meaning;
}

/** Maximum nesting depth, and maximum total number of values in arrays and objects. */
export interface JsonBounds {
  depth: number;
  values: number;
}

/** Checks JSON against its limits while the bytes arrive, before anything is parsed, so that a refusal is cheap. */
export class JsonBoundsCheck {
  private depth = 0;
  private values = 0;
  private inString = false;
  private escapes = false;

  constructor(private readonly bounds: JsonBounds) {}

  /** The limit that the bytes so far exceed, if any. */
  take(bytes: Uint8Array): keyof JsonBounds | undefined {
    const { length } = bytes;
    let at = this.inString ? this.endOfString(bytes, 0) : 0;
    for (; at < length; at += 1) {
      const meaning = MEANINGS[bytes[at] as number];
      if (meaning === 0) continue;
      if (meaning === QUOTE) {
        at = this.endOfString(bytes, at + 1) - 1;
      } else if (meaning === COMMA) {
        this.values += 1;
        if (this.values > this.bounds.values) return 'values';
      } else if (meaning === OPENING) {
        this.depth += 1;
        this.values += 1;
        if (this.depth > this.bounds.depth) return 'depth';
        if (this.values > this.bounds.values) return 'values';
      } else if (meaning === CLOSING) {
        this.depth -= 1;
      }
    }
    return undefined;
  }

  /** The position after the closing quote, or the end of the bytes when the string continues. */
  private endOfString(bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    let at = start;
    if (this.escapes && at < length) at += 1;
    while (at < length) {
      const meaning = MEANINGS[bytes[at] as number];
      at += meaning === BACKSLASH ? 2 : 1;
      if (meaning === QUOTE) {
        this.inString = this.escapes = false;
        return at;
      }
    }
    this.inString = true;
    this.escapes = at > length || (this.escapes && length === 0);
    return length;
  }
}
