import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import { Logger } from '#platform/logging/logger';
import { BATCH, deleteExpired, HISTORY, IDEMPOTENCY_KEYS, type Expiring } from './expired.sql';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key answers repeats for a day. */
const KEYS_MS = DAY_MS;
/** Batches of one run: a first clean-up of years takes several. */
const MOST_BATCHES = 500;
const PATIENCE = { statementMs: 15_000, lockMs: 1_000 };
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('retention', 0)) AS taken`;

/** Rows deleted, by what they were. */
export type CleanUp = Partial<Record<Expiring['name'], number>>;

/** Deletes what is past its time: once an hour, by one process at a time, in small transactions that nobody waits for. */
@Injectable()
export class Retention implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly logger: Logger,
  ) {}

  /** From now on, every hour; processes that start together do not clean together. */
  schedule(): void {
    const next = HOUR_MS * (0.5 + Math.random());
    this.timer = setTimeout(() => {
      void this.cleanUp()
        .then((deleted) => {
          if (Object.keys(deleted).length > 0) this.logger.warn({ deleted }, 'what was past its time is deleted');
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

  async cleanUp(now = Date.now()): Promise<CleanUp> {
    const limits: [Expiring, Date][] = [[IDEMPOTENCY_KEYS, new Date(now - KEYS_MS)]];
    const days = this.env.HISTORY_RETENTION_DAYS;
    if (days > 0) limits.push(...HISTORY.map((each): [Expiring, Date] => [each, new Date(now - days * DAY_MS)]));

    const deleted: CleanUp = {};
    let batches = 0;
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    for (const { id } of organizations) {
      for (const [expiring, limit] of limits) {
        for (let rows: number | undefined = BATCH; rows === BATCH;) {
          if (batches++ >= MOST_BATCHES) return deleted;
          rows = await this.deleteBatch(id, expiring, limit);
          if (rows === undefined) return deleted; // another process is at it
          if (rows > 0) deleted[expiring.name] = (deleted[expiring.name] ?? 0) + rows;
        }
      }
    }
    return deleted;
  }

  private deleteBatch(organizationId: string, expiring: Expiring, limit: Date): Promise<number | undefined> {
    return this.database.transaction(
      organizationId,
      async (tx) => {
        const [lock] = await tx.query<{ taken: boolean }[]>(LOCK);
        if (!lock?.taken) return undefined;
        const [result] = await tx.query<{ rows: number }[]>(deleteExpired(expiring), [organizationId, limit]);
        return result?.rows ?? 0;
      },
      PATIENCE,
    );
  }
}
