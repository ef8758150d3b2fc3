import { InvalidArgument } from '#platform/errors/api-error';
import { Arrivals } from '#platform/threads/arrivals';
import type { RunningTask, ThreadPool } from '#platform/threads/thread-pool';
import type { CsvRow } from './csv';
import { READ_VENDOR_CSV, type ReaderOrder } from './read-vendor-csv.task';

/**
 * A vendor file that a thread has parsed and holds. Its rows arrive in portions, one portion ahead: ten thousand rows at once would block
 * the event loop on arrival, and again at each garbage collection.
 */
export class VendorFile {
  private readonly task: RunningTask<string[], ReaderOrder>;
  private readonly rows = new Arrivals<CsvRow[]>();

  private constructor(threads: ThreadPool, bytes: Uint8Array) {
    this.task = threads.start(READ_VENDOR_CSV, bytes, (rows) => {
      this.rows.push(rows);
    });
    this.rows.follow(this.task.output);
  }

  /** Resolves when the whole file has been parsed and is valid. Close it afterwards. */
  static async open(threads: ThreadPool, bytes: Uint8Array): Promise<VendorFile> {
    const file = new VendorFile(threads, bytes);
    await file.rows.arrival();
    if (!file.rows.isOver) return file;
    const problems = await file.task.output;
    if (problems.length === 0) return file;
    const violations = problems.map((description) => ({ field: 'csv', description }));
    throw new InvalidArgument(`csv: ${problems.join(' ')}`, 'INVALID_CSV', violations);
  }

  async *portions(): AsyncGenerator<CsvRow[]> {
    for (;;) {
      const portion = await this.rows.next();
      if (!portion) return;
      this.task.send('next');
      yield portion;
    }
  }

  close(): void {
    if (!this.rows.isOver) this.task.send('close');
  }
}
