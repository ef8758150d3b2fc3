import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { MAX_DEPTH, MAX_RECORD_BYTES } from '#platform/import/json-stream/limits';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { addressOf, hostOf } from '#platform/import/host';
import { FormatError } from '#platform/import/format-error';
import type { ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { openPortDraft, SOURCE, vulnerabilityDraft } from './nmap-drafts';
import { attribute, MAX_ATTRIBUTE, newHost, newPort, serviceOf, type Attributes, type Host, type Port } from './nmap-host';
import { ScriptReader, vulnerabilitiesOf, type Script } from './shared/nse-script';
import { quoted } from './shared/quoted';

const UTF_8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const MAX_NAMES = 10;
const MAX_SCRIPTS = 50;
const MAX_TEXT = 64 * 1024;
const MAX_VULNERABILITIES = 1000;

/** nmap: `-oX`. */
export const nmap: ObservationFormat = { name: 'nmap', parse };

async function* parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  const reader = new NmapReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of plainBytes(bytes)) {
    reader.write(decoded(() => decoder.decode(chunk, { stream: true })));
    yield* reader.take();
  }
  reader.write(decoded(() => decoder.decode()));
  reader.end();
  yield* reader.take();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new FormatError('The file is not valid UTF-8.');
  }
}

/** Processes the tags and keeps one host and one port at a time. */
class NmapReader {
  private readonly parser = new SaxesParser();
  private records: ParsedRecord[] = [];
  private depth = 0;
  /** Characters since the last complete tag or text, which the parser buffers. */
  private pending = 0;
  private host: Host | undefined;
  private port: Port | undefined;
  private script: ScriptReader | undefined;
  private text = '';

  constructor() {
    this.parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !UTF_8_NAMES.has(encoding.toLowerCase())) throw new FormatError('The XML must be in UTF-8.');
    });
    this.parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) throw new FormatError('The XML defines entities or an internal document type, which is not allowed.');
    });
    this.parser.on('opentag', (tag) => {
      this.pending = 0;
      this.open(tag);
    });
    this.parser.on('closetag', (tag) => {
      this.pending = 0;
      this.close(tag.name);
    });
    this.parser.on('text', (text) => {
      this.pending = 0;
      this.keepText(text);
    });
    this.parser.on('cdata', (text) => {
      this.keepText(text);
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

  take(): ParsedRecord[] {
    const records = this.records;
    this.records = [];
    return records;
  }

  private whole(read: () => unknown): void {
    try {
      read();
    } catch (error) {
      if (error instanceof FormatError || !(error instanceof Error)) throw error;
      throw new FormatError(`The file is not well-formed XML, or is truncated: line ${error.message.slice(0, 200)}`);
    }
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    if (++this.depth > MAX_DEPTH) throw new FormatError(`The XML is nested deeper than ${MAX_DEPTH} levels.`);
    if (this.depth === 1 && name !== 'nmaprun') throw new FormatError(`The file is XML but not from nmap: its root is ${quoted(name)}.`);
    this.text = '';
    if (this.script) this.script.open(name, attribute(attributes, 'key'));
    else if (name === 'script') this.script = new ScriptReader(attributes['id'] ?? '', attributes['output'] ?? '', this.parser.line);
    else if (name === 'host') this.host = newHost(attributes, this.parser.line);
    else if (this.port) this.openInPort(this.port, name, attributes);
    else if (this.host) this.openInHost(this.host, name, attributes);
  }

  private openInHost(host: Host, name: string, attributes: Attributes): void {
    if (name === 'status') host.up = attributes['state'] !== 'down';
    if (name === 'address' && attributes['addrtype'] !== 'mac') push(host.addresses, addressOf(attributes['addr']));
    if (name === 'hostname') {
      const names = attributes['type'] === 'PTR' ? host.reverseNames : host.userNames;
      if (names.length < MAX_NAMES) push(names, hostOf(attributes['name']));
    }
    if (name === 'port') this.port = newPort(attributes, this.parser.line);
  }

  private openInPort(port: Port, name: string, attributes: Attributes): void {
    if (name === 'state') {
      port.state = attribute(attributes, 'state');
      port.reason = attribute(attributes, 'reason');
    }
    if (name === 'service') port.service = serviceOf(attributes);
  }

  private close(name: string): void {
    this.depth--;
    if (this.script) {
      if (this.script.close(name, this.text)) this.finishScript(this.script.script);
    } else if (name === 'cpe' && this.port) {
      push(this.port.cpes, this.text.trim().slice(0, MAX_ATTRIBUTE));
    } else if (name === 'port' && this.port && this.host) {
      this.finishPort(this.host, this.port);
      this.port = undefined;
    } else if (name === 'host') {
      this.host = undefined;
    }
    this.text = '';
  }

  private keepText(text: string): void {
    if (this.text.length < MAX_TEXT) this.text += text;
  }

  private finishScript(script: Script): void {
    this.script = undefined;
    const { host, port } = this;
    if (port) push(port.scripts, script, MAX_SCRIPTS);
    else if (host) this.addVulnerabilities(host, undefined, script);
  }

  private finishPort(host: Host, port: Port): void {
    if (port.state !== 'open' || !host.up) return;
    this.add(port.line, () => openPortDraft(host, port));
    for (const script of port.scripts) this.addVulnerabilities(host, port, script);
  }

  private addVulnerabilities(host: Host, port: Port | undefined, script: Script): void {
    const found = vulnerabilitiesOf(script);
    for (const one of found.slice(0, MAX_VULNERABILITIES)) this.add(script.line, () => vulnerabilityDraft(host, port, one));
    if (found.length <= MAX_VULNERABILITIES) return;
    const rejected = `script ${script.id}: more than ${MAX_VULNERABILITIES} vulnerabilities; ${found.length - MAX_VULNERABILITIES} were dropped`;
    this.records.push({ line: script.line, rejected, source: SOURCE });
  }

  private add(line: number, read: () => ObservationDraft): void {
    try {
      this.records.push({ line, draft: read() });
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.records.push({ line, rejected: error.message, source: SOURCE });
    }
  }
}

function push<T>(list: T[], value: T | undefined, limit = MAX_NAMES): void {
  if (value !== undefined && list.length < limit) list.push(value);
}
