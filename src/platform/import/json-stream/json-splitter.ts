import { FormatError } from '../format-error';
import { MAX_DEPTH, MAX_RECORD_BYTES } from './limits';
import { compileSelectors, type SelectorNode } from './selector';

/** The bytes of a selected value, or the reason why they were dropped. `document` counts from 1; `indices` are the array indices on its path. */
export type JsonPiece = { selector: string; document: number; indices: number[]; line: number } & ({ bytes: Buffer } | { problem: string });

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

interface Frame {
  node: SelectorNode;
  isArray: boolean;
  index: number;
  key: string | undefined;
}

/** A value that is being scanned byte by byte: a selected one, a key, or one to skip. */
interface Run {
  kind: 'wanted' | 'key' | 'unwanted';
  selector: string;
  line: number;
  maxBytes: number;
  parts: Buffer[];
  bytes: number;
  problem: string | undefined;
}

const NEWLINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const LETTER_N = 0x6e;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const MAX_KEY_BYTES = 4096;
/** Bytes of a string to scan in JavaScript before a native search is faster. */
const NEAR = 32;

/**
 * Finds the values at given paths in a sequence of JSON documents of any size, and buffers at most one value. Only the
 * containers on the paths are parsed by the grammar; everything else is scanned by counting brackets, so a selected value may
 * still be invalid JSON.
 */
export class JsonSplitter {
  private readonly root: SelectorNode;
  private readonly frames: Frame[] = [];
  private expected: Expected = 'value';
  private line = 1;
  private documents = 0;

  private run: Run | undefined;
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Whether each open bracket of the scanned value is an array, up to the maximum depth. */
  private readonly arrays = new Uint8Array(MAX_DEPTH + 1);

  constructor(
    selectors: readonly string[],
    private readonly maxBytes = MAX_RECORD_BYTES,
  ) {
    this.root = compileSelectors(selectors);
  }

  push(chunk: Buffer): JsonPiece[] {
    const pieces: JsonPiece[] = [];
    let at = 0;
    while (at < chunk.length) at = this.run ? this.goThrough(this.run, chunk, at, pieces) : this.walk(chunk, at);
    return pieces;
  }

  end(): void {
    if (this.run !== undefined || this.frames.length > 0)
      throw new FormatError('The file is truncated: it ends in the middle of a JSON document.');
    if (this.documents === 0) throw new FormatError('The file is empty.');
  }

  /** Whether the member at this path was found as an array or null. */
  hasMet(path: string): boolean {
    return (
      path
        .split('.')
        .filter(Boolean)
        .reduce<SelectorNode | undefined>((node, member) => node?.members.get(member), this.root)?.met === true
    );
  }

  private walk(chunk: Buffer, at: number): number {
    const byte = chunk[at];
    if (byte === NEWLINE) {
      this.line++;
      return at + 1;
    }
    if (byte === undefined || byte === SPACE || byte === 0x09 || byte === 0x0d) return at + 1;

    const frame = this.frames.at(-1);
    if (!frame) return this.startDocument(byte, at);
    switch (this.expected) {
      case 'value or end':
        if (byte === CLOSE_ARRAY) return this.close(at);
        return this.startValue(byte, at, frame.node.items);
      case 'value':
        return this.startValue(byte, at, frame.isArray ? frame.node.items : this.memberOf(frame));
      case 'key or end':
        if (byte === CLOSE_OBJECT) return this.close(at);
        return this.startKey(byte, at);
      case 'key':
        return this.startKey(byte, at);
      case 'colon':
        if (byte !== COLON) throw this.unexpected(byte);
        this.expected = 'value';
        return at + 1;
      case 'comma or end':
        if (byte === (frame.isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) return this.close(at);
        if (byte !== COMMA) throw this.unexpected(byte);
        frame.index++;
        this.expected = frame.isArray ? 'value' : 'key';
        return at + 1;
    }
  }

  private memberOf(frame: Frame): SelectorNode | undefined {
    return frame.key === undefined ? undefined : frame.node.members.get(frame.key);
  }

  private startDocument(byte: number, at: number): number {
    if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) throw this.unexpected(byte);
    this.documents++;
    return this.startValue(byte, at, this.root);
  }

