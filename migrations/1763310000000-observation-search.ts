import type { MigrationInterface, QueryRunner } from 'typeorm';
import { GRAMS_OF_A_VALUE, KEEP_WORDS, SEARCH_FUNCTIONS, TERMS_OF_A_ROW } from './observation-search.sql';

/** A subquery, so that the setting is read once per statement, not once per row. */
const OWN_ROWS = `organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;

/**
 * What filters use to find observations: the terms of each row, and the kept values of further fields.
 *
 * Under row-level security only leakproof conditions can use an index, and those on arrays are not leakproof. So filters read two views
 * that contain the condition of the policy themselves. The views belong to a role without login, whose policy shows every row; the service
 * may only read the views. Writers wait until existing values are counted.
 */
export class ObservationSearch1763310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation IN SHARE ROW EXCLUSIVE MODE`);
    for (const statement of [...SEARCH_FUNCTIONS, ...KEEP_WORDS]) await runner.query(statement);
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE vendor_risk_search NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query(`GRANT vendor_risk_search TO CURRENT_USER`);
    await runner.query(`GRANT USAGE, CREATE ON SCHEMA public TO vendor_risk_search`);
    for (const [table, column] of [
      ['observation', `${TERMS_OF_A_ROW} AS terms`],
      ['observation_value', `${GRAMS_OF_A_VALUE} AS grams`],
    ] as const) {
      await runner.query(`GRANT SELECT ON ${table} TO vendor_risk_search`);
      await runner.query(`CREATE POLICY search ON ${table} FOR SELECT TO vendor_risk_search USING (true)`);
      await runner.query(`CREATE VIEW ${table}_search AS SELECT *, ${column} FROM ${table} WHERE ${OWN_ROWS}`);
      await runner.query(`ALTER VIEW ${table}_search OWNER TO vendor_risk_search`);
      await runner.query(`GRANT SELECT ON ${table}_search TO vendor_risk_service`);
    }
    await runner.query(`REVOKE CREATE ON SCHEMA public FROM vendor_risk_search`);
    // The role that runs migrations must not see every row through membership.
    await runner.query(`REVOKE vendor_risk_search FROM CURRENT_USER`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
