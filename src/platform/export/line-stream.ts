import { Readable } from 'node:stream';
import type { FieldDef } from 'pg';
import type { RowFlow, RowSink } from '#platform/database/row-sink';
import type { WireRow } from '#platform/database/wire-row';
import { JsonWriter, piece } from '#platform/http/json-writer';
import type { LongWorkThrottle } from '#platform/http/long-work-throttle';

/** Appends the JSON object of a row. */
export type WriteRow = (json: JsonWriter, row: WireRow, columns: readonly FieldDef[]) => void;

const CHUNK_BYTES = 64 * 1024;
/** Room for the row that crosses the limit. */
const BUFFER_BYTES = CHUNK_BYTES + 16 * 1024;
const MAX_WAITING_BYTES = 4 * CHUNK_BYTES;
const NEWLINE = piece('\n');

/** Rows as JSON lines. It pauses the rows while nobody reads the lines, rests when its throttle says so, and signals when it is abandoned. */
export class LineStream extends Readable implements RowSink {
  rows = 0;
  readonly signal: AbortSignal;
  private readonly abandoned = new AbortController();
  private readonly json = new JsonWriter(BUFFER_BYTES);
  private flow: RowFlow | undefined;
  private isWanted = true;
  private rest: NodeJS.Timeout | undefined;

  constructor(
    private readonly writeRow: WriteRow,
    private readonly throttle: LongWorkThrottle,
  ) {
    super({ highWaterMark: MAX_WAITING_BYTES });
    this.signal = this.abandoned.signal;
  }

  onBegin(flow: RowFlow): void {
    this.flow = flow;
  }

  onRow(row: WireRow, columns: readonly FieldDef[]): void {
    this.writeRow(this.json, row, columns);
    this.json.piece(NEWLINE);
    this.rows += 1;
    if (this.json.length < CHUNK_BYTES) return;
    this.isWanted = this.push(this.json.cut(BUFFER_BYTES));
    const restMs = this.throttle.restMs();
    if (restMs > 0) this.rest ??= setTimeout(this.endRest, restMs);
    if (!this.isWanted || this.rest) this.flow?.pause();
  }

  /** The last row has arrived. */
  finish(): void {
    if (this.json.length > 0) this.push(this.json.cut(0));
    this.push(null);
  }

  override _read(): void {
    this.isWanted = true;
    this.resumeIfWanted();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.rest);
    this.abandoned.abort();
    callback(error);
  }

  private readonly endRest = (): void => {
    this.rest = undefined;
    this.resumeIfWanted();
  };

  private resumeIfWanted(): void {
    if (this.isWanted && !this.rest) this.flow?.resume();
  }
}
