/** A text that is a file: kept as UTF-8, so that it moves between threads without being copied. */
export class FileText {
  constructor(
    readonly bytes: Uint8Array,
    /** In characters; one beyond the basic plane counts once. */
    readonly length: number,
    /** Without NUL characters and lone surrogates. */
    readonly isWellFormed: boolean,
  ) {}

  static of(text: string): FileText {
    const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
    return new FileText(new TextEncoder().encode(text), text.length - pairs, text.isWellFormed() && !text.includes('\0'));
  }

  toString(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length).toString('utf8');
  }
}
