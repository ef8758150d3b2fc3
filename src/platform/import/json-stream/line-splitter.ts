import { MAX_RECORD_BYTES } from './limits';

/** One non-blank line, or its problem. */
export type Line = { line: number; bytes: Buffer } | { line: number; problem: string };

const NEWLINE = 0x0a;

/** Splits a stream into lines and buffers at most one. */
export class LineSplitter {
  private line = 1;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private tooLong = false;

  constructor(private readonly maxBytes = MAX_RECORD_BYTES) {}

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.hold(chunk.subarray(start, end));
      this.finishLine(lines);
      start = end + 1;
    }
    if (start < chunk.length) this.hold(chunk.subarray(start));
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    this.finishLine(lines);
    return lines;
  }

  private hold(part: Buffer): void {
    this.heldBytes += part.length;
    if (this.heldBytes > this.maxBytes) {
      this.tooLong = true;
      this.held = [];
    } else {
      this.held.push(part);
    }
  }

  private finishLine(lines: Line[]): void {
    if (this.tooLong) {
      lines.push({ line: this.line, problem: `longer than ${this.maxBytes} bytes` });
    } else {
      const [only] = this.held;
      const bytes = this.held.length === 1 && only ? only : Buffer.concat(this.held);
      if (!isBlank(bytes)) lines.push({ line: this.line, bytes });
    }
    this.line++;
    this.held = [];
    this.heldBytes = 0;
    this.tooLong = false;
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
