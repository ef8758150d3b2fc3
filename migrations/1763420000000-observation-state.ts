import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STATE_FUNCTIONS } from './observation-state-functions';
import { onStatement, tenantTable } from './tools';

const BOTH = 'OLD TABLE AS removed NEW TABLE AS added';

/**
 * What people do with an observation: its assignee, its due date, its tickets, and when anything about it last changed. A table of its own,
 * because the many indexes of the wide observation row make each change expensive. The columns view, is_open and is_listed are copies, so
 * that an index finds the rows of a list without reading observations.
 */
export class ObservationState1763420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // One row per observation. due_at is the effective due date: set_due_at, or else the one of the policy.
    await runner.query(`
      CREATE TABLE observation_state (
        organization_id uuid NOT NULL,
        observation_id uuid NOT NULL,
        view smallint NOT NULL,
        is_open boolean NOT NULL,
        is_listed boolean NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        due_at timestamptz(3),
        set_due_at timestamptz(3),
        assignee text,
        assignee_word text GENERATED ALWAYS AS (lower(assignee)) STORED,
        PRIMARY KEY (organization_id, observation_id)
      ) WITH (fillfactor = 80)`);
    const listed = 'organization_id, view, is_open, is_listed';
    await runner.query(`CREATE INDEX observation_state_updated_idx ON observation_state (${listed}, updated_at, observation_id)`);
    await runner.query(`CREATE INDEX observation_state_due_idx ON observation_state (${listed}, due_at) WHERE due_at IS NOT NULL`);
    await runner.query(
      `CREATE INDEX observation_state_assignee_idx ON observation_state (${listed}, assignee_word) WHERE assignee_word IS NOT NULL`,
    );
    await tenantTable(runner, 'observation_state');

    await runner.query(`
      CREATE TABLE observation_reference (
        organization_id uuid NOT NULL,
        observation_id uuid NOT NULL,
        system text NOT NULL,
        key text NOT NULL,
        url text,
        view smallint NOT NULL,
        is_open boolean NOT NULL,
        is_listed boolean NOT NULL,
        system_word text NOT NULL GENERATED ALWAYS AS (lower(system)) STORED,
        key_word text NOT NULL GENERATED ALWAYS AS (lower(key)) STORED,
        PRIMARY KEY (organization_id, observation_id, system_word, key_word)
      )`);
    await runner.query(`CREATE INDEX observation_reference_system_idx ON observation_reference (${listed}, system_word)`);
    await runner.query(`CREATE INDEX observation_reference_key_idx ON observation_reference (${listed}, key_word)`);
    await tenantTable(runner, 'observation_reference');

    // Days by severity, lowest first; NULL where a severity has no due date. No row: no policy.
    await runner.query(`
      CREATE TABLE remediation_policy (
        organization_id uuid PRIMARY KEY,
        days integer[] NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await tenantTable(runner, 'remediation_policy');

    // What an entry of the history contains beside its comment: references, assignee, due date.
    await runner.query(`ALTER TABLE observation_action ADD COLUMN details jsonb`);

    for (const statement of STATE_FUNCTIONS) await runner.query(statement);
    for (const [event, rows] of [
      ['INSERT', 'NEW TABLE AS added'],
      ['UPDATE', BOTH],
      ['DELETE', 'OLD TABLE AS removed'],
    ] as const)
      await onStatement(runner, 'observation', 'observation_state_follow', event, rows);
    for (const [event, rows] of [
      ['INSERT', 'NEW TABLE AS touched_rows'],
      ['DELETE', 'OLD TABLE AS touched_rows'],
    ] as const)
      await onStatement(runner, 'observation_flag', 'observation_state_flagged', event, rows);
    // A changed state moves the observation in the change feed. Changes by triggers do not: they follow from a change that is in the feed
    // already.
    await runner.query(`
      CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON observation_state REFERENCING NEW TABLE AS touched_rows
      FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION change_beside_observation()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
