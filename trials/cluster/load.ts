import { Agent, request } from 'node:http';
import { pause } from '../../test/support/wait';

export interface Tally {
  calls: number;
  writes: number;
  /** Successful lists of the read-only organization. */
  lists: number;
  /** 5xx responses and broken connections. */
  failed: number;
  /** Lists that lacked a write acknowledged to the same client just before. */
  unseen: number;
  /** From the first failed call to the first successful one after the last failure. */
  troubleMs: number;
  worstMs: number;
  kinds: Record<string, number>;
}

interface Received {
  /** 0 for no response. */
  status: number;
  text: string;
  retryAfter: boolean;
}

const WRITERS = 5;
const READERS = 3;
const REST_MS = 15;
const NO_CALLS: Tally = { calls: 0, writes: 0, lists: 0, failed: 0, unseen: 0, troubleMs: 0, worstMs: 0, kinds: {} };

/**
 * Clients that call in a loop until stopped, one call at a time. Those of the first organization write and check that lists
 * show their own writes; as it writes all the time, its lists come from the primary. Those of the second only read lists,
 * which a replica can serve.
 */
export class Load {
  /** Names of the groups whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Domains of the vendors whose creation was acknowledged. */
  readonly vendors: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: WRITERS + READERS });
  private tally: Tally = structuredClone(NO_CALLS);
  private firstTrouble: number | undefined;
  private lastTrouble: number | undefined;
  private stopped = false;
  private readonly clients: Promise<unknown>;
  private named = 0;

  constructor(
    private readonly url: string,
    private readonly tokens: { writes: string; reads: string },
  ) {
    this.clients = Promise.all([
      ...Array.from({ length: WRITERS }, (_, at) => this.writer(at)),
      ...Array.from({ length: READERS }, (_, at) => this.reader(at)),
    ]);
  }

  /** The tally since the last call of take. */
  take(): Tally {
    const { tally } = this;
    if (this.firstTrouble !== undefined) tally.troubleMs = Math.round((this.lastTrouble ?? performance.now()) - this.firstTrouble);
    this.tally = structuredClone(NO_CALLS);
    this.firstTrouble = undefined;
    this.lastTrouble = undefined;
    return tally;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.clients;
    this.agent.destroy();
  }

  private async writer(at: number): Promise<void> {
    const { writes } = this.tokens;
    for (let turn = at; !this.stopped; turn += 1) {
      if (turn % 5 === 0) await this.write();
      else if (turn % 5 === 1) await this.call(writes, 'GET', 'vendors/groups?limit=5');
      else await this.call(writes, 'POST', turn % 5 === 2 ? 'vendors' : 'observations', '{"limit":20}');
      await pause(REST_MS);
    }
  }

  private async reader(at: number): Promise<void> {
    for (let turn = at; !this.stopped; turn += 1) {
      const listed = await this.call(this.tokens.reads, 'POST', turn % 2 === 0 ? 'vendors' : 'observations', '{"limit":20}');
      if (listed !== undefined) this.tally.lists += 1;
      await pause(REST_MS);
    }
  }

  private async write(): Promise<void> {
    const number = (this.named += 1);
    const name = `trial ${number}`;
    const { writes } = this.tokens;
    const made = await this.call(writes, 'POST', 'vendors/groups', JSON.stringify({ name }));
    if (made === undefined) return;
    this.tally.writes += 1;
    this.acknowledged.push(name);
    // Other clients write at the same time, but far fewer than fifty groups.
    const listed = await this.call(writes, 'GET', 'vendors/groups?limit=50');
    if (listed !== undefined && !listed.includes(`"${name}"`)) this.tally.unseen += 1;
    const domainName = `trial-${number}.com`;
    if ((await this.call(writes, 'POST', 'vendors/create', JSON.stringify({ domainName }))) === undefined) return;
    this.tally.writes += 1;
    this.vendors.push(domainName);
  }

  /** The body of a successful response. */
  private async call(token: string, method: string, path: string, body?: string): Promise<string | undefined> {
    const started = performance.now();
    const { status, text, retryAfter } = await this.send(token, method, path, body);
    const now = performance.now();
    this.tally.calls += 1;
    this.tally.worstMs = Math.max(this.tally.worstMs, Math.round(now - started));
    if (status === 200) {
      if (this.firstTrouble !== undefined) this.lastTrouble ??= now;
      return text;
    }
    this.tally.failed += 1;
    this.firstTrouble ??= started;
    this.lastTrouble = undefined;
    const kind = status === 0 ? text : `${status}${retryAfter ? '' : ' without Retry-After'}`;
    this.tally.kinds[kind] = (this.tally.kinds[kind] ?? 0) + 1;
    return undefined;
  }

  private send(token: string, method: string, path: string, body?: string): Promise<Received> {
    return new Promise((answered) => {
      const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const outgoing = request(`${this.url}/public/v1/${path}`, { method, headers, agent: this.agent, timeout: 20_000 }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          answered({ status: response.statusCode ?? 0, text, retryAfter: 'retry-after' in response.headers });
        });
        response.on('error', (error) => {
          answered({ status: 0, text: error.message, retryAfter: false });
        });
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('timeout after 20 s')));
      outgoing.on('error', (error) => {
        answered({ status: 0, text: error.message, retryAfter: false });
      });
      outgoing.end(body);
    });
  }
}
