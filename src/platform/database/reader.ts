import type { Pool } from 'pg';
import { BatchRunner, type Step, type StepOptions } from './batch-runner';
import type { ConnectionShares } from './connection-shares';
import type { Limits, Scope } from './scope';
import { toObjects, type BatchResult } from './statement-batch';
import type { StatementNames } from './statement-names';
import type { TextRow } from './wire-row';

/** Statements in read-only transactions. */
export interface Reads {
  /** One statement, rows as objects. */
  read<Row>(scope: Scope, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<Row[]>;
  /** One statement, rows as arrays of PostgreSQL's own text: the cheapest form. */
  readText(scope: Scope, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<TextRow[]>;
  /** Several statements, in one transaction and one round trip. */
  readTexts(scope: Scope, statements: readonly Step[]): Promise<TextRow[][]>;
}

/** Reads from one server. */
export class Reader implements Reads {
  private readonly batches: BatchRunner;

  constructor(pool: Pool, names: StatementNames, limits?: Limits, shares?: ConnectionShares) {
    this.batches = new BatchRunner(pool, names, 'read', limits, shares);
  }

  async read<Row>(scope: Scope, sql: string, params: readonly unknown[] = [], options: StepOptions = {}): Promise<Row[]> {
    const [result] = await this.batches.run(scope, [{ sql, params, ...options }], true);
    return toObjects<Row>(result as BatchResult);
  }

  async readText(scope: Scope, sql: string, params: readonly unknown[] = [], options: StepOptions = {}): Promise<TextRow[]> {
    const [rows] = await this.readTexts(scope, [{ sql, params, ...options }]);
    return rows as TextRow[];
  }

  async readTexts(scope: Scope, statements: readonly Step[]): Promise<TextRow[][]> {
    const results = await this.batches.run(scope, statements, false);
    return results.map(({ rows }) => rows);
  }
}
