import type { MigrationInterface, QueryRunner } from 'typeorm';
import { onEveryWrite, tenantTable } from './tools';

/** Adds the score changes of party_score_day rows whose day is in the window. */
const add = (rows: string) => `
    INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
    SELECT r.organization_id, r.view, r.party_domain, sum(r.sign * r.score_change)
      FROM (${rows}) r
      JOIN party_score_window w ON w.organization_id = r.organization_id AND r.day >= w.first_day
     WHERE r.score_change <> 0
     GROUP BY 1, 2, 3 HAVING sum(r.sign * r.score_change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;`;

const days = (sign: 1 | -1, table: string) =>
  `SELECT ${sign} AS sign, organization_id, view, party_domain, day, score_change FROM ${table}`;

/** Locks the window until the transaction ends: if it moved meanwhile, it would miss what is added here. */
const holdWindow = (table: string) => `
    PERFORM 1 FROM party_score_window w WHERE w.organization_id IN (SELECT organization_id FROM ${table}) ORDER BY w.organization_id FOR SHARE;`;

const FOLLOW = `
CREATE FUNCTION party_score_fall_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN${holdWindow('added')}${add(days(1, 'added'))}
  ELSIF TG_OP = 'UPDATE' THEN${holdWindow('added')}${add(`${days(1, 'added')} UNION ALL ${days(-1, 'removed')}`)}
  ELSE${holdWindow('removed')}${add(days(-1, 'removed'))}
  END IF;
  RETURN NULL;
END $$`;

/** Moves the window to the last thirty days, and subtracts what has left it. The first time, adds up everything in it. */
const MOVE = `
CREATE FUNCTION party_score_window_move(p_organization uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved_to date := (now() AT TIME ZONE 'UTC')::date - 29;
  first date;
BEGIN
  INSERT INTO party_score_window (organization_id, first_day) VALUES (p_organization, 'infinity') ON CONFLICT DO NOTHING;
  SELECT w.first_day INTO first FROM party_score_window w WHERE w.organization_id = p_organization FOR UPDATE;
  IF first = moved_to THEN
    RETURN;
  END IF;
  IF first > moved_to THEN
    DELETE FROM party_score_fall WHERE organization_id = p_organization;
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;${add(
      `${days(1, 'party_score_day')} WHERE organization_id = p_organization AND day >= moved_to`,
    )}
  ELSE${add(`${days(-1, 'party_score_day')} WHERE organization_id = p_organization AND day >= first AND day < moved_to`)}
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    DELETE FROM party_score_fall WHERE organization_id = p_organization AND change = 0;
  END IF;
END $$`;

/**
 * The change of each score in the last thirty days, stored so that an index begins with the fastest falling ones. Until the window of an
 * organization is moved, it has none, or that of an earlier day.
 */
export class FallingScores1763470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE party_score_window (
        organization_id uuid PRIMARY KEY,
        first_day date NOT NULL
      )`);
    await tenantTable(runner, 'party_score_window');
    await runner.query(`
      CREATE TABLE party_score_fall (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        change integer NOT NULL,
        PRIMARY KEY (organization_id, view, party_domain)
      )`);
    await runner.query(
      `CREATE INDEX party_score_fall_by_change_idx ON party_score_fall (organization_id, view, change, party_domain) WHERE change < 0`,
    );
    await tenantTable(runner, 'party_score_fall');
    for (const statement of [FOLLOW, MOVE, ...onEveryWrite('party_score_day', 'party_score_fall_follow')]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
