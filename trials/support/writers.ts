import { setTimeout as pause } from 'node:timers/promises';
import { observationFilterFields, type CallOptions, type VendorRisk } from '@vendor-risk/client';
import type { BenchClient } from '../../bench/client';
import { asked } from '../../bench/postmaster';
import { outcomeOf } from './outcome';

const BATCH = 100;
const TIMEOUT_MS = 30_000;
export const VENDOR = 'faulty-vendor.com';

export type Call = (api: VendorRisk, options?: CallOptions) => Promise<unknown>;

/** A write sent to the service, and whether it was acknowledged. */
interface Write {
  kind: 'import' | 'bulk' | 'flag';
  name: string;
  acknowledged: boolean;
}

export interface Losses {
  acknowledged: number;
  unanswered: number;
  lost: number;
  half: number;
}

/** Rows stored by each write, by its name. */
const ROWS: Readonly<Record<Write['kind'], string>> = {
  import: `SELECT observation_type AS name, count(*)::int AS rows FROM observation WHERE organization_id = $1 GROUP BY 1`,
  bulk: `SELECT company_name AS name, count(*)::int AS rows FROM vendor WHERE organization_id = $1 GROUP BY 1`,
  flag: `SELECT o.observation_type AS name, count(*)::int AS rows
           FROM observation_flag f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
          WHERE f.organization_id = $1 GROUP BY 1`,
};

/** Writes continuously and records which writes were acknowledged. */
export class Writers {
  readonly statuses = new Map<string, number>();
  readonly reasons = new Set<string>();
  private readonly writes: Write[] = [];
  private readonly imported: string[] = [];
  private next = 0;
  private ended = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: BenchClient) {}

  begin(): void {
    this.running = Promise.all([this.loop(() => this.importOnce()), this.loop(() => this.bulkOnce()), this.loop(() => this.flagOnce())]);
  }

  async end(): Promise<void> {
    this.ended = true;
    await this.running;
  }

  /** Compares every write with the database. */
  async losses(adminUrl: string): Promise<Losses> {
    const result: Losses = { acknowledged: 0, unanswered: 0, lost: 0, half: 0 };
    const rows = new Map<string, number>();
    for (const [kind, sql] of Object.entries(ROWS)) {
      const found = `SELECT coalesce(json_object_agg(name, rows), '{}') AS all FROM (${sql}) r`;
      const { all } = await asked<{ all: Record<string, number> }>(adminUrl, found, [this.client.organizationId]);
      for (const [name, count] of Object.entries(all)) rows.set(`${kind} ${name}`, count);
    }
    for (const { kind, name, acknowledged } of this.writes) {
      const found = rows.get(`${kind} ${name}`) ?? 0;
      result[acknowledged ? 'acknowledged' : 'unanswered'] += 1;
      if (acknowledged && found === 0) result.lost += 1;
      if (found !== 0 && found !== BATCH) result.half += 1;
    }
    return result;
  }

  createGroup(name: string): Promise<number> {
    return this.send(({ vendorGroups }, options) => vendorGroups.create({ name }, options));
  }

  /** Makes a call and counts its status. */
  private async send(call: Call): Promise<number> {
    const { status, reason } = await outcomeOf(() => call(this.client.api, { timeoutMs: TIMEOUT_MS }));
    if (reason !== undefined) this.reasons.add(`${status} ${reason}`);
    const name = status === 0 ? 'no response' : String(status);
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    return status;
  }

  private async loop(work: () => Promise<number>): Promise<void> {
    while (!this.ended) {
      const status = await work();
      await pause(status === 200 ? 5 : 100);
    }
  }

  private async importOnce(): Promise<number> {
    const name = `batch_${this.next++}`;
    const one = {
      title: 'TLS 1.0 is accepted',
      observationType: name,
      category: 'ENCRYPTION',
      severity: 'MEDIUM',
      source: { name: 'trial' },
    };
    const content = Array.from({ length: BATCH }, (_, at) => JSON.stringify({ ...one, host: `h${at}.${VENDOR}` })).join('\n');
    const status = await this.record('import', name, ({ observations }, options) =>
      observations.import({ format: 'jsonl', content }, options),
    );
    if (status === 200) this.imported.push(name);
    return status;
  }

  private bulkOnce(): Promise<number> {
    const name = `Company ${this.next++}`;
    const vendors = Array.from({ length: BATCH }, (_, at) => ({ domainName: `v${at}-${name.slice(8)}.com`, companyName: name }));
    return this.record('bulk', name, (api, options) => api.vendors.bulkCreate({ vendors }, options));
  }

  private async flagOnce(): Promise<number> {
    const name = this.imported.shift();
    if (name === undefined) return 200;
    const filters = [observationFilterFields.observationType.equals(name)];
    return this.record('flag', name, ({ observations }, options) => observations.flag({ filters }, options));
  }

  private async record(kind: Write['kind'], name: string, call: Call): Promise<number> {
    const status = await this.send(call);
    this.writes.push({ kind, name, acknowledged: status === 200 });
    return status;
  }
}
