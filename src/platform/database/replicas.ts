import type { Pool } from 'pg';
import type { Env } from '#platform/config/env';
import type { Logger } from '#platform/logging/logger';
import type { Step, StepOptions } from './batch-runner';
import { Freshness } from './freshness';
import { openPool } from './open-pool';
import { isStatementTimeout } from './pg-errors';
import { Reader, type Reads } from './reader';
import { PLATFORM, type Tenant } from './tenant';
import { timeoutFor } from './timed-client';
import type { StatementNames } from './statement-names';
import type { TextRow } from './wire-row';
import type { WriteMarks } from './write-marks';

const POLL_MS = 400;
const POLL_TIMEOUT_MS = 1000;
/** A replica that lags further is not used. Shorter than the lifetime of a mark: see WriteMarks. */
const MAX_LAG_MS = 4000;
/** Time limit of a list on a replica; a list that takes longer is read from the primary instead. */
const READ_LIMITS = { statementMs: 2500, lockMs: 1000 };
/** An unresponsive replica delays one list by this much more; then it is not used. */
const SLACK_MS = 500;

const PRIMARY_POSITION = `SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text AS position`;
const REPLICA_POSITION = `SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS position WHERE pg_is_in_recovery()`;

interface Replica {
  name: string;
  pool: Pool;
  /** A separate connection to ask for its position: a busy replica may still be healthy. */
  position: Pool;
  reader: Reader;
  /** The replica has replayed everything committed by then; undefined while it is not used. */
  freshAt: number | undefined;
  /** The last freshAt, also while it is not used. */
  lastFreshAt: number;
}

/**
 * Reads from a replica when it has replayed every write acknowledged to the organization, and from the primary otherwise. The
 * positions of the replicas are polled: a dead or lagging one is not used until it recovers.
 */
export class ReplicaReads implements Reads {
  private readonly replicas: Replica[];
  private readonly freshness = new Freshness();
  private timer: NodeJS.Timeout | undefined;
  private polling = false;
  private turn = 0;

  constructor(
    env: Env,
    names: StatementNames,
    private readonly primary: Reads,
    /** The primary, on a connection that lists do not use. */
    private readonly primaryPosition: Reads,
    private readonly marks: WriteMarks,
    private readonly logger: Logger,
  ) {
    this.replicas = env.DATABASE_REPLICA_URLS.map((url) => connectReplica(url, env.DATABASE_POOL_SIZE, names));
  }

  read<Row>(tenant: Tenant, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<Row[]> {
    return this.anywhere(tenant, (reads) => reads.read<Row>(tenant, sql, params, options));
  }

  readText(tenant: Tenant, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<TextRow[]> {
    return this.anywhere(tenant, (reads) => reads.readText(tenant, sql, params, options));
  }

  readTexts(tenant: Tenant, statements: readonly Step[]): Promise<TextRow[][]> {
    return this.anywhere(tenant, (reads) => reads.readTexts(tenant, statements));
  }

  lags(): Record<string, number> {
    return Object.fromEntries(this.replicas.map(({ name, lastFreshAt }) => [name, (performance.now() - lastFreshAt) / 1000]));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.flatMap(({ pool, position }) => [pool.end(), position.end()]));
  }

  private async anywhere<T>(tenant: Tenant, read: (reads: Reads) => Promise<T>): Promise<T> {
    this.timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
    const replica = tenant !== PLATFORM && (await this.marks.hasNoRecentWrite(tenant)) ? this.next() : undefined;
    if (!replica) return read(this.primary);
    try {
      return await read(replica.reader);
    } catch (error) {
      if (isStatementError(error)) throw error;
      // A timeout says nothing about the replica's health.
      if (!isStatementTimeout(error)) this.exclude(replica, (error as Error).message);
      return read(this.primary);
    }
  }

  /** Picks among the fresh replicas in turn. */
  private next(): Replica | undefined {
    const oldest = performance.now() - MAX_LAG_MS;
    const fresh = this.replicas.filter(({ freshAt }) => freshAt !== undefined && freshAt > oldest);
    this.turn = (this.turn + 1) % Math.max(1, fresh.length);
    return fresh[this.turn];
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      const at = performance.now();
      const [row] = await this.primaryPosition.read<{ position: string }>(PLATFORM, PRIMARY_POSITION, [], { prepared: true });
      this.freshness.note(at, BigInt(row?.position ?? 0));
      await Promise.all(this.replicas.map((replica) => this.ask(replica)));
    } catch {
      // Without news of the primary, the notes about replicas grow old until they count as lagging.
    } finally {
      this.polling = false;
    }
  }

  private async ask(replica: Replica): Promise<void> {
    try {
      const { rows } = await replica.position.query<{ position: string }>(REPLICA_POSITION);
      if (!rows[0]) throw new Error('not in recovery');
      const freshAt = this.freshness.asOf(BigInt(rows[0].position));
      if (freshAt === undefined || freshAt < performance.now() - MAX_LAG_MS) throw new Error('lagging too far behind');
      if (replica.freshAt === undefined) this.logger.warn(`Using the replica ${replica.name} for lists.`);
      replica.freshAt = freshAt;
      replica.lastFreshAt = freshAt;
    } catch (error) {
      this.exclude(replica, (error as Error).message);
    }
  }

  private exclude(replica: Replica, reason: string): void {
    if (replica.freshAt !== undefined) this.logger.warn(`Not using the replica ${replica.name}: ${reason}.`);
    replica.freshAt = undefined;
  }
}

function connectReplica(url: string, size: number, names: StatementNames): Replica {
  const pool = openPool(url, size, POLL_TIMEOUT_MS, timeoutFor(READ_LIMITS, SLACK_MS));
  const position = openPool(url, 1, POLL_TIMEOUT_MS, POLL_TIMEOUT_MS);
  return {
    name: new URL(url).host,
    pool,
    position,
    reader: new Reader(pool, names, READ_LIMITS),
    freshAt: undefined,
    lastFreshAt: performance.now(),
  };
}

/** The statement itself is at fault, for example a value that cannot be compared: the primary would refuse it too. */
function isStatementError(error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('22') ?? false;
}
