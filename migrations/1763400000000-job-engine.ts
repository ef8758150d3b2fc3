import type { MigrationInterface, QueryRunner } from 'typeorm';
import { JOB_ENGINE_SCHEMA } from './job-engine-schema';

/** The queue in which the engine keeps its own cron jobs. */
const CRON_QUEUE = '__pgboss__send-it';

/**
 * The job engine, and the right to use its queues. The service creates no queue: migrations do, because a queue is a table.
 */
export class JobEngine1763400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The schema may have been created beforehand for a login that must not create any.
    await runner.query(`DO $$ BEGIN IF to_regnamespace('pgboss') IS NULL THEN CREATE SCHEMA pgboss; END IF; END $$`);
    await runner.query(JOB_ENGINE_SCHEMA);
    await runner.query(`SELECT pgboss.create_queue($1, '{"policy": "standard"}')`, [CRON_QUEUE]);

    await runner.query(`REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC`);
    await runner.query(`GRANT USAGE ON SCHEMA pgboss TO vendor_risk_service`);
    await runner.query(`GRANT SELECT ON pgboss.version, pgboss.queue TO vendor_risk_service`);
    await runner.query(`GRANT UPDATE (maintained_on, cron_on, monitored_on) ON pgboss.version TO vendor_risk_service`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON pgboss.schedule TO vendor_risk_service`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job TO vendor_risk_service`);
    await runner.query(`GRANT SELECT, INSERT, DELETE ON pgboss.archive TO vendor_risk_service`);

    /*
     * At most one job per key waits. If one does, it is moved forward to p_at, and locked until this transaction ends: a worker
     * skips it until then, so it cannot start before the rows it is about are visible.
     */
    await runner.query(`
      CREATE FUNCTION job_send(p_queue text, p_key text, p_at timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
      BEGIN
        IF NOT EXISTS (SELECT 1 FROM pgboss.queue q WHERE q.name = p_queue) THEN RAISE EXCEPTION 'There is no job queue %.', p_queue; END IF;
        LOOP
          INSERT INTO pgboss.job (name, singleton_key, start_after, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy)
          SELECT q.name, p_key, p_at, p_at + interval '14 days', coalesce(q.expire_seconds, 900) * interval '1 second',
                 coalesce(q.retry_limit, 2), coalesce(q.retry_delay, 0), coalesce(q.retry_backoff, false), q.policy
            FROM pgboss.queue q WHERE q.name = p_queue
          ON CONFLICT DO NOTHING;
          IF FOUND THEN RETURN; END IF;
          UPDATE pgboss.job SET start_after = least(start_after, p_at)
           WHERE name = p_queue AND coalesce(singleton_key, '') = p_key AND state = 'created' AND policy = 'short';
          IF FOUND THEN RETURN; END IF;
        END LOOP;
      END $$`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
