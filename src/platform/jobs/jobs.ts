import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import { Database, PLATFORM, type Statements } from '#platform/database/database';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { openJobEngine } from './job-engine';
import { QueueWorker, type QueueOptions } from './queue-worker';

/** A stopping process exits after ten seconds. */
const STOP_TIMEOUT_MS = 5000;
const RETRY_MS = 10_000;
/** Hourly jobs can wait: their queues are polled less often than others. */
const HOURLY_POLL_MS = 10_000;
/** Processes that start together send one job together. */
const AT_START_SECONDS = 10;
const SEND = `SELECT job_send($1, $2, now() + $3 * interval '1 second')`;

export interface JobOptions {
  /** The key of the rows to process. At most one job per key waits; another one moves it forward. */
  key: string;
  delaySeconds?: number;
}

export interface HourlyWork {
  /** The minute of the hour (UTC). Each queue has its own, so that hourly jobs do not all run at once. */
  minute: number;
  /** Also soon after every start. */
  atStart?: boolean;
  run: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Work that one of all processes does later. A job carries only a key: the state is in the rows, and a job says "process them now". So
 * handlers must be idempotent, and a lost job is sent again by the next sweep.
 *
 * To use it: create the queue in a migration (as in migrations/baseline/jobs/queues.sql), register its handler in the constructor of a provider
 * with `work`, and send jobs with `send` in the transaction that writes the rows. Two jobs with one key can run at the same time, for
 * example when one is sent while another runs: where that matters, the handler takes a lock or a lease. A handler that throws is retried
 * with a growing delay; after the last retry the job is given up, so add a cron job that looks for rows left behind.
 */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly queues = new Map<string, QueueOptions>();
  private readonly schedules = new Map<string, string>();
  private readonly sentAtStart: string[] = [];
  private workers: QueueWorker[] = [];
  private engine: PgBoss | undefined;
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Handles the jobs of a queue, once the application serves. */
  work(queue: string, options: QueueOptions): void {
    if (this.queues.has(queue)) throw new Error(`The job queue ${queue} already has a handler.`);
    this.queues.set(queue, options);
  }

  /** Sends a job with an empty key whenever the cron expression (UTC) says so. */
  schedule(queue: string, cron: string): void {
    this.schedules.set(queue, cron);
  }

  /** Does work once an hour, in one of all processes. The queue needs a migration, as for `work`. */
  hourly(queue: string, { minute, atStart = false, run }: HourlyWork): void {
    this.work(queue, {
      concurrency: 1,
      pollMs: HOURLY_POLL_MS,
      handler: async (_key, signal) => {
        await run(signal);
      },
    });
    this.schedule(queue, `${minute} * * * *`);
    if (atStart) this.sentAtStart.push(queue);
  }

  /**
   * Sends a job when the transaction commits. Send last in the transaction, and several in the order of their keys: a waiting job stays
   * locked until the commit.
   */
  async send(tx: Statements, queue: string, { key, delaySeconds = 0 }: JobOptions): Promise<void> {
    await tx.query(SEND, [queue, key, delaySeconds]);
  }

  /**
   * Starts to take jobs. Commands and tests that never call it only send. A read-only database does not keep the service from serving
   * reads: the start is retried until it succeeds.
   */
  async start(): Promise<void> {
    if (this.engine) return;
    const engine = openJobEngine(this.database, this.logger);
    this.engine = engine;
    try {
      await engine.start();
      for (const [queue, cron] of this.schedules) await engine.schedule(queue, cron);
      await this.database.transaction(PLATFORM, async (tx) => {
        for (const queue of this.sentAtStart) await this.send(tx, queue, { key: '', delaySeconds: AT_START_SECONDS });
      });
    } catch (err) {
      if (this.engine !== engine) return;
      this.logger.warn({ err }, 'the job engine could not start; it will retry');
      await engine.stop({ graceful: false, close: false }).catch(() => undefined);
      this.engine = undefined;
      this.retry = setTimeout(() => void this.start(), RETRY_MS).unref();
      return;
    }
    if (this.engine !== engine) return; // stopped while it started
    this.workers = [...this.queues].map(([queue, options]) => new QueueWorker(queue, options, engine, this.logger, this.metrics));
    for (const worker of this.workers) worker.poll();
  }

  /** Before connections are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.retry);
    const engine = this.engine;
    if (!engine) return;
    this.engine = undefined;
    try {
      await Promise.all(this.workers.map((worker) => worker.stop(STOP_TIMEOUT_MS)));
      await engine.stop({ graceful: false, close: false });
    } catch (err) {
      this.logger.warn({ err }, 'the job engine did not stop cleanly; its jobs expire and run elsewhere');
    }
  }
}
