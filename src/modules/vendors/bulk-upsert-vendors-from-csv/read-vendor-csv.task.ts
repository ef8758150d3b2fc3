import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import { readVendorCsv, type CsvRow } from './csv';

/** Rows per portion: receiving, planning and writing them takes the event loop about two milliseconds. */
export const PORTION = 250;

export type ReaderOrder = 'next' | 'close';

/**
 * Parses a vendor file in a thread, so that the event loop stays free. The output lists the problems of the whole file. The rows stay in
 * the thread: the first portion is sent once the file is parsed, each further one on request.
 */
export const READ_VENDOR_CSV: ThreadTask<Uint8Array, string[], ReaderOrder, CsvRow[]> = {
  module: 'modules/vendors/bulk-upsert-vendors-from-csv/read-vendor-csv.task',
};

export async function run(bytes: Uint8Array, channel: TaskChannel<ReaderOrder, CsvRow[]>): Promise<string[]> {
  const read = await readVendorCsv(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  if ('problems' in read) return read.problems;
  await handOver(read.rows, channel);
  return [];
}

function handOver(rows: readonly CsvRow[], channel: TaskChannel<ReaderOrder, CsvRow[]>): Promise<void> {
  return new Promise((over) => {
    let sent = 0;
    const sendNext = () => {
      if (sent < rows.length) channel.send(rows.slice(sent, sent + PORTION));
      sent += PORTION;
      if (sent >= rows.length) over();
    };
    sendNext();
    channel.onMessage((order) => {
      if (order === 'next') sendNext();
      else over();
    });
  });
}
