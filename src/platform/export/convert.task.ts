import type { TaskChannel } from '#platform/threads/thread-task';
import type { Column } from './columns';
import { CsvTable } from './csv-table';
import { ParquetTable } from './parquet-table';
import { PickedLines } from './picked-lines';

/** The conversion of JSON lines. */
export type Conversion = { to: 'jsonl'; fields: readonly string[] } | { to: 'csv' | 'parquet'; columns: readonly Column[] };

/** Chunks of whole lines, then the end; or stop, when the result is no longer wanted. */
export type ToConversion = { lines: Uint8Array } | { end: true } | { stop: true };

/** Part of the result, or an acknowledgement that asks for the next chunk. */
export type FromConversion = { bytes: Uint8Array } | { taken: true };

/** The format that rows are converted to. */
export interface Table {
  add(row: Record<string, unknown>, lineBytes: number): void;
  /** Bytes that are ready to be sent; undefined when there are none. */
  ready(): Uint8Array | undefined;
  /** The rest, after the last row. */
  end(): Uint8Array;
}

export function run(conversion: Conversion, channel: TaskChannel<ToConversion, FromConversion>): Promise<void> {
  const table = tableFor(conversion);
  const send = (bytes: Uint8Array | undefined) => {
    if (bytes && bytes.length > 0) channel.send({ bytes });
  };
  return new Promise((resolve, reject) => {
    channel.onMessage((message) => {
      try {
        if ('stop' in message) {
          resolve();
          return;
        }
        if ('end' in message) {
          send(table.end());
          resolve();
          return;
        }
        for (const line of Buffer.from(message.lines.buffer, message.lines.byteOffset, message.lines.length).toString('utf8').split('\n')) {
          if (line !== '') table.add(JSON.parse(line) as Record<string, unknown>, line.length);
        }
        send(table.ready());
        channel.send({ taken: true });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

function tableFor(conversion: Conversion): Table {
  if (conversion.to === 'jsonl') return new PickedLines(conversion.fields);
  return conversion.to === 'csv' ? new CsvTable(conversion.columns) : new ParquetTable(conversion.columns);
}
