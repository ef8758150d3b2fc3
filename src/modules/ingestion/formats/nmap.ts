import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { addressOf, hostOf } from '#platform/import/host';
import type { ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { openPortDraft, SOURCE, vulnerabilityDraft } from './nmap-drafts';
import { attribute, MAX_ATTRIBUTE, newHost, newPort, serviceOf, type Host, type Port } from './nmap-host';
import { ScriptReader, vulnerabilitiesOf, type Script } from './shared/nse-script';
import { xmlRecords, type Attributes, type TagReader } from './shared/xml';

const MAX_NAMES = 10;
const MAX_SCRIPTS = 50;
const MAX_TEXT = 64 * 1024;
const MAX_VULNERABILITIES = 1000;

/** nmap: `-oX`. */
export const nmap: ObservationFormat = { name: 'nmap', parse };

function parse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedRecord> {
  return xmlRecords(plainBytes(bytes), SOURCE, ['nmaprun'], new NmapReader());
}

/** Keeps one host and one port at a time. */
class NmapReader implements TagReader {
  private records: ParsedRecord[] = [];
  private host: Host | undefined;
  private port: Port | undefined;
  private script: ScriptReader | undefined;
  private kept = '';

  open(name: string, attributes: Attributes, line: number): void {
    this.kept = '';
    if (this.script) this.script.open(name, attribute(attributes, 'key'));
    else if (name === 'script') this.script = new ScriptReader(attributes['id'] ?? '', attributes['output'] ?? '', line);
    else if (name === 'host') this.host = newHost(attributes, line);
    else if (this.port) this.openInPort(this.port, name, attributes);
    else if (this.host) this.openInHost(this.host, name, attributes, line);
  }

  text(text: string): void {
    if (this.kept.length < MAX_TEXT) this.kept += text;
  }

  close(name: string): void {
    if (this.script) {
      if (this.script.close(name, this.kept)) this.finishScript(this.script.script);
    } else if (name === 'cpe' && this.port) {
      push(this.port.cpes, this.kept.trim().slice(0, MAX_ATTRIBUTE));
    } else if (name === 'port' && this.port && this.host) {
      this.finishPort(this.host, this.port);
      this.port = undefined;
    } else if (name === 'host') {
      this.host = undefined;
    }
    this.kept = '';
  }

  take(): ParsedRecord[] {
    const records = this.records;
    this.records = [];
    return records;
  }

  private openInHost(host: Host, name: string, attributes: Attributes, line: number): void {
    if (name === 'status') host.up = attributes['state'] !== 'down';
    if (name === 'address' && attributes['addrtype'] !== 'mac') push(host.addresses, addressOf(attributes['addr']));
    if (name === 'hostname') {
      const names = attributes['type'] === 'PTR' ? host.reverseNames : host.userNames;
      if (names.length < MAX_NAMES) push(names, hostOf(attributes['name']));
    }
    if (name === 'port') this.port = newPort(attributes, line);
  }

  private openInPort(port: Port, name: string, attributes: Attributes): void {
    if (name === 'state') {
      port.state = attribute(attributes, 'state');
      port.reason = attribute(attributes, 'reason');
    }
    if (name === 'service') port.service = serviceOf(attributes);
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
