import type PgBoss from 'pg-boss';
import type { Logger } from '#platform/logging/logger';
import type { Metrics } from '#platform/metrics/metrics';
import { inSpan } from '#platform/tracing/tracing';

/** Handles one job. The signal aborts when the process stops, or when the job has expired and may run elsewhere. */
export type JobHandler = (key: string, signal: AbortSignal) => Promise<void>;

export interface QueueOptions {
  /** Maximum number of jobs of the queue that run at the same time in this process. */
  concurrency: number;
  handler: JobHandler;
  /** How often to look for jobs; every second unless given. */
  pollMs?: number;
}

const POLL_MS = 1000;

interface Job {
  id: string;
  singletonKey: string | null;
  expireInSeconds: string;
}

/** Takes as many jobs of one queue as it has free slots. */
export class QueueWorker {
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  /** The last fetch was full: there may be more. */
  private hasMore = false;

  constructor(
    private readonly queue: string,
    private readonly options: QueueOptions,
    private readonly engine: PgBoss,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Looks for jobs now, then repeatedly. */
  poll(): void {
    if (this.polling || this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    this.polling = this.fetch().finally(() => {
      this.polling = undefined;
      if (this.hasMore && this.free > 0) this.poll();
      else if (!this.stopping.signal.aborted)
        this.timer = setTimeout(() => this.poll(), (this.options.pollMs ?? POLL_MS) * (0.75 + Math.random() / 2)).unref();
    });
  }

  /** Resolves when no job is running, or at the timeout: then its jobs are given to other processes. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.polling;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((over) => {
      timer = setTimeout(over, timeoutMs);
    });
    await Promise.race([Promise.all(this.running.values()), timeout]);
    clearTimeout(timer);
    if (this.running.size > 0) await this.engine.fail(this.queue, [...this.running.keys()]);
  }

  private get free(): number {
    return this.options.concurrency - this.running.size;
  }

  private async fetch(): Promise<void> {
    const wanted = this.free;
    this.hasMore = false;
    if (wanted <= 0) return;
    const jobs = (await this.engine.fetch(this.queue, { batchSize: wanted, includeMetadata: true })) as unknown as Job[];
    this.hasMore = jobs.length === wanted;
    for (const job of jobs) {
      const run = this.run(job).finally(() => {
        this.running.delete(job.id);
        if (this.hasMore) this.poll();
      });
      this.running.set(job.id, run);
    }
  }

  /** A finished job is deleted: its results are in the rows. */
  private async run({ id, singletonKey, expireInSeconds }: Job): Promise<void> {
    const key = singletonKey ?? '';
    try {
      const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(Number(expireInSeconds) * 1000)]);
      await inSpan('job', `job ${this.queue}`, { 'messaging.destination.name': this.queue }, () => this.options.handler(key, signal));
      await this.engine.deleteJob(this.queue, id);
      this.metrics.jobs.inc({ queue: this.queue, outcome: 'succeeded' });
    } catch (err) {
      this.metrics.jobs.inc({ queue: this.queue, outcome: 'failed' });
      this.logger.warn({ err, queue: this.queue, key }, 'a job failed; it will be retried');
      // Without the database, the job expires and is retried later.
      await this.engine.fail(this.queue, id, { message: String(err) }).catch(() => undefined);
    }
  }
}
