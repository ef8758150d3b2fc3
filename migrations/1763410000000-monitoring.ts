import type { MigrationInterface, QueryRunner } from 'typeorm';
import { jobQueue, sharedTable, tenantTable } from './tools';

/** Runs of the built-in monitoring, the faults it has found, and the domains that it must not scan. */
export class Monitoring1763410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // status: 1 queued, 2 running, 3 succeeded, 4 partial, 5 failed. held_by, held_until: the process that scans, and the end of its lease.
    await runner.query(`
      CREATE TABLE monitoring_run (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        vendor_id uuid NOT NULL,
        vendor_domain text NOT NULL,
        status smallint NOT NULL DEFAULT 1,
        queued_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        held_until timestamptz(3),
        held_by uuid,
        hosts integer NOT NULL DEFAULT 0,
        checks integer NOT NULL DEFAULT 0,
        created integer NOT NULL DEFAULT 0,
        resolved integer NOT NULL DEFAULT 0,
        reobserved integer NOT NULL DEFAULT 0,
        problems text[] NOT NULL DEFAULT '{}',
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX monitoring_run_newest_idx ON monitoring_run (organization_id, queued_at, id)`);
    await runner.query(`CREATE INDEX monitoring_run_of_vendor_idx ON monitoring_run (organization_id, vendor_id, queued_at, id)`);
    // At most one run per vendor is queued or running.
    await runner.query(
      `CREATE UNIQUE INDEX monitoring_run_unfinished_key ON monitoring_run (organization_id, vendor_id) WHERE finished_at IS NULL`,
    );
    await tenantTable(runner, 'monitoring_run');

    // Open faults, and the number of scans in a row that have not seen them since.
    await runner.query(`
      CREATE TABLE monitoring_fault (
        organization_id uuid NOT NULL,
        vendor_id uuid NOT NULL,
        host text NOT NULL,
        check_id text NOT NULL,
        asset jsonb NOT NULL,
        passes smallint NOT NULL DEFAULT 0,
        since timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, vendor_id, host, check_id),
        FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor (organization_id, id) ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'monitoring_fault');

    await runner.query(`
      CREATE TABLE monitoring_opt_out (
        domain text PRIMARY KEY,
        reason text,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await sharedTable(runner, 'monitoring_opt_out');
    await runner.query(`ALTER TABLE organization ADD COLUMN monitoring_paused_at timestamptz(3)`);

    // Sightings by the monitoring have their own channels: a scan never ends what an operator's file has shown.
    await runner.query(
      `ALTER TABLE vendor_detection ADD COLUMN live_dns_detected_at timestamptz(3), ADD COLUMN live_pages_detected_at timestamptz(3)`,
    );

    // Queues a run for every vendor that is due, and returns the organizations with queued runs. Each vendor has its own time in the
    // interval, so scans spread over the day; a vendor without a run is due at once. A failed run is retried an hour later, then at growing
    // intervals until the vendor's next time. It goes through organizations one by one, because row-level security shows one at a time.
    await runner.query(`
      CREATE FUNCTION monitoring_plan(interval_seconds integer) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
      DECLARE
        organization uuid;
        outside text := current_setting('app.organization_id', true);
      BEGIN
        FOR organization IN
          SELECT o.id FROM organization o
           WHERE o.vrm_enabled AND (o.vrm_until IS NULL OR o.vrm_until > now()) AND o.suspended_at IS NULL AND o.monitoring_paused_at IS NULL
           ORDER BY o.id
        LOOP
          PERFORM set_config('app.organization_id', organization::text, true);
          INSERT INTO monitoring_run (organization_id, id, vendor_id, vendor_domain)
          SELECT organization, uuid_v7(), v.id, v.domain_name
            FROM vendor v
           CROSS JOIN LATERAL (
             SELECT now() - make_interval(secs => mod(
               extract(epoch FROM now())::bigint + mod(hashtextextended(v.id::text, 0), interval_seconds) + interval_seconds, interval_seconds)) AS since) place
           WHERE v.organization_id = organization AND v.is_monitored
             AND NOT EXISTS (SELECT 1 FROM monitoring_opt_out x WHERE v.domain_name = x.domain OR v.domain_name LIKE '%.' || x.domain)
             AND NOT EXISTS (
               SELECT 1 FROM monitoring_run r
                WHERE r.organization_id = organization AND r.vendor_id = v.id
                  AND (r.finished_at IS NULL
                       OR (r.queued_at >= place.since
                           AND NOT (r.status = 5 AND r.finished_at < now() - greatest(interval '1 hour', 3 * (r.queued_at - place.since))))))
          ON CONFLICT DO NOTHING;
          IF EXISTS (
            SELECT 1 FROM monitoring_run r
             WHERE r.organization_id = organization AND r.finished_at IS NULL AND (r.held_until IS NULL OR r.held_until < now())
          ) THEN
            RETURN NEXT organization;
          END IF;
        END LOOP;
        PERFORM set_config('app.organization_id', coalesce(outside, ''), true);
      END $$`);
    await runner.query(`GRANT EXECUTE ON FUNCTION monitoring_plan(integer) TO vendor_risk_service`);

    await jobQueue(runner, 'monitoring', { expireInSeconds: 240, retryLimit: 3, retryDelay: 5 });
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
