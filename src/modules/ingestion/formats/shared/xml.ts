import { SaxesParser } from 'saxes';
import { FormatError } from '#platform/import/format-error';
import { MAX_DEPTH, MAX_RECORD_BYTES } from '#platform/import/json-stream/limits';
import type { ParsedRecord } from '../../observation-draft';
import { quoted } from './quoted';
import { recordsFrom, type Reading } from './records';

const UTF_8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

export type Attributes = Record<string, string>;

/** What a format does with the tags of a document; `line` is where the tag ends. */
export interface TagReader {
  open(name: string, attributes: Attributes, line: number): void;
  text(text: string): void;
  close(name: string): void;
  /** The records since the last call. */
  take(): ParsedRecord[];
}

/** The records of an XML document with one of these root elements. Document types and their entities are never followed. */
export async function* xmlRecords(
  bytes: AsyncIterable<Buffer>,
  source: string,
  roots: readonly string[],
  tags: TagReader,
): AsyncGenerator<ParsedRecord> {
  const document = new Document(source, roots, tags);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    document.write(decoded(() => decoder.decode(chunk, { stream: true })));
    yield* tags.take();
  }
  document.write(decoded(() => decoder.decode()));
  document.end();
  yield* tags.take();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new FormatError('The file is not valid UTF-8.');
  }
}

/** Keeps the limits of a document. */
class Document {
  private readonly parser = new SaxesParser();
  private depth = 0;
  /** Characters since the last complete tag or text, which the parser buffers. */
  private pending = 0;

  constructor(source: string, roots: readonly string[], tags: TagReader) {
    this.parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !UTF_8_NAMES.has(encoding.toLowerCase())) throw new FormatError('The XML must be in UTF-8.');
    });
    this.parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) throw new FormatError('The XML defines entities or an internal document type, which is not allowed.');
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      this.pending = 0;
      if (++this.depth > MAX_DEPTH) throw new FormatError(`The XML is nested deeper than ${MAX_DEPTH} levels.`);
      if (this.depth === 1 && !roots.includes(name))
        throw new FormatError(`The file is XML but not from ${source}: its root is ${quoted(name)}.`);
      tags.open(name, attributes, this.parser.line);
    });
    this.parser.on('closetag', ({ name }) => {
      this.pending = 0;
      this.depth--;
      tags.close(name);
    });
    this.parser.on('text', (text) => {
      this.pending = 0;
      tags.text(text);
    });
    this.parser.on('cdata', (text) => {
      tags.text(text);
    });
  }

  write(text: string): void {
    this.pending += text.length;
    this.whole(() => this.parser.write(text));
    if (this.pending > MAX_RECORD_BYTES)
      throw new FormatError(`Line ${this.parser.line}: a tag or text is longer than ${MAX_RECORD_BYTES} characters.`);
  }

  end(): void {
    this.whole(() => this.parser.close());
  }

  private whole(read: () => unknown): void {
    try {
      read();
    } catch (error) {
      if (error instanceof FormatError || !(error instanceof Error)) throw error;
      throw new FormatError(`The file is not well-formed XML, or is truncated: line ${error.message.slice(0, 200)}`);
    }
  }
}

/** An element with all that it contains. */
export class XmlElement {
  readonly children: XmlElement[] = [];
  text = '';

  constructor(
    readonly name: string,
    readonly attributes: Attributes,
  ) {}

  all(name: string): XmlElement[] {
    return this.children.filter((child) => child.name === name);
  }

  one(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  /** The text of a child; undefined when it is blank. */
  textOf(name: string): string | undefined {
    const text = this.one(name)?.text.trim();
    return text === '' ? undefined : text;
  }
}

/** What a format does with the elements of a name: the readings of their findings, or nothing when the element is about others. */
export type Elements = Record<string, (element: XmlElement, path: readonly XmlElement[]) => Reading[] | undefined>;

/** Collects elements of some names, one at a time; of others only the path to it is kept. */
export class ElementReader implements TagReader {
  private readonly path: XmlElement[] = [];
  private readonly names: ReadonlySet<string>;
  private records: ParsedRecord[] = [];
  private collected: { root: XmlElement; line: number; size: number } | undefined;

  constructor(
    private readonly source: string,
    private readonly elements: Elements,
  ) {
    this.names = new Set(Object.keys(elements));
  }

  open(name: string, attributes: Attributes, line: number): void {
    const element = new XmlElement(name, attributes);
    if (!this.collected && this.names.has(name)) this.collected = { root: element, line, size: 0 };
    else if (this.hasRoomFor(name.length + JSON.stringify(attributes).length)) this.path.at(-1)?.children.push(element);
    this.path.push(element);
  }

  text(text: string): void {
    const element = this.path.at(-1);
    if (element && this.hasRoomFor(text.length)) element.text += text;
  }

  close(): void {
    const element = this.path.pop();
    if (!this.collected || this.collected.root !== element) return;
    const { root, line, size } = this.collected;
    this.collected = undefined;
    const rejected = `${root.name}: larger than ${MAX_RECORD_BYTES} characters`;
    if (size > MAX_RECORD_BYTES) this.records.push({ line, rejected, source: this.source });
    else this.records.push(...recordsFrom(line, '', this.source, () => this.elements[root.name]?.(root, this.path)));
  }

  take(): ParsedRecord[] {
    const records = this.records;
    this.records = [];
    return records;
  }

  /** Whether the collected element may grow by some characters; above the limit nothing more of it is kept. */
  private hasRoomFor(characters: number): boolean {
    if (!this.collected) return false;
    this.collected.size += characters;
    return this.collected.size <= MAX_RECORD_BYTES;
  }
}
