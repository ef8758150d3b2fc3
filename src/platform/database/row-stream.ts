import { Query, type FieldDef } from 'pg';
import { prepareValue } from 'pg/lib/utils';
import type { RowSink } from './row-sink';
import type { WireConnection } from './statement-batch';
import type { WireRow } from './wire-row';

/**
 * One statement whose rows go to a sink and are never collected. Pausing leaves them in the socket: what has arrived, at most
 * 64 KiB, is still delivered. PostgreSQL stops when its send buffer is full, so a slow reader costs no memory on either side.
 */
export class RowStream extends Query {
  readonly done: Promise<void>;
  private columns: readonly FieldDef[] = [];
  private failure: Error | undefined;
  private wire: WireConnection | undefined;
  private resolve!: () => void;
  private reject!: (error: Error) => void;

  constructor(
    private readonly statement: { sql: string; params: readonly unknown[] },
    private readonly sink: RowSink,
  ) {
    super('');
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.done.catch(() => undefined); // the awaiting caller gets the error
  }

  get sql(): string {
    return this.statement.sql;
  }

  override readonly submit = (connection: object): void => {
    const wire = connection as WireConnection;
    const { stream } = wire;
    this.wire = wire;
    this.sink.onBegin(stream);
    stream.cork();
    wire.parse({ name: '', text: this.statement.sql });
    wire.bind({ statement: '', values: this.statement.params, valueMapper: prepareValue });
    wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '' });
    wire.sync();
    stream.uncork();
  };

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.columns = fields;
  }

  handleDataRow(row: WireRow): void {
    if (this.failure) return;
    try {
      this.sink.onRow(row, this.columns);
    } catch (error) {
      this.failure = error as Error; // thrown here, it would end the process
      this.wire?.stream.destroy();
    }
  }

  handleCommandComplete(): void {
    // handleReadyForQuery follows
  }

  handleError(error: Error): void {
    this.reject(this.failure ?? error);
  }

  handleReadyForQuery(): void {
    this.resolve();
  }
}
