import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import { readVendorCsv, type CsvRow } from './csv';

/** Rows handed over at a time: receiving, planning and sending them to the database takes the service about two milliseconds. */
export const PORTION = 250;

export type ReaderOrder = 'next' | 'close';

/**
 * Reads a vendor file in a thread: the service goes on answering meanwhile. The output is what is wrong with the file as a whole. The
 * rows stay in the thread. The first portion is sent when the file has been read, each further one when it is asked for.
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
