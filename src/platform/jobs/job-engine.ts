import PgBoss from 'pg-boss';
import { PLATFORM, type Database } from '#platform/database/database';
import type { Logger } from '#platform/logging/logger';

/** The engine's own queue, which turns due cron schedules into jobs. */
const CRON_QUEUE = '__pgboss__send-it';
/** How long after its expiry the job of a dead process is given to another. */
const MAINTENANCE_SECONDS = 10;
/** How often due cron schedules are looked for, and so the maximum delay of a job. */
const CRON_SECONDS = 10;

/**
 * pg-boss on our connections, under the service's role. Migrations create its tables and queues. Its `work` is not used: it does not await
 * the completion of a job, so an unreachable database would end the process by an unhandled rejection.
 */
export function openJobEngine(database: Database, logger: Logger): PgBoss {
  const engine = new PgBoss({
    db: { executeSql: (sql, values) => execute(database, logger, sql, values) },
    schema: 'pgboss',
    migrate: false,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    cronMonitorIntervalSeconds: CRON_SECONDS,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
  });
  engine.on('error', (err) => {
    logger.warn({ err }, 'the job engine failed; it will retry');
  });
  return engine;
}

interface Result {
  rows: Record<string, unknown>[];
}

async function execute(database: Database, logger: Logger, sql: string, values: unknown[] | undefined): Promise<Result> {
  // The engine creates its cron queue at every start. A migration has created it, and the service's role may not create any.
  if (values?.[0] === CRON_QUEUE && sql.includes('create_queue')) return { rows: [] };
  try {
    return await database.transaction(PLATFORM, async (tx) => {
      const result = await tx.queryRunner?.query(withoutTransaction(sql), values, true);
      return { rows: (result?.records ?? []) as Record<string, unknown>[] };
    });
  } catch (err) {
    if (values?.[0] !== CRON_QUEUE) throw err;
    // The engine does not await what it does with cron jobs either. A cron job that is not finished expires and runs again.
    logger.warn({ err }, 'a cron job failed; it will be retried');
    return { rows: [{ count: '0' }] };
  }
}

/** Maintenance brings its own BEGIN and COMMIT; here every statement is in a transaction already. */
function withoutTransaction(sql: string): string {
  return sql.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
}
