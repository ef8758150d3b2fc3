import type { Pool, PoolClient } from 'pg';
import { ReadBatch, toObjects, type BatchResult, type BatchStatement, type TextRow } from './read-batch';
import { CONTEXT, contextValues, USUAL_LIMITS, type Limits, type Scope } from './scope';
import type { StatementNames } from './statement-names';

export interface ReadOptions {
  /** Keep the statement prepared on its connection, which has room for a few hundred. */
  prepared?: boolean;
  /** Plan it once for all values: for prepared statements whose best plan does not depend on them. Planning can cost more than running. */
  plannedOnce?: boolean;
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
  private readonly greeted = new WeakSet<PoolClient>();

  constructor(
    private readonly pool: Pool,
    private readonly names: StatementNames,
    private readonly limits: Limits = USUAL_LIMITS,
  ) {}

  async read<Row>(scope: Scope, sql: string, params: readonly unknown[] = [], options: ReadOptions = {}): Promise<Row[]> {
    const [result] = await this.batch(scope, [{ sql, params, ...options }], true);
    return toObjects<Row>(result as BatchResult);
  }

  async readText(scope: Scope, sql: string, params: readonly unknown[] = [], options: ReadOptions = {}): Promise<TextRow[]> {
    const [rows] = await this.readTexts(scope, [{ sql, params, ...options }]);
    return rows as TextRow[];
  }

  async readTexts(scope: Scope, statements: readonly Reading[]): Promise<TextRow[][]> {
    const results = await this.batch(scope, statements, false);
    return results.map(({ rows }) => rows);
  }

  private async batch(scope: Scope, statements: readonly Reading[], described: boolean): Promise<BatchResult[]> {
    try {
      return await this.send(scope, statements, described);
    } catch (error) {
      if (!this.names.areLost(error)) throw error;
      return this.send(scope, statements, described);
    }
  }

  /** Sends context and statements in one go: isolation costs no round trip of its own. */
  private async send(scope: Scope, statements: readonly Reading[], described: boolean): Promise<BatchResult[]> {
    const plans = statements.every(({ plannedOnce }) => plannedOnce) ? 'force_generic_plan' : 'auto';
    const context = { text: READ_CONTEXT, values: [...contextValues(scope, this.limits), plans], name: this.names.of(READ_CONTEXT) };
    const batch = new ReadBatch([context, ...statements.map((statement) => this.statement(statement, described))]);
    const client = await this.pool.connect();
    if (!this.greeted.has(client)) this.greet(client);
    let failed = true;
    try {
      client.query(batch);
      const [, ...results] = await batch.done;
      failed = false;
      return results;
    } finally {
      client.release(failed && batch.leavesDoubt);
    }
  }

  private greet(client: PoolClient): void {
    this.greeted.add(client);
    // A connection that breaks tells the batch; unheard, its own event would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
    // What a transaction sets anyway. Were it to differ from the session, the server would report the change both ways each time.
    client.query(`SET TimeZone = 'UTC'`).catch(() => undefined);
  }

  private statement({ sql, params = [], prepared }: Reading, described: boolean): BatchStatement {
    return { text: sql, values: params, name: prepared ? this.names.of(sql) : undefined, described };
  }
}

const READ_CONTEXT = `${CONTEXT}, set_config('transaction_read_only', 'on', true), set_config('plan_cache_mode', $4, true)`;
