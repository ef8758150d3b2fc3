import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createConnection, isIPv6 } from 'node:net';
import {
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  decode,
  encode,
  RECURSION_DESIRED,
  type DecodedPacket,
  type Packet,
  type RecordType,
} from 'dns-packet';
import { within } from '#platform/time/deadline';
import { messageOf } from './seen';

/** Timeout of the first attempt, then of a second, longer one. */
const ATTEMPTS_MS = [1500, 3000];
/** Larger answers come over TCP; this size fits every path without fragmentation. */
const UDP_PAYLOAD_BYTES = 1232;
/** Every record of a message can point to the same chain of pointers, so reading one takes time with the square of its size. */
const MAX_UDP_BYTES = 4 * 1024;
const MAX_TCP_BYTES = 16 * 1024;
const HEADER_BYTES = 12;
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

export interface Server {
  address: string;
  port: number;
}

export interface DnsQuestion {
  name: string;
  type: RecordType;
  /** For authoritative servers: no recursion. */
  isDirect?: boolean;
  /** Ask the resolver not to validate. */
  isUnchecked?: boolean;
}

/** One DNS reply. Throws when there is no trustworthy one. */
export async function askDns(servers: readonly Server[], question: DnsQuestion, signal: AbortSignal): Promise<DecodedPacket> {
  if (servers.length === 0) throw new Error('no DNS server is known');
  if (!isAskable(question.name)) throw new Error(`${JSON.stringify(question.name.slice(0, 100))} is not a name for a DNS query`);
  let failure = '';
  for (const [attempt, ms] of ATTEMPTS_MS.entries()) {
    const server = servers[attempt % servers.length] as Server;
    try {
      return await within(ms, signal, `DNS ${question.type} ${question.name}`, (end) => ask(server, question, end));
    } catch (error) {
      signal.throwIfAborted();
      failure = messageOf(error);
    }
  }
  throw new Error(failure);
}

export function readServer(text: string): Server {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  if (bracketed) return { address: bracketed[1] as string, port: Number(bracketed[2] ?? 53) };
  if (isIPv6(text)) return { address: text, port: 53 };
  const [address = '', port = '53'] = text.split(':');
  return { address, port: Number(port) };
}

function isAskable(name: string): boolean {
  if (name === '.') return true;
  return name.length <= MAX_NAME_LENGTH && name.split('.').every((label) => label !== '' && Buffer.byteLength(label) <= MAX_LABEL_LENGTH);
}

async function ask(server: Server, question: DnsQuestion, signal: AbortSignal): Promise<DecodedPacket> {
  const { name, type, isDirect = false, isUnchecked = false } = question;
  const packet: Packet = {
    type: 'query',
    id: randomInt(0x10000),
    flags: (isDirect ? 0 : RECURSION_DESIRED) | AUTHENTIC_DATA | (isUnchecked ? CHECKING_DISABLED : 0),
    questions: [{ name, type, class: 'IN' }],
    additionals: [
      {
        name: '.',
        type: 'OPT',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  };
  const reply = await overUdp(server, packet, signal);
  return reply.flag_tc ? overTcp(server, packet, signal) : reply;
}

/** A new socket for every query: its random port is one more value that a forger must guess. */
function overUdp(server: Server, query: Packet, signal: AbortSignal): Promise<DecodedPacket> {
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
  return new Promise<DecodedPacket>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    socket.on('error', reject);
    socket.on('message', (bytes) => {
      // Anyone can send a message with another id: only one with ours is read.
      if (!hasId(query, bytes)) return;
      if (bytes.length > MAX_UDP_BYTES) reject(new Error('the DNS server sent a longer message than it may over UDP'));
      else settle(replyTo(query, bytes), resolve, reject);
    });
    // A connected socket accepts packets only from this server.
    socket.connect(server.port, server.address, () => {
      if (!signal.aborted) socket.send(encode(query));
    });
  }).finally(() => socket.close());
}

function overTcp(server: Server, query: Packet, signal: AbortSignal): Promise<DecodedPacket> {
  const socket = createConnection({ host: server.address, port: server.port });
  return new Promise<DecodedPacket>((resolve, reject) => {
    let received = Buffer.alloc(0);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the DNS server closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) return;
      const length = received.readUInt16BE(0);
      if (length > MAX_TCP_BYTES) reject(new Error('the DNS server sends a longer message than is read'));
      else if (received.length >= 2 + length) settle(replyTo(query, received.subarray(2, 2 + length)), resolve, reject);
    });
    const message = encode(query);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
  }).finally(() => socket.destroy());
}

function hasId({ id }: Packet, bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes.readUInt16BE(0) === id;
}

/** The decoded reply, if these bytes answer this query. */
function replyTo(query: Packet, bytes: Buffer): DecodedPacket | undefined {
  if (!hasId(query, bytes)) return undefined;
  let reply: DecodedPacket;
  try {
    reply = decode(bytes);
  } catch {
    return undefined;
  }
  const [asked] = query.questions ?? [];
  const [echoed] = reply.questions ?? [];
  const isReply = reply.type === 'response' && echoed?.type === asked?.type;
  return isReply && echoed?.name.toLowerCase() === asked?.name.toLowerCase() ? reply : undefined;
}

function settle(reply: DecodedPacket | undefined, resolve: (reply: DecodedPacket) => void, reject: (error: Error) => void): void {
  if (reply) resolve(reply);
  else reject(new Error('the DNS server answered with something else'));
}
