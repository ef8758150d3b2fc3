import { InvalidArgument } from '#platform/errors/api-error';
import { Arrivals } from '#platform/threads/arrivals';
import type { RunningTask, ThreadPool } from '#platform/threads/thread-pool';
import type { FileOutcome } from './file-planner';
import {
  PLAN_VENDOR_FILE,
  type FilePortion,
  type PlannerOrder,
  type Planned,
  type PlanInput,
  type Standing,
} from './plan-vendor-file.task';

/** A vendor file that a thread has parsed and holds. The thread plans it in portions. */
export class VendorFile {
  private readonly task: RunningTask<Planned, PlannerOrder>;
  private readonly arrivals = new Arrivals<FilePortion>();

  private constructor(threads: ThreadPool, input: PlanInput) {
    this.task = threads.start(PLAN_VENDOR_FILE, input, (portion) => {
      this.arrivals.push(portion);
    });
    this.arrivals.follow(this.task.output);
  }

  /** Resolves when the whole file has been parsed and is valid. Close it afterwards. */
  static async open(threads: ThreadPool, input: PlanInput): Promise<VendorFile> {
    const file = new VendorFile(threads, input);
    await file.arrivals.arrival();
    if (!file.arrivals.isOver) return file;
    const planned = await file.task.output;
    if (!('problems' in planned)) return file;
    const { problems } = planned;
    const violations = problems.map((description) => ({ field: 'csv', description }));
    throw new InvalidArgument(`csv: ${problems.join(' ')}`, 'INVALID_CSV', violations);
  }

  /** Each portion with domains expects an answer. */
  async *portions(): AsyncGenerator<FilePortion> {
    for (;;) {
      const portion = await this.arrivals.next();
      if (!portion) return;
      yield portion;
    }
  }

  answer(standing: Standing): void {
    this.task.send(standing);
  }

  /** After the last portion. */
  async outcome(): Promise<FileOutcome> {
    return (await this.task.output) as FileOutcome;
  }

  close(): void {
    if (!this.arrivals.isOver) this.task.send('close');
  }
}
