import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Client, ClientBase, Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, type EntityManager, type EntityTarget, type FindOptionsWhere, type ObjectLiteral } from 'typeorm';
import { Env } from '#platform/config/env';
import { Logger } from '#platform/logging/logger';
import { BatchRunner, type Step, type StepOptions } from './batch-runner';
import { ConnectionShares } from './connection-shares';
import { CONNECT_TIMEOUT_MS } from './data-source-options';
import { cancelStatement } from './cancel-statement';
import { asDatabaseFailure, markingFailures } from './database-failure';
import { LongWork } from './long-work';
import { BULK_CONNECT_TIMEOUT_MS, openBulkPool, openPool } from './open-pool';
import { PooledClient } from './pooled-client';
import { Reader, type Reads } from './reader';
import { ReplicaReads } from './replicas';
import type { RowSink } from './row-sink';
import { RowStream } from './row-stream';
import { CONTEXT, contextValues, DEFAULT_LIMITS, type Limits, type Tenant } from './tenant';
import { timeoutFor, type TimedClient } from './timed-client';
import { StatementNames } from './statement-names';
import type { TextRow } from './wire-row';
import { WriteMarks } from './write-marks';

/** Authentication reads a few rows by key. If that takes longer, the database is not responding. */
const RESERVED_LIMITS: Limits = { statementMs: 2000, lockMs: 1000 };
const RESERVED_SLACK_MS = 500;

/**
 * A stream uses one core of the database: parallel workers would take the other cores from calls. It joins about a million rows in memory:
 * above work_mem, PostgreSQL would write the whole join to disk.
 */
const STREAM_SETTINGS = `set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '64MB', true)`;

export type { Step } from './batch-runner';
export { PLATFORM } from './tenant';

/** Runs statements in a transaction: TypeORM's manager, or a plain connection. */
export interface Statements {
  query(sql: string, params?: unknown[]): Promise<unknown>;
}

/** A separate connection in a transaction, which can also stream COPY text. */
export interface BulkConnection extends Statements {
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  copy(sql: string, text: string | Buffer): Promise<void>;
}

/** A reading statement whose result does not fit in memory. */
export interface StreamedStatement {
  sql: string;
  params: readonly unknown[];
  limits: Limits;
  /** Runs first, in the same transaction. If it throws, the statement does not run. */
  before: (tx: Statements) => Promise<void>;
  /** Cancels the statement at once. */
  signal: AbortSignal;
}

/**
 * The only access to PostgreSQL. Every transaction first sets the service's role and the organization whose rows it may
 * touch, so row-level security protects even a statement that lacks a predicate. These settings are local to the transaction:
 * nothing leaks through a pool or a pooler.
 */
