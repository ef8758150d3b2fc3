import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Client, type Pool, type QueryConfig, type QueryResult } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, type EntityManager } from 'typeorm';
import { Env } from '#platform/config/env';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The role every statement runs under: it owns no table, and row-level security binds it. */
export const SERVICE_ROLE = 'vendor_risk_service';

/** Whose rows a statement may see: one organization's, or only what belongs to the platform. */
export type Scope = string | typeof PLATFORM;
export const PLATFORM = Symbol('platform');

export interface Limits {
  statementMs: number;
  lockMs: number;
}

/** Connections keep prepared statements for good: past this many texts, further ones go unprepared. */
const MOST_PREPARED = 200;

const USUAL: Limits = { statementMs: 15_000, lockMs: 5_000 };

/** What runs statements in a transaction: TypeORM's manager, or a plain connection. */
export interface Statements {
  query(sql: string, params?: unknown[]): Promise<unknown>;
}

/** A connection of its own in a transaction, that can also take a stream of COPY text. */
export interface BulkConnection extends Statements {
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  copy(sql: string, text: string | Buffer): Promise<void>;
}

/** A row as PostgreSQL prints it. */
export type TextRow = (string | null)[];

export interface Reading extends ReadOptions {
  sql: string;
  params?: readonly unknown[];
}

export interface ReadOptions {
  /** Keep the statement prepared on its connection. Only for texts of which there are few. */
  prepared?: boolean;
}

/**
 * The only door to PostgreSQL. Every statement runs in a transaction that first takes on the service's role and the
 * organization whose rows it may touch, so row-level security holds even where a predicate was forgotten. All of it is
 * local to the transaction: nothing leaks through a pool or a pooler.
 */
@Injectable()
export class Database {
  private readonly pool: Pool;
  private readonly names = new Map<string, string>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(Env) private readonly env: Env,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  /** One reading statement, rows as objects. */
  async read<Row>(scope: Scope, sql: string, params: readonly unknown[] = [], options: ReadOptions = {}): Promise<Row[]> {
    const [result] = await this.pipeline(scope, [this.statement({ sql, params, ...options })]);
    return (result as QueryResult).rows as Row[];
  }

  /** One reading statement, rows as arrays of PostgreSQL's own text: the cheapest form there is. */
  async readText(scope: Scope, sql: string, params: readonly unknown[] = [], options: ReadOptions = {}): Promise<TextRow[]> {
    const [rows] = await this.readTexts(scope, [{ sql, params, ...options }]);
    return rows as TextRow[];
  }

  /** Several of them, in one transaction and one round trip. */
  async readTexts(scope: Scope, statements: readonly Reading[]): Promise<TextRow[][]> {
    const queries = statements.map((statement) => ({ ...this.statement(statement), rowMode: 'array' as const, types: AS_TEXT }));
    const results = await this.pipeline(scope, queries);
    return results.map((result) => result.rows as unknown as TextRow[]);
  }

  /** Work that belongs together: all of it happens, or nothing. */
  async transaction<T>(scope: Scope, work: (tx: EntityManager) => Promise<T>, limits: Limits = USUAL): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(CONTEXT, contextValues(scope, limits));
      return work(tx);
    });
  }

  /**
   * A transaction on a connection of its own that can stream (COPY), for imports: they take longer than a call may, and
   * must not keep a connection from the pool for that time. Rolled back when keep is false.
   */
  async bulk<T>(scope: Scope, limits: Limits, work: (connection: BulkConnection) => Promise<{ result: T; keep: boolean }>): Promise<T> {
    const client = new Client({
      connectionString: this.env.DATABASE_URL,
      connectionTimeoutMillis: 5000,
      application_name: 'vendor-risk-import',
    });
    client.on('error', () => undefined); // the statement under way gets the error too
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(CONTEXT, contextValues(scope, limits));
      const { result, keep } = await work(bulkConnection(client));
      await client.query(keep ? 'COMMIT' : 'ROLLBACK');
      return result;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private statement({ sql, params = [], prepared }: Reading): QueryConfig {
    const name = prepared ? this.nameOf(sql) : undefined;
    return { text: sql, values: [...params], ...(name !== undefined && { name }) };
  }

  private nameOf(text: string): string | undefined {
    if (!this.env.DATABASE_PREPARED_STATEMENTS) return undefined;
    let name = this.names.get(text);
    if (name === undefined && this.names.size < MOST_PREPARED) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
      this.names.set(text, name);
    }
    return name;
  }

  /** Sends context, statements and end in one go, as one packet: isolation costs no round trip of its own. */
  private async pipeline(scope: Scope, queries: readonly QueryConfig[]): Promise<QueryResult[]> {
    const context = { ...this.statement({ sql: CONTEXT, prepared: true }), values: contextValues(scope, USUAL) };
    const client = await this.pool.connect();
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

function bulkConnection(client: Client): BulkConnection {
  return {
    query: async <Row>(sql: string, params?: unknown[]) => (await client.query(sql, params)).rows as Row[],
    copy: (sql, text) => pipeline(Readable.from([text]), client.query(copyFrom(sql))),
  };
}

const AS_TEXT = { getTypeParser: () => (text: string) => text };

const CONTEXT =
  `SELECT set_config('role', '${SERVICE_ROLE}', true), set_config('app.organization_id', $1, true), set_config('TimeZone', 'UTC', true), ` +
  `set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true)`;

function contextValues(scope: Scope, limits: Limits): string[] {
  if (scope !== PLATFORM && !UUID.test(scope)) throw new Error('An organization is named by its id.');
  return [scope === PLATFORM ? '' : scope, String(limits.statementMs), String(limits.lockMs)];
}
