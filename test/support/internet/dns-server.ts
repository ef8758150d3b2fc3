import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { AUTHENTIC_DATA, AUTHORITATIVE_ANSWER, decode, encode, type Answer, type DecodedPacket, type Packet } from 'dns-packet';

/** Records of one name, by type. */
export interface NameRecords {
  A?: string[];
  AAAA?: string[];
  CNAME?: string;
  TXT?: string[];
  MX?: [preference: number, host: string][];
  NS?: string[];
  CAA?: [tag: 'issue' | 'issuewild' | 'iodef', value: string][];
  DS?: boolean;
  /** The top of a zone. */
  SOA?: boolean;
}

/** A custom reply to a query: bytes, silence, or undefined for the normal reply. */
export type DnsTrick = (query: DecodedPacket, over: 'udp' | 'tcp') => Buffer | 'silence' | undefined;

const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;

/** A resolver for a few names, and the authoritative server of their zones. */
export class DnsServer {
  readonly records = new Map<string, NameRecords>();
  readonly tricks = new Map<string, DnsTrick>();
  /** Queries so far, as `TYPE name`. */
  readonly asked: string[] = [];
  /** Answers every query with this code. */
  failsWith: 'SERVFAIL' | 'REFUSED' | undefined;
  isValidating = true;

  private constructor(
    private readonly udp: UdpSocket,
    private readonly tcp: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<DnsServer> {
    for (;;) {
      const udp = createSocket('udp4');
      await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
      const { port } = udp.address();
      const tcp = createServer();
      const isFree = await new Promise<boolean>((resolve) => {
        tcp.once('error', () => resolve(false));
        tcp.listen(port, '127.0.0.1', () => resolve(true));
      });
      if (!isFree) {
        udp.close();
        continue;
      }
      const server = new DnsServer(udp, tcp, port);
      udp.on('message', (bytes, from) => {
        const reply = server.reply(bytes, 'udp');
        if (reply) udp.send(reply, from.port, from.address);
      });
      tcp.on('connection', (socket) => server.serveTcp(socket));
      return server;
    }
  }

  async close(): Promise<void> {
    this.udp.close();
    await new Promise((resolve) => this.tcp.close(resolve));
  }

  set(name: string, records: NameRecords): void {
    this.records.set(name, { ...this.records.get(name), ...records });
  }

  private serveTcp(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const reply = this.reply(bytes.subarray(2), 'tcp');
      if (!reply) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.end(Buffer.concat([length, reply]));
    });
  }

  private reply(bytes: Buffer, over: 'udp' | 'tcp'): Buffer | undefined {
    const query = decode(bytes);
    const [question] = query.questions ?? [];
    const name = question?.name.toLowerCase() ?? '';
    this.asked.push(`${question?.type} ${name}`);
    const trick = this.tricks.get(name)?.(query, over);
    if (trick === 'silence') return undefined;
    return trick ?? encode(this.answer(query));
  }

  /** The normal reply, for custom replies to build on. */
  answer(query: DecodedPacket): Packet {
    const [question] = query.questions ?? [];
    const name = question?.name.toLowerCase() ?? '';
    const type = question?.type ?? 'A';
    const base: Packet = { type: 'response', id: query.id, questions: query.questions, flags: query.flag_rd ? 0 : AUTHORITATIVE_ANSWER };
    if (this.failsWith) return { ...base, flags: this.failsWith === 'REFUSED' ? REFUSED : SERVFAIL };
    if (name === '.') return { ...base, flags: this.isValidating ? AUTHENTIC_DATA : 0, answers: [soaOf('.')] };
    const answers: Answer[] = [];
    let owner = name;
    for (let alias = this.records.get(owner)?.CNAME; alias !== undefined && type !== 'CNAME' && answers.length < 20;) {
      answers.push({ type: 'CNAME', name: owner, data: alias });
      owner = alias;
      alias = this.records.get(owner)?.CNAME;
    }
    const found = this.records.get(owner);
    if (found) answers.push(...recordsOf(owner, type, found));
    const zone = this.zoneOf(owner);
    const code = found || this.hasBelow(owner) ? 0 : NXDOMAIN;
    return {
      ...base,
      flags: (base.flags ?? 0) | code,
      answers,
      authorities: answers.length === 0 && zone !== undefined ? [soaOf(zone)] : [],
    };
  }

  private hasBelow(name: string): boolean {
    for (const known of this.records.keys()) if (known.endsWith(`.${name}`)) return true;
    return false;
  }

  private zoneOf(name: string): string | undefined {
    for (let rest = name; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
      if (this.records.get(rest)?.SOA) return rest;
    }
    return undefined;
  }
}

/** SERVFAIL unless the query asks not to validate. */
export function bogus(server: DnsServer): DnsTrick {
  return (query) =>
    query.flag_cd ? encode(server.answer(query)) : encode({ ...server.answer(query), flags: SERVFAIL, answers: [], authorities: [] });
}

function soaOf(zone: string): Answer {
  const data = { mname: `ns1.${zone}`, rname: `hostmaster.${zone}`, serial: 1, refresh: 3600, retry: 600, expire: 86_400, minimum: 300 };
  return { type: 'SOA', name: zone, data };
}

function recordsOf(name: string, type: string, found: NameRecords): Answer[] {
  switch (type) {
    case 'A':
      return (found.A ?? []).map((data) => ({ type: 'A', name, data }));
    case 'AAAA':
      return (found.AAAA ?? []).map((data) => ({ type: 'AAAA', name, data }));
    case 'TXT':
      // Long texts are split into strings of at most 255 bytes.
      return (found.TXT ?? []).map((text) => ({ type: 'TXT', name, data: text.match(/.{1,255}/gs) ?? [''] }));
    case 'MX':
      return (found.MX ?? []).map(([preference, exchange]) => ({ type: 'MX', name, data: { preference, exchange } }));
    case 'NS':
      return (found.NS ?? []).map((data) => ({ type: 'NS', name, data }));
    case 'CAA':
      return (found.CAA ?? []).map(([tag, value]) => ({ type: 'CAA', name, data: { flags: 0, tag, value } }));
    case 'DS':
      return found.DS ? [{ type: 'DS', name, data: { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.alloc(32, 7) } }] : [];
    case 'SOA':
      return found.SOA ? [soaOf(name)] : [];
    default:
      return [];
  }
}
