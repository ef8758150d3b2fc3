import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { deferRollups, settleRollups } from '#modules/observations/rollups';
import { settleScores } from '#modules/scores/settle-scores';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { HOUR_MS } from '#platform/time/durations';
import { INSERT_OBSERVATIONS, INSERT_VENDORS } from './load-seed.sql';

const PORTION = 50_000;
const CONNECTIONS = 2;
/** The connections wait for each other, which takes minutes under load. */
const LIMITS = { statementMs: HOUR_MS, lockMs: HOUR_MS };
const MAX = { vendors: 1_000_000, observations: 100_000_000 };

export interface LoadOptions {
  organization: string;
  vendors: number;
  observations: number;
  randomSeed: number;
}

/**
 * Fills an organization with benchmark data, through the same triggers as all writes. Two connections alternate: while one
 * settles its roll-ups, the other inserts. Unlike an import, an interrupted run keeps the finished portions.
 */
@Injectable()
export class LoadSeed {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
  ) {}

  async run(options: LoadOptions): Promise<{ vendors: number; observations: number }> {
    const { organization, vendors, observations } = options;
    if (vendors < 1 || vendors > MAX.vendors) throw new InvalidArgument(`--vendors must be from 1 to ${MAX.vendors}.`);
    if (observations < 0 || observations > MAX.observations)
      throw new InvalidArgument(`--observations must be from 0 to ${MAX.observations}.`);
    const { id } = await this.organizations.get(organization);
    await this.database.bulk(id, LIMITS, async (tx) => {
      await lockDirectory(tx, id);
      await tx.query(INSERT_VENDORS, [id, vendors]);
      return { result: undefined, keep: true };
    });
    return this.database.bulk(id, LIMITS, async (tx) => {
      await lockObservations(tx, id);
      await this.insertObservations(id, options);
      await settleScores(tx, id);
      const targets = [{ type: 'organization', id, displayName: organization }];
      await recordAudit(tx, byOperator('seed load', id), { targets, changes: changesBetween(undefined, { vendors, observations }) });
      return { result: { vendors, observations }, keep: true };
    });
  }

  private async insertObservations(id: string, { vendors, observations, randomSeed }: LoadOptions): Promise<void> {
    const rollups = new Mutex();
    let next = 1;
    let failed = false;
    const work = async () => {
      while (next <= observations && !failed) {
        const first = next;
        const last = Math.min(observations, first + PORTION - 1);
        next = last + 1;
        let unlock: (() => void) | undefined;
        const portion = this.database.bulk(id, LIMITS, async (tx) => {
          await tx.query(`SELECT setseed($1), set_config('work_mem', '256MB', true)`, [((randomSeed + first) % 1_000_000) / 1_000_000]);
          await deferRollups(tx);
          await tx.query(INSERT_OBSERVATIONS, [id, first, last, vendors, `load ${randomSeed} `, observations]);
          unlock = await rollups.lock();
          await settleRollups(tx);
          return { result: undefined, keep: true };
        });
        await portion.finally(() => unlock?.());
      }
    };
    const working = Array.from({ length: CONNECTIONS }, () =>
      work().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    await Promise.allSettled(working); // keep the lock on observations until both have finished
    await Promise.all(working);
  }
}

/** A fair mutex: all writers update the same roll-up rows of the organization. */
class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** Waits for all earlier callers; the returned function unlocks. */
  async lock(): Promise<() => void> {
    const before = this.last;
    let unlock!: () => void;
    this.last = new Promise((resolve) => (unlock = resolve));
    await before;
    return unlock;
  }
}
