import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forEachOrganization, tenantTable } from './tools';

const GRADES = ['a', 'b', 'c', 'd', 'f'];
const COLUMNS = GRADES.map((grade) => `grade_${grade}`);
const SUMS = GRADES.map((grade, index) => `coalesce(sum(sign) FILTER (WHERE grade = ${index + 1}), 0) AS grade_${grade}`).join(', ');

/** The day of an imported file, which may be in the past, or else today. */
const VARIABLES = `
  on_day date := coalesce(nullif(current_setting('app.score_day', true), '')::date, (now() AT TIME ZONE 'UTC')::date);
  changed record;`;

/** Adds the vendors whose grade changed to the day. A new day starts with the counts of the previous one. */
const count = (rows: string) => `
    FOR changed IN SELECT organization_id, ${SUMS} FROM (${rows}) v GROUP BY 1 ORDER BY 1 LOOP
      CONTINUE WHEN (${COLUMNS.map((column) => `changed.${column}`).join(', ')}) = (0, 0, 0, 0, 0);
      INSERT INTO portfolio_day (organization_id, day, ${COLUMNS.join(', ')})
      SELECT changed.organization_id, on_day, ${COLUMNS.map((column) => `coalesce(l.${column}, 0)`).join(', ')}
        FROM (VALUES (1)) one
        LEFT JOIN (SELECT * FROM portfolio_day WHERE organization_id = changed.organization_id AND day < on_day ORDER BY day DESC LIMIT 1) l ON true
      ON CONFLICT DO NOTHING;
      UPDATE portfolio_day p SET ${COLUMNS.map((column) => `${column} = p.${column} + changed.${column}`).join(', ')}
       WHERE p.organization_id = changed.organization_id AND p.day >= on_day;
    END LOOP;`;

const graded = (sign: 1 | -1, table: string) =>
  `SELECT organization_id, score_grade AS grade, ${sign} AS sign FROM ${table} WHERE score_grade IS NOT NULL`;

const PORTFOLIO = `
CREATE FUNCTION portfolio_of_vendors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE${VARIABLES}
BEGIN
  IF TG_OP = 'UPDATE' THEN${count(`${graded(1, 'added')} UNION ALL ${graded(-1, 'removed')}`)}
  ELSE${count(graded(-1, 'removed'))}
  END IF;
  RETURN NULL;
END $$`;

const COUNT_EXISTING = forEachOrganization(count(`${graded(1, 'vendor')} AND organization_id = own`), VARIABLES);

/** Number of vendors by grade, one row per day on which it changed. A new vendor has no grade, so inserts do not count. */
export class PortfolioDays1763440000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE portfolio_day (
        organization_id uuid NOT NULL,
        day date NOT NULL,
        ${COLUMNS.map((column) => `${column} integer NOT NULL`).join(', ')},
        PRIMARY KEY (organization_id, day)
      )`);
    await tenantTable(runner, 'portfolio_day');
    await runner.query(`LOCK TABLE vendor IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(PORTFOLIO);
    await runner.query(`
      CREATE TRIGGER vendor_grades_changed AFTER UPDATE ON vendor
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors()`);
    await runner.query(`
      CREATE TRIGGER vendor_grades_removed AFTER DELETE ON vendor
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors()`);
    await runner.query(COUNT_EXISTING);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
