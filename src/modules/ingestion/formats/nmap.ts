import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { ObservationSeverity } from '#vocabulary/observation.enums';
import { MAX_DEPTH, MAX_RECORD_BYTES } from '#platform/import/json-stream/limits';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { FormatError } from '#platform/import/format-error';
import type { AssetDraft, ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';
import { draftOf } from './shared/finding';
import { addressOf, hostOf, portNumber } from '#platform/import/host';
import { ScriptReader, vulnerabilitiesOf, type Script, type ScriptVulnerability } from './shared/nse-script';
import { sightings, timestampOfSeconds } from '#platform/import/timestamp';

/** Services that should not be exposed to the internet; any other open port is informational. */
const SEVERITY_OF_SERVICE = new Map<string, ObservationSeverity>([
  ...['telnet', 'login', 'shell', 'exec', 'ms-wbt-server', 'vnc', 'microsoft-ds', 'netbios-ssn', 'nfs', 'rpcbind', 'x11', 'ldap'].map(
    medium,
  ),
  ...['mysql', 'postgresql', 'ms-sql-s', 'oracle-tns', 'mongodb', 'redis', 'memcached', 'memcache', 'elasticsearch'].map(medium),
  ...['cassandra', 'couchdb', 'docker', 'kubernetes', 'etcd-client', 'wsman', 'winrm', 'ajp13', 'jdwp', 'rsync'].map(medium),
  ...['ftp', 'tftp', 'snmp', 'pop3', 'imap', 'finger', 'upnp', 'pptp', 'sip'].map(low),
]);
const UTF_8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const SOURCE = 'nmap';
const SERVICE_PARTS = ['name', 'product', 'version', 'extrainfo', 'ostype', 'method', 'conf'];
const MAX_NAMES = 10;
const MAX_SCRIPTS = 50;
const MAX_TEXT = 64 * 1024;
/** Maximum length of an attribute, except a script's output: it is copied into every finding of its port. */
const MAX_ATTRIBUTE = 500;
const MAX_VULNERABILITIES = 1000;

type Attributes = Record<string, string>;

interface Host {
  line: number;
  up: boolean;
  addresses: string[];
  /** Host names given by the user, and those from reverse DNS. */
  userNames: string[];
  reverseNames: string[];
  seen: string | undefined;
}

interface Port {
  line: number;
  id: string | undefined;
  protocol: string | undefined;
  state: string | undefined;
  reason: string | undefined;
  service: Service;
  cpes: string[];
  scripts: Script[];
}

interface Service {
  name: string | undefined;
  /** Product and version. */
  product: string;
  /** Display text with all details. */
  text: string | undefined;
}

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
    if (this.depth === 1 && name !== 'nmaprun')
      throw new FormatError(`The file is XML but not from nmap: its root is ${JSON.stringify(name.slice(0, 50))}.`);
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
    if (name === 'hostname') push(attributes['type'] === 'PTR' ? host.reverseNames : host.userNames, hostOf(attributes['name']));
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

function newHost(attributes: Attributes, line: number): Host {
  const seen = timestampOfSeconds(attributes['endtime']) ?? timestampOfSeconds(attributes['starttime']);
  return { line, up: true, addresses: [], userNames: [], reverseNames: [], seen };
}

function newPort(attributes: Attributes, line: number): Port {
  const [id, protocol] = [attribute(attributes, 'portid'), attribute(attributes, 'protocol')];
  return { line, id, protocol, state: undefined, reason: undefined, service: serviceOf({}), cpes: [], scripts: [] };
}

function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[name]?.slice(0, MAX_ATTRIBUTE);
}

function openPortDraft(host: Host, port: Port): ObservationDraft {
  const asset = assetOf(host, port);
  const service = port.service.name;
  const where = `${port.id}/${port.protocol}`;
  const notes = port.scripts.filter((script) => script.id !== 'vulners');
  return draftOf({
    hosts: hostsOf(host),
    title: service === undefined ? `Open port ${where}` : `Open port ${where} (${service})`,
    observationType: `open_port_${service ?? port.id}`,
    category: 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE',
    severity: SEVERITY_OF_SERVICE.get(service ?? '') ?? 'OBSERVATION_SEVERITY_INFO',
    confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
    asset,
    tags: ['open-port', port.protocol, service],
    evidence: [
      `Port ${where} is open${port.reason === undefined ? '' : ` (${port.reason})`}`,
      port.service.text,
      ...port.cpes,
      namesText(host),
      ...notes.map((script) => `${script.id}: ${script.output.trim()}`),
    ],
    source: { name: SOURCE },
    ...sightings(host.seen, host.seen),
  });
}