@Injectable()
export class Database implements Reads, OnApplicationShutdown {
  /**
   * For lists and searches: reads from a replica that has replayed every write acknowledged to the organization, otherwise from the
   * primary. A replica may miss very recent writes of others; checks that need current data use read() instead.
   */
  readonly lists: Reads;
  /** For authentication and rate limits, on a separate connection: 401, 403 and 429 are answered even while calls hold every other connection. */
  readonly reserved: Reads;
  readonly longWork = new LongWork('imports');
  private readonly shares: ConnectionShares;
  private readonly primary: Reader;
  private readonly writes: BatchRunner;
  private readonly pool: Pool;
  private readonly reservedPool: Pool;
  private readonly bulkPool: Pool;
  private readonly streams = new LongWork('exports');
  private readonly replicas: ReplicaReads | undefined;
  private readonly marks: WriteMarks | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(Env) private readonly env: Env,
    logger: Logger,
  ) {
    const { master } = dataSource.driver as unknown as { master: Pool };
    this.pool = master;
    master.on('release', (_error, connection) => {
      (connection as unknown as PooledClient).timeoutMs = timeoutFor(DEFAULT_LIMITS);
    });
    const names = new StatementNames(env.DATABASE_PREPARED_STATEMENTS);
    this.shares = new ConnectionShares(env.DATABASE_POOL_SIZE, CONNECT_TIMEOUT_MS);
    this.primary = new Reader(master, names, DEFAULT_LIMITS, this.shares);
    this.writes = new BatchRunner(master, names, 'write', DEFAULT_LIMITS, this.shares);
    this.reservedPool = openPool(env.DATABASE_URL ?? '', 1, RESERVED_LIMITS.statementMs, timeoutFor(RESERVED_LIMITS, RESERVED_SLACK_MS));
    this.reserved = new Reader(this.reservedPool, names, RESERVED_LIMITS);
    this.bulkPool = openBulkPool(env.DATABASE_URL ?? '');
    if (env.DATABASE_REPLICA_URLS.length > 0 && env.REDIS_URL !== undefined) {
      this.marks = new WriteMarks(env.REDIS_URL);
      this.replicas = new ReplicaReads(env, names, this.primary, this.reserved, this.marks, logger);
    }
    this.lists = this.replicas ?? this.primary;
  }

  read<Row>(tenant: Tenant, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<Row[]> {
    return this.primary.read<Row>(tenant, sql, params, options);
  }

  readText(tenant: Tenant, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<TextRow[]> {
    return this.primary.readText(tenant, sql, params, options);
  }

  readTexts(tenant: Tenant, statements: readonly Step[]): Promise<TextRow[][]> {
    return this.primary.readTexts(tenant, statements);
  }

  /** Independent statements in one transaction and one round trip. */
  async write(tenant: Tenant, statements: readonly Step[]): Promise<TextRow[][]> {
    const results = await this.writes.run(tenant, statements, false);
    await this.marks?.wrote(tenant);
    return results.map(({ rows }) => rows);
  }

  /** One row by its key, as an entity. Takes three round trips where read() takes one, so use it for infrequent calls. */
  findOne<Entity extends ObjectLiteral>(
    tenant: Tenant,
    entity: EntityTarget<Entity>,
    key: FindOptionsWhere<Entity>,
  ): Promise<Entity | null> {
    return this.inTransaction(tenant, (tx) => tx.findOneBy(entity, key), DEFAULT_LIMITS);
  }

  /** Runs work in one transaction. */
  async transaction<T>(tenant: Tenant, work: (tx: EntityManager) => Promise<T>, limits: Limits = DEFAULT_LIMITS): Promise<T> {
    const result = await this.inTransaction(tenant, work, limits);
    await this.marks?.wrote(tenant);
    return result;
  }

  private inTransaction<T>(tenant: Tenant, work: (tx: EntityManager) => Promise<T>, limits: Limits): Promise<T> {
    const whole = async (tx: EntityManager): Promise<T> => {
      if (limits !== DEFAULT_LIMITS) ((await tx.queryRunner?.connect()) as PooledClient).timeoutMs = timeoutFor(limits);
      // Sent before the work's first statement without awaiting it. If it fails, the following statements fail too, and its error is the one to report.
      const context = tx.query(CONTEXT, contextValues(tenant, limits));
      const [done, ready] = await Promise.allSettled([work(tx), context]);
      if (ready.status === 'rejected') throw ready.reason;
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    };
    return this.shares.hold(tenant, () => this.begin(whole));
  }

  /**
   * A transaction on a connection for imports, which can stream (COPY): imports run longer than a call may and must not hold a
   * connection that calls use. The number of such connections is limited. Rolled back when keep is false.
   */
  bulk<T>(tenant: Tenant, limits: Limits, work: (connection: BulkConnection) => Promise<{ result: T; keep: boolean }>): Promise<T> {
    return this.longWork.during(undefined, () => this.onBulkConnection(tenant, limits, work));
  }

  private async onBulkConnection<T>(
    tenant: Tenant,
    limits: Limits,
    work: (connection: BulkConnection) => Promise<{ result: T; keep: boolean }>,
  ): Promise<T> {
    const client = (await markingFailures(() => this.bulkPool.connect())) as unknown as TimedClient & PoolClient;
    let isUsable = false;
    try {
      // A kept connection may be dead. Its plans suit the tables as they were at the last import.
      client.timeoutMs = BULK_CONNECT_TIMEOUT_MS;
      await markingFailures(() => client.query('DISCARD PLANS; BEGIN'));
      client.timeoutMs = timeoutFor(limits);
      await markingFailures(() => client.query(CONTEXT, contextValues(tenant, limits)));
      const { result, keep } = await work(bulkConnection(client));
      await markingFailures(() => client.query(keep ? 'COMMIT' : 'ROLLBACK'));
      isUsable = true;
      await this.marks?.wrote(tenant);
      return result;
    } finally {
      // After a failure, waits until the transaction and its locks are gone.
      if (!isUsable) await client.end().catch(() => undefined);
      client.release(!isUsable);
    }
  }

  /**
   * Streams the rows of one statement, and so of one snapshot, to a sink, in a read-only transaction on a separate connection. Resolves
   * after the last row.
   */
  stream(tenant: Tenant, statement: StreamedStatement, sink: RowSink): Promise<void> {
    return this.streams.during(undefined, async () => {
      const { limits, before, signal } = statement;
      signal.throwIfAborted();
      const client: Client = new PooledClient({
        connectionString: this.env.DATABASE_URL,
        connectionTimeoutMillis: 5000,
        application_name: 'vendor-risk-export',
        timeoutMs: timeoutFor(limits),
      });
      client.on('error', () => undefined); // the running statement receives the error too
      const cancel = () => {
        cancelStatement(client);
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        await markingFailures(() => client.connect());
        await markingFailures(() => client.query('BEGIN READ ONLY'));
        await markingFailures(() => client.query(`${CONTEXT}, ${STREAM_SETTINGS}`, contextValues(tenant, limits)));
        await before(bulkConnection(client));
        const rows = new RowStream(statement, sink);
        client.query(rows);
        await markingFailures(() => rows.done);
        await markingFailures(() => client.query('COMMIT'));
      } finally {
        signal.removeEventListener('abort', cancel);
        await client.end().catch(() => undefined);
      }
    });
  }

  /** TypeORM's transaction. Errors of the work pass through unchanged; any other error is a database failure. */
  private async begin<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const ofWork = new Set<unknown>();
    try {
      return await this.dataSource.transaction((tx) =>
        work(tx).catch((error: unknown) => {
          ofWork.add(error);
          throw error;
        }),
      );
    } catch (error) {
      throw ofWork.has(error) ? error : asDatabaseFailure(error);
    }
  }

  /** Connections for calls, by state. */
  connections(): Record<'busy' | 'idle' | 'waiting', number> {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** In seconds, by replica. */
  replicaLags(): Record<string, number> {
    return this.replicas?.lags() ?? {};
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reservedPool.end();
    await this.bulkPool.end();
    await this.replicas?.close();
    await this.marks?.close();
  }
}

function bulkConnection(client: ClientBase): BulkConnection {
  return {
    query: async <Row>(sql: string, params?: unknown[]) => (await markingFailures(() => client.query(sql, params))).rows as Row[],
    copy: (sql, text) => markingFailures(() => pipeline(Readable.from([text]), client.query(copyFrom(sql)))),
  };
}
