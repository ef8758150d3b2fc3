import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import { Logger } from '#platform/logging/logger';
import { BATCH, deleteExpired, HISTORY, IDEMPOTENCY_KEYS, type Expiring } from './expired.sql';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key answers repeats for a day. */
const KEYS_MS = DAY_MS;
/** Batches of one run in which something was deleted: a first clean-up of years takes several runs. */
const MOST_BATCHES = 500;
const PATIENCE = { statementMs: 15_000, lockMs: 1_000 };
/** One process in an hour gets a row. A little less than the hour, so that a run is not left out for its own delay. */
const CLAIM = `
  INSERT INTO scheduled_run (name, started_at) VALUES ('retention', now())
  ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at WHERE scheduled_run.started_at < now() - interval '55 minutes'
  RETURNING 1`;

/** Rows deleted, by what they were. */
export type CleanUp = Partial<Record<Expiring['name'], number>>;

/** Deletes what is past its time: once an hour, by one process of all, in small transactions that nobody waits for. */
@Injectable()
export class Retention implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly logger: Logger,
  ) {}

  /** From now on. Processes that start together do not ask together. */
  schedule(): void {
    const next = HOUR_MS * (0.5 + Math.random());
    this.timer = setTimeout(() => {
      void this.takeTurn()
        .then((deleted) => {
          if (deleted && Object.keys(deleted).length > 0) this.logger.warn({ deleted }, 'what was past its time is deleted');
        })
        .catch((err: unknown) => {
          this.logger.warn({ err }, 'cleaning up failed; the next run makes it good');
        })
        .finally(() => {
          if (this.timer) this.schedule();
        });
    }, next).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Cleans up, unless a process did so within the hour. */
  async takeTurn(): Promise<CleanUp | undefined> {
    const claimed = await this.database.transaction(PLATFORM, (tx) => tx.query<unknown[]>(CLAIM));
    return claimed.length > 0 ? this.cleanUp() : undefined;
  }

  async cleanUp(now = Date.now()): Promise<CleanUp> {
    const limits: [Expiring, Date][] = [[IDEMPOTENCY_KEYS, new Date(now - KEYS_MS)]];
    const days = this.env.HISTORY_RETENTION_DAYS;
    if (days > 0) limits.push(...HISTORY.map((each): [Expiring, Date] => [each, new Date(now - days * DAY_MS)]));

    const deleted: CleanUp = {};
    let batches = 0;
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    for (const { id } of organizations) {
      for (const [expiring, limit] of limits) {
        for (let rows = BATCH; rows === BATCH;) {
          rows = await this.deleteBatch(id, expiring, limit);
          if (rows === 0) continue;
          deleted[expiring.name] = (deleted[expiring.name] ?? 0) + rows;
          if (++batches === MOST_BATCHES) return deleted;
        }
      }
    }
    return deleted;
  }

  private deleteBatch(organizationId: string, expiring: Expiring, limit: Date): Promise<number> {
    return this.database.transaction(
      organizationId,
      async (tx) => {
        const [result] = await tx.query<{ rows: number }[]>(deleteExpired(expiring), [organizationId, limit]);
        return result?.rows ?? 0;
      },
      PATIENCE,
    );
  }
}
