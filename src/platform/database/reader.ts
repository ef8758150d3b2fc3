import type { Pool } from 'pg';
import { BatchRunner, type Step, type StepOptions } from './batch-runner';
import type { ConnectionShares } from './connection-shares';
import type { Limits, Tenant } from './tenant';
import { toObjects, type BatchResult } from './statement-batch';
import type { StatementNames } from './statement-names';
import type { TextRow } from './wire-row';

/** Statements in read-only transactions. */
export interface Reads {
  /** One statement, rows as objects. */
  read<Row>(tenant: Tenant, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<Row[]>;
  /** One statement, rows as arrays of PostgreSQL's own text: the cheapest form. */
  readText(tenant: Tenant, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<TextRow[]>;
  /** Several statements, in one transaction and one round trip. */
  readTexts(tenant: Tenant, statements: readonly Step[]): Promise<TextRow[][]>;
}

/** Reads from one server. */
export class Reader implements Reads {
  private readonly batches: BatchRunner;

  constructor(pool: Pool, names: StatementNames, limits?: Limits, shares?: ConnectionShares) {
    this.batches = new BatchRunner(pool, names, 'read', limits, shares);
  }

  async read<Row>(tenant: Tenant, sql: string, params: readonly unknown[] = [], options: StepOptions = {}): Promise<Row[]> {
    const [result] = await this.batches.run(tenant, [{ sql, params, ...options }], true);
    return toObjects<Row>(result as BatchResult);
  }

  async readText(tenant: Tenant, sql: string, params: readonly unknown[] = [], options: StepOptions = {}): Promise<TextRow[]> {
    const [rows] = await this.readTexts(tenant, [{ sql, params, ...options }]);
    return rows as TextRow[];
  }

  async readTexts(tenant: Tenant, statements: readonly Step[]): Promise<TextRow[][]> {
    const results = await this.batches.run(tenant, statements, false);
    return results.map(({ rows }) => rows);
  }
}
