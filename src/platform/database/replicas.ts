import type { Pool } from 'pg';
import type { Env } from '#platform/config/env';
import type { Logger } from '#platform/logging/logger';
import type { Step, StepOptions } from './batch-runner';
import { Freshness } from './freshness';
import { openPool } from './open-pool';
import { Reader, type Reads } from './reader';
import { PLATFORM, type Scope } from './scope';
import { timeoutFor } from './timed-client';
import type { StatementNames } from './statement-names';
import type { TextRow } from './wire-row';
import type { WriteMarks } from './write-marks';

const POLL_MS = 400;
const POLL_TIMEOUT_MS = 1000;
/** A replica further behind is left out. Shorter than a mark lasts: see WriteMarks. */
const MAX_LAG_MS = 4000;
/** What a list may take on a replica; the primary is asked again for one that takes longer. */
const READ_LIMITS = { statementMs: 2500, lockMs: 1000 };
/** A replica that says nothing costs a list this much more, once; then it is left out. */
const SLACK_MS = 500;

const PRIMARY_POSITION = `SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text AS position`;
const REPLICA_POSITION = `SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS position WHERE pg_is_in_recovery()`;

interface Replica {
  name: string;
  pool: Pool;
  /** A connection of its own to ask how far it is: a replica may be busy and well. */
  position: Pool;
  reader: Reader;
  /** It knows everything that was committed by then; undefined while it is left out. */
  freshAt: number | undefined;
}

/**
 * Reads from a replica when it has seen everything that callers of the organization were told is written, and from the
 * primary otherwise. Replicas are asked all the time how far they are: a dead or lagging one is left out until it is back.
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
    /** The primary too, on a connection that lists do not take. */
    private readonly primaryPosition: Reads,
    private readonly marks: WriteMarks,
    private readonly logger: Logger,
  ) {
    this.replicas = env.DATABASE_REPLICA_URLS.map((url) => connectReplica(url, env.DATABASE_POOL_SIZE, names));
  }

  read<Row>(scope: Scope, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<Row[]> {
    return this.anywhere(scope, (reads) => reads.read<Row>(scope, sql, params, options));
  }

  readText(scope: Scope, sql: string, params?: readonly unknown[], options?: StepOptions): Promise<TextRow[]> {
    return this.anywhere(scope, (reads) => reads.readText(scope, sql, params, options));
  }

  readTexts(scope: Scope, statements: readonly Step[]): Promise<TextRow[][]> {
    return this.anywhere(scope, (reads) => reads.readTexts(scope, statements));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.flatMap(({ pool, position }) => [pool.end(), position.end()]));
  }

  private async anywhere<T>(scope: Scope, read: (reads: Reads) => Promise<T>): Promise<T> {
    this.timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
    const replica = scope !== PLATFORM && (await this.marks.isQuiet(scope)) ? this.next() : undefined;
    if (!replica) return read(this.primary);
    try {
      return await read(replica.reader);
    } catch (error) {
      if (isOfTheStatement(error)) throw error;
      if (!tookTooLong(error)) this.leaveOut(replica, (error as Error).message);
      return read(this.primary);
    }
  }

  /** The replicas that are fresh enough take turns. */
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
      // Nothing is known of the primary: what is known of replicas grows old, and they are left out by that.
    } finally {
      this.polling = false;
    }
  }

  private async ask(replica: Replica): Promise<void> {
    try {
      const { rows } = await replica.position.query<{ position: string }>(REPLICA_POSITION);
      if (!rows[0]) throw new Error('it is not in recovery');
      const freshAt = this.freshness.asOf(BigInt(rows[0].position));
      if (freshAt === undefined || freshAt < performance.now() - MAX_LAG_MS) throw new Error('it lags behind');
      if (replica.freshAt === undefined) this.logger.warn(`Lists are read from the replica ${replica.name}.`);
      replica.freshAt = freshAt;
    } catch (error) {
      this.leaveOut(replica, (error as Error).message);
    }
  }

  private leaveOut(replica: Replica, reason: string): void {
    if (replica.freshAt !== undefined) this.logger.warn(`The replica ${replica.name} is left out: ${reason}.`);
    replica.freshAt = undefined;
  }
}

function connectReplica(url: string, size: number, names: StatementNames): Replica {
  const pool = openPool(url, size, POLL_TIMEOUT_MS, timeoutFor(READ_LIMITS, SLACK_MS));
  const position = openPool(url, 1, POLL_TIMEOUT_MS, POLL_TIMEOUT_MS);
  return { name: new URL(url).host, pool, position, reader: new Reader(pool, names, READ_LIMITS), freshAt: undefined };
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/** The primary would refuse it too: a value that cannot be compared. */
function isOfTheStatement(error: unknown): boolean {
  return codeOf(error).startsWith('22');
}

/** Which says nothing of the replica's health. */
function tookTooLong(error: unknown): boolean {
  return codeOf(error) === '57014';
}
