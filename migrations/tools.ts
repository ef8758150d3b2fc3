import type { QueryRunner } from 'typeorm';

/** A subquery, so that the setting is read once a statement and not once a row. */
const OWN_ROWS = `organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;

/** A table of one organization's rows: the database itself refuses every other organization's. */
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