function vulnerabilityDraft(host: Host, port: Port | undefined, found: ScriptVulnerability): ObservationDraft {
  const where = port && `${port.id}/${port.protocol}`;
  return draftOf({
    hosts: hostsOf(host),
    title: found.title ?? [found.cveIds[0], port?.service.product && `in ${port.service.product}`].filter(Boolean).join(' '),
    description: found.description,
    observationType: `nse_${found.script}`,
    category: 'OBSERVATION_CATEGORY_VULNERABILITY',
    severity: found.severity,
    confidence: found.confidence,
    asset: assetOf(host, port),
    cveIds: found.cveIds,
    cvssScores: found.cvssScores,
    epss: found.epss,
    references: found.references,
    tags: [found.script],
    evidence: [where && `Port ${where}`, port?.service.text, namesText(host), ...found.evidence],
    source: { name: SOURCE, externalId: [found.script, found.key].filter(Boolean).join(':') },
    ...sightings(host.seen, host.seen),
  });
}

/** The asset of a port; port 0 for host scripts. */
function assetOf(host: Host, port: Port | undefined): AssetDraft {
  const [address] = host.addresses;
  if (address === undefined) throw new RecordError('the host has no IP address');
  if (!port) return { ipPort: { address, port: 0, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } };
  const number = portNumber(port.id);
  if (number === undefined) throw new RecordError(`portid: ${JSON.stringify(port.id?.slice(0, 50) ?? '')} is not a port number`);
  if (port.protocol !== 'tcp' && port.protocol !== 'udp') {
    throw new RecordError(`protocol: ${JSON.stringify(port.protocol?.slice(0, 50) ?? '')} is neither tcp nor udp`);
  }
  const protocol = port.protocol === 'udp' ? 'ASSET_IP_PORT_PROTOCOL_UDP' : 'ASSET_IP_PORT_PROTOCOL_TCP';
  return { ipPort: { address, port: number, protocol } };
}

/** Reverse DNS often names the hosting company, so it is used only without a user-given name. */
function hostsOf(host: Host): string[] {
  return [...(host.userNames.length > 0 ? host.userNames : host.reverseNames), ...host.addresses];
}

function serviceOf(attributes: Attributes): Service {
  const [name, product, version, extra, system, method, certainty] = SERVICE_PARTS.map((part) => attribute(attributes, part));
  const known = [name, product, version, extra && `(${extra})`, system && `on ${system}`].filter(Boolean).join(' ');
  const how = method === undefined ? '' : `; ${method}, certainty ${certainty ?? '?'} of 10`;
  return {
    name: serviceName(name, attributes['tunnel']),
    product: [product, version].filter(Boolean).join(' '),
    text: known === '' ? undefined : `Service: ${known}${how}`,
  };
}

function serviceName(name: string | undefined, tunnel: string | undefined): string | undefined {
  if (name === undefined || name === '' || name === 'unknown') return undefined;
  if (tunnel !== 'ssl') return name;
  return name === 'http' ? 'https' : `ssl-${name}`;
}

function namesText(host: Host): string | undefined {
  const names = [...host.userNames, ...host.reverseNames];
  return names.length === 0 ? undefined : `Host names: ${names.join(', ')}`;
}

function push<T>(list: T[], value: T | undefined, limit = MAX_NAMES): void {
  if (value !== undefined && list.length < limit) list.push(value);
}

function medium(service: string): [string, ObservationSeverity] {
  return [service, 'OBSERVATION_SEVERITY_MEDIUM'];
}

function low(service: string): [string, ObservationSeverity] {
  return [service, 'OBSERVATION_SEVERITY_LOW'];
}
