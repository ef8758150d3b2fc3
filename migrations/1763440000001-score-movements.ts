import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forEachOrganization, onEveryWrite } from './tools';

/** Opened: new, or open again. Resolved: no longer open. A row that is hidden or shown with its vendor is neither. */
export const addMovements = (rows: string) => `
    INSERT INTO party_score AS s (organization_id, view, party_domain, opened_count, resolved_count)
    SELECT organization_id, view, party_domain, count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE NOT is_open)
      FROM (${rows}) m
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain)
    DO UPDATE SET opened_count = s.opened_count + excluded.opened_count, resolved_count = s.resolved_count + excluded.resolved_count;`;

/** Counts critical observations by the day on which they were first seen, like the values of other fields. */
export const countCriticals = (rows: string) => `
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, 'CRITICAL_SINCE', day, open, closed
      FROM (SELECT organization_id, view, (first_seen AT TIME ZONE 'UTC')::date::text AS day,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (${rows}) d
             GROUP BY 1, 2, 3) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;`;

export const criticals = (sign: 1 | -1, table: string, condition = '') =>
  `SELECT ${sign} AS sign, organization_id, view, is_open, first_seen FROM ${table} WHERE is_listed AND severity = 5${condition}`;

const MOVEMENTS = `
CREATE FUNCTION observation_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN${addMovements('SELECT organization_id, view, party_domain, is_open FROM added WHERE is_listed AND is_open')}${countCriticals(criticals(1, 'added'))}
  ELSIF TG_OP = 'UPDATE' THEN${addMovements(`
      SELECT a.organization_id, a.view, a.party_domain, a.is_open
        FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
       WHERE a.is_open <> r.is_open AND a.is_listed AND r.is_listed`)}${countCriticals(`${criticals(1, 'added')} UNION ALL ${criticals(-1, 'removed')}`)}
  ELSE${countCriticals(criticals(-1, 'removed'))}
  END IF;
  RETURN NULL;
END $$`;

const TRIGGERS = onEveryWrite('observation', 'observation_movements');

const COUNT_EXISTING = forEachOrganization(countCriticals(criticals(1, 'observation', ' AND organization_id = own')));

/**
 * Counts what every write opens and resolves, and critical observations by the day on which they were first seen. Writers wait until
 * existing ones are counted.
 */
export class ScoreMovements1763440000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation IN SHARE ROW EXCLUSIVE MODE`);
    for (const statement of [MOVEMENTS, ...TRIGGERS, COUNT_EXISTING]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
