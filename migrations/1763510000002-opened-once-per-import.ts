import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addMovements, countCriticals, criticals } from './1763440000001-score-movements';
import { OPENED, OPENED_FUNCTIONS } from './observation-rollup-functions';

const NEW_AND_OPEN = 'FROM added WHERE is_listed AND is_open';

/** An import that began before this migration has no table to collect in. */
const MOVEMENTS_OF_NEW = `
CREATE FUNCTION observation_movements_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.rollups', true) = 'deferred' AND to_regclass('${OPENED}') IS NOT NULL THEN
    EXECUTE 'INSERT INTO ${OPENED} SELECT organization_id, view, party_domain, count(*) ${NEW_AND_OPEN} GROUP BY 1, 2, 3';
  ELSE${addMovements(`SELECT organization_id, view, party_domain, is_open ${NEW_AND_OPEN}`)}
  END IF;${countCriticals(criticals(1, 'added'))}
  RETURN NULL;
END $$`;

/** An import updates the scores of its parties once, at its end. Each batch updated them all before, with the triggers on scores. */
export class OpenedOncePerImport1763510000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation IN SHARE ROW EXCLUSIVE MODE`);
    for (const statement of [...OPENED_FUNCTIONS, MOVEMENTS_OF_NEW]) await runner.query(statement);
    await runner.query(`DROP TRIGGER observation_movements_added ON observation`);
    await runner.query(`
      CREATE TRIGGER observation_movements_added AFTER INSERT ON observation
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_movements_of_new()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
