import type { QueryRunner } from 'typeorm';

/** A subquery, so that the setting is read once per statement, not once per row. */
const OWN_ROWS = `organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;

/** A tenant table: row-level security hides the rows of all other organizations. */
export async function tenantTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.query(`CREATE POLICY own_organization ON ${table} USING (${OWN_ROWS}) WITH CHECK (${OWN_ROWS})`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO vendor_risk_service`);
}

/** A table that belongs to the platform or is shared by all organizations. */
export async function sharedTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO vendor_risk_service`);
}
