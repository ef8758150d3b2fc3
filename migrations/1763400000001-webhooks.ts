import type { MigrationInterface, QueryRunner } from 'typeorm';
import { jobQueue, tenantTable } from './tools';

/** Webhooks, their deliveries, and the events that wait to become deliveries. */
export class Webhooks1763400000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // failing_since: the first failed attempt since the last success. busy_until: when the lease of the sending process ends.
    await runner.query(`
      CREATE TABLE webhook (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        url text NOT NULL,
        event_types text[],
        filters jsonb,
        is_enabled boolean NOT NULL DEFAULT true,
        disabled_reason text,
        secret bytea NOT NULL,
        previous_secret bytea,
        previous_secret_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        last_delivery_at timestamptz(3),
        failing_since timestamptz(3),
        busy_until timestamptz(3),
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(`CREATE INDEX webhook_enabled_idx ON webhook (organization_id) WHERE is_enabled`);
    // The body is stored as first sent: every attempt sends the same bytes.
    await runner.query(`
      CREATE TABLE webhook_delivery (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        event_type text NOT NULL,
        status smallint NOT NULL DEFAULT 1,
        body text NOT NULL,
        attempts jsonb NOT NULL DEFAULT '[]',
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX webhook_delivery_newest_idx ON webhook_delivery (organization_id, webhook_id, created_at DESC, id DESC)`,
    );
    await runner.query(
      `CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (organization_id, webhook_id, next_attempt_at) WHERE status = 1`,
    );
    await runner.query(`CREATE INDEX webhook_delivery_age_idx ON webhook_delivery (organization_id, created_at)`);

    // An event has data of its own, or is about resources of one kind of the feed: their ids, or the keys of those without a UUID.
    await runner.query(`
      CREATE TABLE change_event (
        organization_id uuid NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        set_id bigint NOT NULL,
        event_type text NOT NULL,
        data jsonb,
        kind smallint,
        ids uuid[],
        keys text[],
        PRIMARY KEY (organization_id, id)
      )`);
    for (const table of ['webhook', 'webhook_delivery', 'change_event']) await tenantTable(runner, table);

    await jobQueue(runner, 'webhook-events', { expireInSeconds: 60, retryLimit: 20, retryDelay: 2 });
    await jobQueue(runner, 'webhook-deliveries', { expireInSeconds: 30, retryLimit: 20, retryDelay: 2 });
    await jobQueue(runner, 'webhook-sweep', { expireInSeconds: 300, retryLimit: 2, retryDelay: 5 });

    // Nothing is written for an organization without webhooks.
    await runner.query(`
      CREATE FUNCTION event_record(p_organization uuid, p_type text, p_data jsonb) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE
        caller text := coalesce(current_setting('app.organization_id', true), '');
      BEGIN
        IF caller NOT IN ('', p_organization::text) THEN RAISE EXCEPTION 'An organization records only its own events.'; END IF;
        PERFORM set_config('app.organization_id', p_organization::text, true);
        IF EXISTS (SELECT 1 FROM webhook w WHERE w.organization_id = p_organization AND w.is_enabled) THEN
          INSERT INTO change_event (organization_id, set_id, event_type, data) VALUES (p_organization, change_set_of(p_organization), p_type, p_data);
        END IF;
        PERFORM set_config('app.organization_id', caller, true);
      END $$`);
    await runner.query(`REVOKE ALL ON FUNCTION event_record FROM PUBLIC`);
    await runner.query(`GRANT EXECUTE ON FUNCTION event_record TO vendor_risk_service`);

    // At commit, after the set has its position, so that no transaction waits for the job's lock before that.
    await runner.query(`
      CREATE FUNCTION event_wake() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        PERFORM job_send('webhook-events', NEW.organization_id::text, now());
        RETURN NULL;
      END $$`);
    await runner.query(`REVOKE ALL ON FUNCTION event_wake FROM PUBLIC`);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER change_event_wake AFTER INSERT ON change_event
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION event_wake()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
