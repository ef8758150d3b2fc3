import type { Pool, PoolClient } from 'pg';
import type { ConnectionShares } from './connection-shares';
import { asDatabaseFailure, markingFailures } from './database-failure';
import { CONTEXT, contextValues, DEFAULT_LIMITS, type Limits, type Tenant } from './tenant';
import type { RowSink } from './row-sink';
import { StatementBatch, type BatchResult, type BatchStatement } from './statement-batch';
import type { StatementNames } from './statement-names';

export interface StepOptions {
  /** Keep the statement prepared on its connection. A connection keeps up to 200. */
  prepared?: boolean;
  /** Use one generic plan for all values: for prepared statements whose best plan does not depend on them. Planning can cost more than running. */
  plannedOnce?: boolean;
}

/** A statement of a batch. It cannot use the result of another statement of the batch. */
export interface Step extends StepOptions {
  sql: string;
  params?: readonly unknown[];
  /** Receives the rows as they arrive; the result is then empty. */
  sink?: RowSink;
}

type Access = 'read' | 'write';

/** Connections already set up for batches. Several runners may share a pool. */
const initialized = new WeakSet<PoolClient>();

/** Runs independent statements in one transaction and one round trip, within a tenant. */
export class BatchRunner {
  private readonly context: string;

  constructor(
    private readonly pool: Pool,
    private readonly names: StatementNames,
    access: Access,
    private readonly limits: Limits = DEFAULT_LIMITS,
    private readonly shares?: ConnectionShares,
  ) {
    this.context = CONTEXTS[access];
  }

  /** Every call runs through here: one function instead of a helper for each concern saves three promises. */
  async run(tenant: Tenant, steps: readonly Step[], described: boolean): Promise<BatchResult[]> {
    const turn = this.shares?.enter(tenant);
    if (turn) await turn;
    try {
      return await this.send(tenant, steps, described);
    } catch (error) {
      if (!this.names.areLost(error)) throw asDatabaseFailure(error);
      // A batch is one transaction, so after a failure the whole batch can be sent again.
      return await markingFailures(() => this.send(tenant, steps, described));
    } finally {
      this.shares?.leave(tenant);
    }
  }

  /** Sends the tenant together with the statements, so that isolation costs no extra round trip. */
  private async send(tenant: Tenant, steps: readonly Step[], described: boolean): Promise<BatchResult[]> {
    const plans = steps.every(({ plannedOnce }) => plannedOnce) ? 'force_generic_plan' : 'auto';
    const settings = [...contextValues(tenant, this.limits), plans];
    const context = { text: this.context, values: settings, name: this.names.of(this.context), sink: UNREAD };
    const batch = new StatementBatch([context, ...steps.map((step) => this.statement(step, described))]);
    const client = await this.pool.connect();
    if (!initialized.has(client)) initialize(client);
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

  private statement({ sql, params = [], prepared, sink }: Step, described: boolean): BatchStatement {
    return { text: sql, values: params, name: prepared ? this.names.of(sql) : undefined, described, sink };
  }
}

function initialize(client: PoolClient): void {
  initialized.add(client);
  // The batch receives connection errors. Without a listener, the 'error' event would end the process.
  if (client.listenerCount('error') === 0) client.on('error', () => undefined);
  // The same value that each transaction sets. If the session differed, the server would report the change twice per transaction.
  client.query(`SET TimeZone = 'UTC'`).catch(() => undefined);
}

const WRITE = `${CONTEXT}, set_config('plan_cache_mode', $4, true)`;
const CONTEXTS: Readonly<Record<Access, string>> = {
  read: `${WRITE}, set_config('transaction_read_only', 'on', true)`,
  write: WRITE,
};

const UNREAD: RowSink = { onBegin: () => undefined, onRow: () => undefined };
