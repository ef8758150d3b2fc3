import { VendorRisk, VendorRiskError } from '@vendor-risk/client';
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

const WRITERS = 5;
const READERS = 3;
const REST_MS = 15;
const TIMEOUT_MS = 20_000;
const PAGE = { limit: 20 };
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
  private readonly writing: VendorRisk;
  private readonly reading: VendorRisk;
  private tally: Tally = structuredClone(NO_CALLS);
  private firstTrouble: number | undefined;
  private lastTrouble: number | undefined;
  private stopped = false;
  private readonly clients: Promise<unknown>;
  private named = 0;

  constructor(baseUrl: string, tokens: { writes: string; reads: string }) {
    const clientOf = (accessToken: string) => new VendorRisk({ baseUrl, accessToken, timeoutMs: TIMEOUT_MS, maxRetries: 0 });
    [this.writing, this.reading] = [clientOf(tokens.writes), clientOf(tokens.reads)];
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
  }

  private async writer(at: number): Promise<void> {
    const { vendorGroups } = this.writing;
    for (let turn = at; !this.stopped; turn += 1) {
      if (turn % 5 === 0) await this.write();
      else if (turn % 5 === 1) await this.call(() => vendorGroups.list({ limit: 5 }).page());
      else await this.list(this.writing, turn % 5 === 2);
      await pause(REST_MS);
    }
  }

  private async reader(at: number): Promise<void> {
    for (let turn = at; !this.stopped; turn += 1) {
      const listed = await this.list(this.reading, turn % 2 === 0);
      if (listed !== undefined) this.tally.lists += 1;
      await pause(REST_MS);
    }
  }

  private list({ observations, vendors }: VendorRisk, ofVendors: boolean): Promise<unknown> {
    return this.call<unknown>(() => (ofVendors ? vendors.list(PAGE).page() : observations.list(PAGE).page()));
  }

  private async write(): Promise<void> {
    const number = (this.named += 1);
    const name = `trial ${number}`;
    const { vendorGroups, vendors } = this.writing;
    const made = await this.call(() => vendorGroups.create({ name }));
    if (made === undefined) return;
    this.tally.writes += 1;
    this.acknowledged.push(name);
    // Other clients write at the same time, but far fewer than fifty groups.
    const listed = await this.call(() => vendorGroups.list({ limit: 50 }).page());
    if (listed?.vendorGroups.every((group) => group.name !== name)) this.tally.unseen += 1;
    const domainName = `trial-${number}.com`;
    if ((await this.call(() => vendors.create({ domainName }))) === undefined) return;
    this.tally.writes += 1;
    this.vendors.push(domainName);
  }

  /** The result of a successful call. */
  private async call<T>(send: () => Promise<T>): Promise<T | undefined> {
    const started = performance.now();
    const outcome = await send().then(
      (result) => ({ result }),
      (error: unknown) => ({ kind: kindOf(error) }),
    );
    const now = performance.now();
    this.tally.calls += 1;
    this.tally.worstMs = Math.max(this.tally.worstMs, Math.round(now - started));
    if ('result' in outcome) {
      if (this.firstTrouble !== undefined) this.lastTrouble ??= now;
      return outcome.result;
    }
    this.tally.failed += 1;
    this.firstTrouble ??= started;
    this.lastTrouble = undefined;
    this.tally.kinds[outcome.kind] = (this.tally.kinds[outcome.kind] ?? 0) + 1;
    return undefined;
  }
}

function kindOf(error: unknown): string {
  if (error instanceof VendorRiskError) return `${error.status}${error.retryAfterSeconds === undefined ? ' without Retry-After' : ''}`;
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
