import type { Answer, DecodedPacket, RecordType } from 'dns-packet';
import type { CaaRecord, DnsAnswer, Seen } from '../scan';
import { askDns, readServer, type DnsQuestion, type Server } from './dns-client';
import { messageOf } from './seen';

/** A longer chain of aliases counts as a loop. */
const MAX_ALIASES = 16;
const MAX_RECORDS = 100;
const MAX_TEXT_LENGTH = 4096;
/** Codes that answer for the name itself; any other code is a failure. */
const ANSWERS: ReadonlySet<string> = new Set(['NOERROR', 'NXDOMAIN']);

interface RecordValues {
  A: string;
  AAAA: string;
  CAA: CaaRecord;
  DS: string;
  MX: { preference: number; host: string };
  NS: string;
  SOA: string;
  TXT: string;
}
type AskedType = keyof RecordValues;

/** Caches the answers of one scan: each query is sent once, so that no name has two answers within a scan. */
export class Resolver {
  private readonly servers: readonly Server[];
  private readonly replies = new Map<string, Promise<DecodedPacket>>();

  constructor(
    servers: readonly string[],
    private readonly signal: AbortSignal,
  ) {
    this.servers = servers.map(readServer);
  }

  /** The raw reply, whatever its code. */
  ask(question: DnsQuestion): Promise<DecodedPacket> {
    const key = `${question.type} ${question.name} ${question.isUnchecked === true}`;
    let reply = this.replies.get(key);
    if (!reply) {
      reply = askDns(this.servers, question, this.signal);
      this.replies.set(key, reply);
    }
    return reply;
  }

  async records<Type extends AskedType>(name: string, type: Type): Promise<Seen<DnsAnswer<RecordValues[Type]>>> {
    try {
      return { seen: answerIn(await this.ask({ name, type }), name, type) };
    } catch (error) {
      return { unknown: messageOf(error) };
    }
  }

  /** A and AAAA together: the addresses count only if both queries were answered. */
  async addresses(name: string): Promise<Seen<DnsAnswer<string>>> {
    const [four, six] = await Promise.all([this.records(name, 'A'), this.records(name, 'AAAA')]);
    if ('unknown' in four) return four;
    if ('unknown' in six) return six;
    const status = four.seen.status === 'NXDOMAIN' && six.seen.status === 'NXDOMAIN' ? 'NXDOMAIN' : 'NOERROR';
    const longest = four.seen.aliases.length >= six.seen.aliases.length ? four : six;
    return { seen: { name, status, records: [...four.seen.records, ...six.seen.records], aliases: longest.seen.aliases } };
  }
}

/** The records of the queried type at the end of the alias chain. Throws when the reply is not an answer. */
export function answerIn<Type extends AskedType>(reply: DecodedPacket, name: string, type: Type): DnsAnswer<RecordValues[Type]> {
  const rcode = rcodeOf(reply);
  if (!ANSWERS.has(rcode)) throw new Error(`DNS ${type} ${name}: ${rcode}`);
  const answers = reply.answers ?? [];
  const aliases: string[] = [];
  let owner = name.toLowerCase();
  for (;;) {
    const alias = answers.find((one) => one.type === 'CNAME' && nameIn(one.name) === owner);
    if (alias?.type !== 'CNAME') break;
    owner = nameIn(alias.data);
    if (aliases.includes(owner) || aliases.length === MAX_ALIASES) throw new Error(`DNS ${type} ${name}: the aliases form a loop`);
    aliases.push(owner);
  }
  const records = answers.filter((one) => one.type === type && nameIn(one.name) === owner).slice(0, MAX_RECORDS);
  return {
    name,
    status: rcode === 'NXDOMAIN' ? 'NXDOMAIN' : 'NOERROR',
    records: records.map((record) => VALUES[type](record as never)),
    aliases,
  };
}

/** Also for a reply without records: the type of dns-packet omits it. */
export function rcodeOf(reply: DecodedPacket): string {
  return (reply as DecodedPacket & { rcode: string }).rcode;
}

/** Lower case, without the final dot. */
export function nameIn(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}

const VALUES: { [Type in AskedType]: (record: Extract<Answer, { type: Type & RecordType }>) => RecordValues[Type] } = {
  A: ({ data }) => data,
  AAAA: ({ data }) => data,
  CAA: ({ data }) => ({ flags: data.flags ?? 0, tag: data.tag, value: cut(data.value) }),
  DS: ({ data }) => `${data.keyTag} ${data.algorithm} ${data.digestType} ${data.digest.toString('hex')}`,
  MX: ({ data }) => ({ preference: data.preference ?? 0, host: nameIn(data.exchange) }),
  NS: ({ data }) => nameIn(data),
  SOA: ({ data }) => `${nameIn(data.mname)} ${nameIn(data.rname)} ${data.serial ?? 0}`,
  TXT: ({ data }) => cut([data].flat().map(String).join('')),
};

function cut(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH);
}
