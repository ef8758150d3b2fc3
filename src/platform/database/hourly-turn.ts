import type { Logger } from '#platform/logging/logger';
import { PLATFORM, type Database } from './database';

const HOUR_MS = 3_600_000;
/** Returns a row to one process per hour. Slightly less than an hour, so that a small delay does not skip a run. */
const CLAIM = `
  INSERT INTO scheduled_run (name, started_at) VALUES ($1, now())
  ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at WHERE scheduled_run.started_at < now() - interval '55 minutes'
  RETURNING 1`;

/** Work that one of all processes does once an hour. */
export class HourlyTurn {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly name: string,
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Schedules the next turn, with jitter so that processes started together do not run together. */
  schedule(delayMs = HOUR_MS * (0.5 + Math.random())): void {
    this.timer = setTimeout(() => {
      void this.take()
        .catch((err: unknown) => {
          // After stop(), the database may be gone; the next start takes the turn.
          if (this.timer) this.logger.warn({ err, task: this.name }, 'an hourly task failed; the next turn will retry');
        })
        .finally(() => {
          if (this.timer) this.schedule();
        });
    }, delayMs).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async take(): Promise<void> {
    const claimed = await this.database.transaction(PLATFORM, (tx) => tx.query<unknown[]>(CLAIM, [this.name]));
    if (claimed.length > 0) await this.work();
  }
}
