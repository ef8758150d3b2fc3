import type { Duplex } from 'node:stream';
import { DatabaseError, Query, types, type FieldDef } from 'pg';
import { prepareValue } from 'pg/lib/utils';
import { serialize } from 'pg-protocol';
import type { RowSink } from './row-sink';
import type { TextRow, WireRow } from './wire-row';

export interface BatchStatement {
  text: string;
  values: readonly unknown[];
  /** Kept prepared on the connection under this name. */
  name?: string | undefined;
  /** Whether to return the names and types of the columns. */
  described?: boolean;
  /** Receives the rows as they arrive, in place of the result. */
  sink?: RowSink | undefined;
}

export interface BatchResult {
  fields: readonly FieldDef[];
  rows: TextRow[];
}

const DESCRIBE = serialize.describe({ type: 'P', name: '' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();
/** The part of the driver's connection that statements are sent through. */
export interface WireConnection {
  stream: Duplex;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Maximum number of prepared statements per connection; the least recently used one is closed first. */
const MAX_PREPARED = 200;

/** The prepared statements of each connection, in order of use once it is full. */
const known = new WeakMap<object, Set<string>>();

/**
 * Statements sent in one packet that ends with one Sync. PostgreSQL runs everything up to a Sync as one transaction, so
 * transaction-local settings apply to exactly these statements, and neither BEGIN nor COMMIT is needed. Rows stay text, and
 * columns are described only on request.
 */
export class StatementBatch extends Query {
  readonly done: Promise<BatchResult[]>;
  private readonly results: BatchResult[] = [];
  private current: BatchResult = { fields: [], rows: [] };
  private doubtful = false;
  private sinkError: Error | undefined;
  private resolve!: (results: BatchResult[]) => void;
  private reject!: (error: Error) => void;

  constructor(private readonly statements: readonly BatchStatement[]) {
    super('');
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Number of statements the timeout covers; the first one sets the scope of the others. */
  get timedStatements(): number {
    return Math.max(1, this.statements.length - 1);
  }

  /** For traces, without the statement that sets the scope. */
  get sql(): string {
    return this.statements
      .slice(1)
      .map(({ text }) => text)
      .join(';\n');
  }

  /**
   * After a failure while preparing, the prepared statements of the connection are unknown; after a failure that PostgreSQL
   * did not report, the connection itself may be broken.
   */
  get leavesDoubt(): boolean {
    return this.doubtful;
  }

  override readonly submit = (connection: object): void => {
    const { stream } = connection as { stream: Duplex };
    let names = known.get(connection);
    if (!names) known.set(connection, (names = new Set()));
    const messages: Buffer[] = [];
    for (const { text, values, name = '', described, sink } of this.statements) {
      sink?.onBegin(stream);
      if (name === '') messages.push(serialize.parse({ text }));
      else if (!names.has(name)) this.prepare(messages, names, name, text);
      else if (names.size === MAX_PREPARED) moveToEnd(names, name);
      messages.push(serialize.bind({ statement: name, values: values as unknown[], valueMapper: prepareValue }));
      if (described) messages.push(DESCRIBE);
      messages.push(EXECUTE);
    }
    messages.push(SYNC);
    if (stream.writable) stream.write(Buffer.concat(messages));
  };

  private prepare(messages: Buffer[], names: Set<string>, name: string, text: string): void {
    this.doubtful = true;
    const [oldest] = names;
    if (oldest !== undefined && names.size >= MAX_PREPARED) {
      messages.push(serialize.close({ type: 'S', name: oldest }));
      names.delete(oldest);
    }
    messages.push(serialize.parse({ name, text }));
    names.add(name);
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.current.fields = fields;
  }

  handleDataRow(row: WireRow): void {
    const sink = this.statements[this.results.length]?.sink;
    if (!sink) {
      this.current.rows.push(row.fields);
      return;
    }
    try {
      sink.onRow(row, this.current.fields);
    } catch (error) {
      this.sinkError ??= error as Error; // thrown here, it would end the process
    }
  }

  handleCommandComplete(): void {
    this.results.push(this.current);
    this.current = { fields: [], rows: [] };
  }

  handleError(error: Error): void {
    this.doubtful ||= !(error instanceof DatabaseError);
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.doubtful = false;
    if (this.sinkError) this.reject(this.sinkError);
    else this.resolve(this.results);
  }
}

function moveToEnd(names: Set<string>, name: string): void {
  names.delete(name);
  names.add(name);
}

/** Rows as objects, each value in the type that the driver gives it. */
export function toObjects<Row>({ fields, rows }: BatchResult): Row[] {
  const parserOf = types.getTypeParser as (type: number) => (text: string) => unknown;
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (const [index, { name, parse }] of columns.entries()) {
      const text = row[index] as string | null;
      object[name] = text === null ? null : parse(text);
    }
    return object as Row;
  });
}
