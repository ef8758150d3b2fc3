import type { FieldDef } from 'pg';
import type { WireRow } from './wire-row';

/** Stops and restarts the arrival of rows. PostgreSQL waits meanwhile. */
export interface RowFlow {
  pause(): void;
  resume(): void;
}

/** Receives the rows of one statement as they arrive, while they are still bytes. */
export interface RowSink {
  /** Called before the first row, and again when the statement is sent again, as after a lost connection. */
  onBegin(flow: RowFlow): void;
  /** The row is valid until the next one is read. Columns are empty if the statement was sent without asking for them. */
  onRow(row: WireRow, columns: readonly FieldDef[]): void;
}
