import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '#platform/logging/logger';
import { HOUR_MS } from '#platform/time/durations';
import { Database, PLATFORM } from './database';

/** Returns a row to one process per hour. Slightly less than an hour, so that a small delay does not skip a run. */
const CLAIM = `
  INSERT INTO scheduled_run (name, started_at) VALUES ($1, now())
  ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at WHERE scheduled_run.started_at < now() - interval '55 minutes'
  RETURNING 1`;

/** Work that runs once an hour in one of all processes. */
@Injectable()
export abstract class HourlyTask<Result = unknown> implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** Identifies the task across processes. */
  protected abstract readonly task: string;

  constructor(
    protected readonly database: Database,
    protected readonly logger: Logger,
  ) {}

  abstract run(): Promise<Result>;

  /** Schedules the next turn, with jitter so that processes started together do not run together. */
  schedule(delayMs = HOUR_MS * (0.5 + Math.random())): void {
    this.timer = setTimeout(() => {
      void this.takeTurn()
        .catch((err: unknown) => {
          // After the shutdown the database may be gone; the next start takes this turn.
          if (this.timer) this.logger.warn({ err, task: this.task }, 'an hourly task failed; the next turn will retry');
        })
        .finally(() => {
          if (this.timer) this.schedule();
        });
    }, delayMs).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Runs unless a process did so within the last hour. */
  async takeTurn(): Promise<Result | undefined> {
    const claimed = await this.database.transaction(PLATFORM, (tx) => tx.query<unknown[]>(CLAIM, [this.task]));
    return claimed.length > 0 ? this.run() : undefined;
  }
}
