import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLLUP_FUNCTIONS } from './observation-rollup-functions';
import { tenantTable } from './tools';

/**
 * Roll-ups of observations, maintained by statement-level triggers: every write (import, status change, offboarding) updates
 * them in the same transaction. The cost is proportional to the rows written.
 */
export class ObservationRollups1763164800003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // counts: one number per severity, INFO first.
    await runner.query(`
      CREATE TABLE observation_group (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        group_key text NOT NULL,
        observation_type text NOT NULL,
        title text NOT NULL,
        category smallint NOT NULL,
        open_count bigint NOT NULL DEFAULT 0,
        closed_count bigint NOT NULL DEFAULT 0,
        open_by_severity bigint[] NOT NULL,
        closed_by_severity bigint[] NOT NULL,
        open_flagged bigint NOT NULL DEFAULT 0,
        closed_flagged bigint NOT NULL DEFAULT 0,
        open_vendors bigint NOT NULL DEFAULT 0,
        closed_vendors bigint NOT NULL DEFAULT 0,
        all_vendors bigint NOT NULL DEFAULT 0,
        open_first_seen timestamptz(3),
        open_last_seen timestamptz(3),
        closed_first_seen timestamptz(3),
        closed_last_seen timestamptz(3),
        open_max_cvss numeric(3,1),
        closed_max_cvss numeric(3,1),
        open_known_exploited boolean NOT NULL DEFAULT false,
        closed_known_exploited boolean NOT NULL DEFAULT false,
        flagged_at timestamptz(3),
        PRIMARY KEY (organization_id, view, group_key)
      ) WITH (fillfactor = 70)`);
    await runner.query(
      `CREATE INDEX observation_group_open_idx ON observation_group (organization_id, view, open_count DESC, group_key DESC)`,
    );
    // To count the groups of a list. Its keys are all equal, so deduplication stores them once for very many rows.
    await runner.query(`CREATE INDEX observation_group_total_idx ON observation_group (organization_id, view) WHERE open_count > 0`);
    await tenantTable(runner, 'observation_group');

    await runner.query(`
      CREATE TABLE observation_group_vendor (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        group_key text NOT NULL,
        party_domain text NOT NULL,
        open_count bigint NOT NULL,
        closed_count bigint NOT NULL,
        PRIMARY KEY (organization_id, view, group_key, party_domain)
      ) WITH (fillfactor = 80)`);
    await tenantTable(runner, 'observation_group_vendor');

    // Number of open and closed observations per value of each enumerable field.
    await runner.query(`
      CREATE TABLE observation_value (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        field text NOT NULL,
        value text NOT NULL,
        open_count bigint NOT NULL,
        closed_count bigint NOT NULL,
        PRIMARY KEY (organization_id, view, field, value)
      ) WITH (fillfactor = 70)`);
    await tenantTable(runner, 'observation_value');

    // The input of a score: open observations of one party by category and severity.
    await runner.query(`
      CREATE TABLE party_tally (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        category smallint NOT NULL,
        severity smallint NOT NULL,
        open_count bigint NOT NULL,
        known_exploited_count bigint NOT NULL,
        ransomware_count bigint NOT NULL,
        PRIMARY KEY (organization_id, view, party_domain, category, severity)
      ) WITH (fillfactor = 70)`);
    await tenantTable(runner, 'party_tally');

    await runner.query(`
      CREATE TABLE party_score (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        is_stale boolean NOT NULL DEFAULT true,
        overall_score smallint,
        overall_grade smallint,
        breach_score smallint,
        breach_level smallint,
        ransomware_score smallint,
        ransomware_level smallint,
        factors jsonb,
        open_by_severity bigint[],
        calculated_at timestamptz(3),
        PRIMARY KEY (organization_id, view, party_domain)
      ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE INDEX party_score_stale_idx ON party_score (organization_id, view, party_domain) WHERE is_stale`);
    await tenantTable(runner, 'party_score');

    await runner.query(`
      CREATE TABLE party_score_day (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        day date NOT NULL,
        overall_score smallint NOT NULL,
        PRIMARY KEY (organization_id, view, party_domain, day)
      )`);
    await tenantTable(runner, 'party_score_day');

    for (const statement of ROLLUP_FUNCTIONS) await runner.query(statement);
    await runner.query(`
      CREATE TRIGGER observation_added AFTER INSERT ON observation
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup()`);
    await runner.query(`
      CREATE TRIGGER observation_changed AFTER UPDATE ON observation
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup()`);
    await runner.query(`
      CREATE TRIGGER observation_removed AFTER DELETE ON observation
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup()`);

    await runner.query(`
      CREATE FUNCTION observation_flag_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE observation_group g
           SET open_flagged = g.open_flagged + c.open, closed_flagged = g.closed_flagged + c.closed
          FROM (SELECT o.organization_id, o.view, o.group_key,
                       count(*) FILTER (WHERE o.is_open) AS open, count(*) FILTER (WHERE NOT o.is_open) AS closed
                  FROM added f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
                 WHERE o.is_listed
                 GROUP BY 1, 2, 3) c
         WHERE g.organization_id = c.organization_id AND g.view = c.view AND g.group_key = c.group_key;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER observation_flagged AFTER INSERT ON observation_flag
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_flag_rollup()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
