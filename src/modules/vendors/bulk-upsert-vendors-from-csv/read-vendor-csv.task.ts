import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import { readVendorCsv, type CsvRow } from './csv';

/** Rows handed over at a time: taking them takes the service about a millisecond. */
const PORTION = 500;

/** Reads a vendor file in a thread: the service goes on answering meanwhile. The output is what is wrong with the file as a whole. */
export const READ_VENDOR_CSV: ThreadTask<Uint8Array, string[], never, CsvRow[]> = {
  module: 'modules/vendors/bulk-upsert-vendors-from-csv/read-vendor-csv.task',
};

export async function run(bytes: Uint8Array, channel: TaskChannel<never, CsvRow[]>): Promise<string[]> {
  const read = await readVendorCsv(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  if ('problems' in read) return read.problems;
  for (let from = 0; from < read.rows.length; from += PORTION) channel.send(read.rows.slice(from, from + PORTION));
  return [];
}
