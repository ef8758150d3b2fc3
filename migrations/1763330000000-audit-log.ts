import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from './tools';

/** The fields that the service writes. Sequence, time and hashes are set at commit. */
const WRITTEN = `
  actor_type text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  credential_id text,
  source_address text,
  surface text NOT NULL,
  operation text NOT NULL,
  request_id text,
  outcome text NOT NULL,
  reason text,
  occurrences integer NOT NULL,
  targets text NOT NULL,
  target_count integer NOT NULL,
  changes text NOT NULL`;

/** A subquery, so that the setting is read once per statement. */
const CONTEXT = `(SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;

const NO_HASH = `'\\x${'00'.repeat(32)}'`;

/**
 * The audit log. The service inserts into audit_intake and reads audit_event; a deferred constraint trigger, which runs as the
 * owner, moves an event at commit: it takes the organization's log lock, numbers the event, dates it and chains it by hash to the
 * event before. So the order of sequence, of time and of commits is the same, and no organization's log has gaps.
 */
export class AuditLog1763330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Rows never outlive their transaction, so the table needs no write-ahead log.
    await runner.query(`
      CREATE UNLOGGED TABLE audit_intake (organization_id uuid NOT NULL, id uuid NOT NULL, ${WRITTEN}, PRIMARY KEY (organization_id, id))`);
    await runner.query(`
      CREATE TABLE audit_event (
        organization_id uuid NOT NULL,
        sequence bigint NOT NULL,
        id uuid NOT NULL,
        occurred_at timestamptz(3) NOT NULL, ${WRITTEN},
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (organization_id, sequence)
      )`);
    await runner.query(`CREATE INDEX audit_event_time_idx ON audit_event (organization_id, occurred_at, sequence)`);
    await runner.query(`CREATE INDEX audit_event_actor_idx ON audit_event (organization_id, actor_id, sequence)`);
    await runner.query(`CREATE INDEX audit_event_operation_idx ON audit_event (organization_id, operation, sequence)`);
    await runner.query(`CREATE INDEX audit_event_address_idx ON audit_event (organization_id, source_address, sequence)`);
    await runner.query(
      `CREATE INDEX audit_event_refused_idx ON audit_event (organization_id, sequence) WHERE outcome = 'AUDIT_OUTCOME_REFUSED'`,
    );
    await runner.query(`
      CREATE TABLE audit_target (
        organization_id uuid NOT NULL,
        target_id text NOT NULL,
        sequence bigint NOT NULL,
        PRIMARY KEY (organization_id, target_id, sequence)
      )`);
    // The last event of each log, and the last one that retention deleted.
    await runner.query(`
      CREATE TABLE audit_head (
        organization_id uuid PRIMARY KEY,
        sequence bigint NOT NULL,
        hash bytea NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        deleted_sequence bigint NOT NULL DEFAULT 0,
        deleted_hash bytea NOT NULL DEFAULT ${NO_HASH}
      ) WITH (fillfactor = 50)`);

    for (const table of ['audit_intake', 'audit_event', 'audit_target', 'audit_head']) await tenantTable(runner, table);
    await runner.query(`REVOKE SELECT, UPDATE, DELETE ON audit_intake FROM vendor_risk_service`);
    await runner.query(`REVOKE INSERT, UPDATE, DELETE ON audit_event, audit_target, audit_head FROM vendor_risk_service`);
    // Work of the platform, such as admin commands, has no organization and writes into the logs of many.
    await runner.query(`ALTER POLICY own_organization ON audit_intake WITH CHECK (${CONTEXT} IS NULL OR organization_id = ${CONTEXT})`);
    // Retention, which runs as the owner, finds all logs, also those of organizations that were deleted.
    await runner.query(
      `ALTER POLICY own_organization ON audit_head USING (organization_id = ${CONTEXT}
         OR pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'audit_head'::regclass), 'USAGE'))`,
    );

    // The canonical form: docs/audit.md describes it, so that an export can be verified without this database.
    await runner.query(`
      CREATE FUNCTION audit_hash(e audit_event) RETURNS bytea LANGUAGE sql STABLE AS $$
        SELECT sha256(e.previous_hash || convert_to(array_to_json(ARRAY[
          e.organization_id::text, e.sequence::text, e.id::text, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          e.actor_type, e.actor_id, e.actor_name, e.credential_id, e.source_address, e.surface, e.operation, e.request_id,
          e.outcome, e.reason, e.occurrences::text, e.targets, e.target_count::text, e.changes
        ])::text, 'UTF8'))
      $$`);
    await runner.query(`
      CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        context text := coalesce(current_setting('app.organization_id', true), '');
        head audit_head;
        event audit_event;
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || NEW.organization_id::text, 0));
        PERFORM set_config('app.organization_id', NEW.organization_id::text, true);
        SELECT * INTO head FROM audit_head h WHERE h.organization_id = NEW.organization_id;
        SELECT NEW.organization_id, coalesce(head.sequence, 0) + 1, NEW.id, greatest(date_trunc('milliseconds', clock_timestamp()), head.occurred_at),
               NEW.actor_type, NEW.actor_id, NEW.actor_name, NEW.credential_id, NEW.source_address, NEW.surface, NEW.operation, NEW.request_id,
               NEW.outcome, NEW.reason, NEW.occurrences, NEW.targets, NEW.target_count, NEW.changes, coalesce(head.hash, ${NO_HASH}), NULL
          INTO event;
        event.hash := audit_hash(event);
        INSERT INTO audit_event VALUES (event.*);
        INSERT INTO audit_target (organization_id, target_id, sequence)
        SELECT DISTINCT event.organization_id, t->>'id', event.sequence FROM json_array_elements(event.targets::json) t;
        IF head.organization_id IS NULL THEN
          INSERT INTO audit_head (organization_id, sequence, hash, occurred_at)
          VALUES (event.organization_id, event.sequence, event.hash, event.occurred_at);
        ELSE
          UPDATE audit_head h SET sequence = event.sequence, hash = event.hash, occurred_at = event.occurred_at
           WHERE h.organization_id = event.organization_id;
        END IF;
        DELETE FROM audit_intake i WHERE i.organization_id = NEW.organization_id AND i.id = NEW.id;
        PERFORM set_config('app.organization_id', context, true);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER audit_intake_append AFTER INSERT ON audit_intake
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_append()`);

    await this.appendOnly(runner);
  }

  /**
   * Nobody can change an event, not even the owner of the tables. Only retention deletes events, whole months at a time and the oldest
   * first.
   */
  private async appendOnly(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('app.audit_retention', true) = 'on' THEN RETURN NULL; END IF;
        RAISE EXCEPTION 'The audit log is append-only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
      END $$`);
    for (const table of ['audit_event', 'audit_target']) {
      await runner.query(
        `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()`,
      );
    }
    await runner.query(`
      CREATE FUNCTION audit_delete_months(organization uuid, before timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE
        context text := coalesce(current_setting('app.organization_id', true), '');
        last audit_event;
        deleted bigint;
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || organization::text, 0));
        PERFORM set_config('app.organization_id', organization::text, true), set_config('app.audit_retention', 'on', true);
        SELECT * INTO last FROM audit_event e
         WHERE e.organization_id = organization AND e.occurred_at < date_trunc('month', before AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
         ORDER BY e.occurred_at DESC, e.sequence DESC LIMIT 1;
        DELETE FROM audit_target t WHERE t.organization_id = organization AND t.sequence <= last.sequence;
        DELETE FROM audit_event e WHERE e.organization_id = organization AND e.sequence <= last.sequence;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        IF deleted > 0 THEN
          UPDATE audit_head h SET deleted_sequence = last.sequence, deleted_hash = last.hash WHERE h.organization_id = organization;
        END IF;
        PERFORM set_config('app.audit_retention', 'off', true), set_config('app.organization_id', context, true);
        RETURN deleted;
      END $$`);
    await runner.query(`REVOKE EXECUTE ON FUNCTION audit_delete_months(uuid, timestamptz) FROM PUBLIC`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