  private startValue(byte: number, at: number, node: SelectorNode | undefined): number {
    if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || byte === COMMA || byte === COLON) throw this.unexpected(byte);
    if (node?.items && (byte === OPEN_ARRAY || byte === LETTER_N)) node.met = true;
    if (byte === OPEN_OBJECT && node && node.members.size > 0) return this.open(node, false, at);
    if (byte === OPEN_ARRAY && node?.items) return this.open(node, true, at);
    this.run = newRun(node?.selector === undefined ? 'unwanted' : 'wanted', node?.selector ?? '', this.line, this.maxBytes);
    return at;
  }

  private startKey(byte: number, at: number): number {
    if (byte !== QUOTE) throw this.unexpected(byte);
    this.run = newRun('key', '', this.line, MAX_KEY_BYTES);
    return at;
  }

  private open(node: SelectorNode, isArray: boolean, at: number): number {
    this.frames.push({ node, isArray, index: 0, key: undefined });
    this.expected = isArray ? 'value or end' : 'key or end';
    return at + 1;
  }

  private close(at: number): number {
    this.frames.pop();
    this.expected = this.frames.length === 0 ? 'value' : 'comma or end';
    return at + 1;
  }

  private goThrough(run: Run, chunk: Buffer, from: number, pieces: JsonPiece[]): number {
    const end = this.endOfValue(run, chunk, from);
    keep(run, chunk.subarray(from, end === -1 ? chunk.length : end));
    if (end === -1) return chunk.length;
    this.run = undefined;
    if (run.kind === 'key') this.readKey(run);
    else this.expected = this.frames.length === 0 ? 'value' : 'comma or end';
    if (run.kind === 'wanted') {
      const { selector, line, problem } = run;
      const document = this.documents;
      const indices = this.frames.filter((frame) => frame.isArray).map((frame) => frame.index);
      pieces.push(
        problem === undefined
          ? { selector, document, indices, line, bytes: joined(run.parts) }
          : { selector, document, indices, line, problem },
      );
    }
    return end;
  }

  /** The offset just past the value, or -1 when it continues in the next chunk. */
  private endOfValue(run: Run, chunk: Buffer, from: number): number {
    const length = chunk.length;
    let i = from;
    while (i < length) {
      if (this.inString) {
        i = this.endOfString(chunk, i);
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- endOfString changes it
        if (this.inString) return -1;
        if (this.depth === 0) return i;
        continue;
      }
      const byte = chunk[i];
      switch (byte) {
        case QUOTE:
          this.inString = true;
          break;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          if (++this.depth > MAX_DEPTH) fail(run, `nested deeper than ${MAX_DEPTH} levels`);
          else this.arrays[this.depth] = byte === OPEN_ARRAY ? 1 : 0;
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (this.depth === 0) return i;
          if (this.depth <= MAX_DEPTH && this.arrays[this.depth] !== (byte === CLOSE_ARRAY ? 1 : 0)) throw this.unexpected(byte);
          if (--this.depth === 0) return i + 1;
          break;
        case NEWLINE:
        case SPACE:
        case COMMA:
        case 0x09:
        case 0x0d:
          if (this.depth === 0) return i;
          if (byte === NEWLINE) this.line++;
          break;
        default:
      }
      i++;
    }
    return -1;
  }

  /** The offset just past the closing quote; `inString` stays set when it is not in this chunk. */
  private endOfString(chunk: Buffer, from: number): number {
    const length = chunk.length;
    let i = from;
    if (this.escaped) {
      this.escaped = false;
      i++;
    }
    const near = Math.min(length, i + NEAR);
    while (i < near) {
      const byte = chunk[i++];
      if (byte === QUOTE) {
        this.inString = false;
        return i;
      }
      if (byte === BACKSLASH) {
        if (i === length) this.escaped = true;
        i++;
      }
    }
    return i < length ? this.endOfLongString(chunk, i) : length;
  }

  /** Searches long strings natively for quotes; a quote ends the string unless an odd number of backslashes precedes it. */
  private endOfLongString(chunk: Buffer, from: number): number {
    for (let quote = chunk.indexOf(QUOTE, from); quote !== -1; quote = chunk.indexOf(QUOTE, quote + 1)) {
      if (backslashesBefore(chunk, quote, from) % 2 === 1) continue;
      this.inString = false;
      return quote + 1;
    }
    this.escaped = backslashesBefore(chunk, chunk.length, from) % 2 === 1;
    return chunk.length;
  }

  private readKey(run: Run): void {
    const frame = this.frames.at(-1);
    if (frame) frame.key = run.problem === undefined ? keyText(joined(run.parts)) : undefined;
    this.expected = 'colon';
  }

  private unexpected(byte: number): FormatError {
    const what = byte > SPACE && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
    return new FormatError(`Line ${this.line}: unexpected ${what}; the file is not the JSON that this format requires.`);
  }
}

function newRun(kind: Run['kind'], selector: string, line: number, maxBytes: number): Run {
  return { kind, selector, line, maxBytes, parts: [], bytes: 0, problem: undefined };
}

function keep(run: Run, part: Buffer): void {
  if (run.kind === 'unwanted') return;
  run.bytes += part.length;
  if (run.bytes > run.maxBytes) fail(run, `larger than ${run.maxBytes} bytes`);
  else if (run.problem === undefined) run.parts.push(part);
}

function fail(run: Run, problem: string): void {
  run.problem ??= problem;
  run.parts = [];
}

function joined(parts: Buffer[]): Buffer {
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts);
}

/** Number of backslashes right before an offset, at most back to `from`, where no escape is open. */
function backslashesBefore(chunk: Buffer, end: number, from: number): number {
  let start = end;
  while (start > from && chunk[start - 1] === BACKSLASH) start--;
  return end - start;
}

function keyText(bytes: Buffer): string | undefined {
  try {
    return String(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}
