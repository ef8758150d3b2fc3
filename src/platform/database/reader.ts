import type { Writable } from 'node:stream';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { CONTEXT, contextValues, USUAL_LIMITS, type Scope } from './scope';
import type { StatementNames } from './statement-names';

/** A row as PostgreSQL prints it. */
export type TextRow = (string | null)[];

export interface ReadOptions {
  /** Keep the statement prepared on its connection. Only for texts of which there are few. */
  prepared?: boolean;
}

export interface Reading extends ReadOptions {
  sql: string;
  params?: readonly unknown[];
}

/** Reading statements, each in a transaction that cannot write. */
export interface Reads {
  /** One reading statement, rows as objects. */
  read<Row>(scope: Scope, sql: string, params?: readonly unknown[], options?: ReadOptions): Promise<Row[]>;
  /** One reading statement, rows as arrays of PostgreSQL's own text: the cheapest form there is. */
  readText(scope: Scope, sql: string, params?: readonly unknown[], options?: ReadOptions): Promise<TextRow[]>;
  /** Several of them, in one transaction and one round trip. */
  readTexts(scope: Scope, statements: readonly Reading[]): Promise<TextRow[][]>;
}

/** Reads from one server. */
export class Reader implements Reads {
  constructor(
    private readonly pool: Pool,
    private readonly names: StatementNames,
  ) {}

  async read<Row>(scope: Scope, sql: string, params: readonly unknown[] = [], options: ReadOptions = {}): Promise<Row[]> {
    const [result] = await this.pipeline(scope, () => [this.statement({ sql, params, ...options })]);
    return (result as QueryResult).rows as Row[];
  }

  async readText(scope: Scope, sql: string, params: readonly unknown[] = [], options: ReadOptions = {}): Promise<TextRow[]> {
    const [rows] = await this.readTexts(scope, [{ sql, params, ...options }]);
    return rows as TextRow[];
  }

  async readTexts(scope: Scope, statements: readonly Reading[]): Promise<TextRow[][]> {
    const results = await this.pipeline(scope, () =>
      statements.map((statement) => ({ ...this.statement(statement), rowMode: 'array' as const, types: AS_TEXT })),
    );
    return results.map((result) => result.rows as unknown as TextRow[]);
  }

  private async pipeline(scope: Scope, queries: () => QueryConfig[]): Promise<QueryResult[]> {
    try {
      return await this.send(scope, queries());
    } catch (error) {
      if (!this.names.areLost(error)) throw error;
      return this.send(scope, queries());
    }
  }

  private statement({ sql, params = [], prepared }: Reading): QueryConfig {
    const name = prepared ? this.names.of(sql) : undefined;
    return { text: sql, values: [...params], ...(name !== undefined && { name }) };
  }

  /** Sends context, statements and end in one go, as one packet: isolation costs no round trip of its own. */
  private async send(scope: Scope, queries: readonly QueryConfig[]): Promise<QueryResult[]> {
    const context = { ...this.statement({ sql: CONTEXT, prepared: true }), values: contextValues(scope, USUAL_LIMITS) };
    const client = await this.pool.connect();
    // A connection that breaks tells each statement; unheard, its own event would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
    let broken: Error | undefined;
    try {
      const socket = (client as unknown as { connection: { stream: Writable } }).connection.stream;
      socket.cork();
      const sent = [{ text: 'BEGIN READ ONLY' }, context, ...queries, { text: 'COMMIT' }].map((query) => client.query(query));
      socket.uncork();
      const results = await Promise.allSettled(sent);
      const ended = results.at(-1);
      if (ended?.status === 'rejected') broken = ended.reason as Error;
      return results.map(valueOf).slice(2, -1);
    } finally {
      client.release(broken);
    }
  }
}

function valueOf(result: PromiseSettledResult<QueryResult>): QueryResult {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

const AS_TEXT = { getTypeParser: () => (text: string) => text };
