import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable, tenantTable } from './tools';

/** Vendors, their groups and questionnaires. */
export class VendorDirectory1763164800001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE vendor (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        domain_name text NOT NULL,
        company_name text NOT NULL,
        company_key text NOT NULL GENERATED ALWAYS AS (lower(company_name)) STORED,
        vendor_ref text,
        is_monitored boolean NOT NULL DEFAULT false,
        monitored_since timestamptz(3),
        lifecycle_status smallint NOT NULL,
        risk_level smallint,
        business_impact smallint,
        data_types_shared smallint[] NOT NULL DEFAULT '{}',
        access_types smallint[] NOT NULL DEFAULT '{}',
        contract_value bigint,
        contract_end_date timestamptz(3),
        data_region smallint,
        contacts jsonb NOT NULL DEFAULT '[]',
        offboarded_at timestamptz(3),
        offboard_reason text,
        score smallint,
        score_grade smallint,
        open_observation_count bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT vendor_domain_key UNIQUE (organization_id, domain_name)
      )`);
    // A list is a scan of one of these indexes. lifecycle_status as the last key filters offboarded vendors within the index.
    // company_key is a column because under row-level security lower() cannot be an index condition. Vendors without a key
    // are not in its index (they are listed by id), so the many unset fields of a new vendor cost nothing.
    const sorts: [name: string, column: string, where?: string][] = [
      ['created', 'created_at'],
      ['updated', 'updated_at'],
      ['company', 'company_key'],
      ...['score', 'contract_end_date', 'contract_value', 'risk_level', 'business_impact'].map((column): [string, string, string] => [
        column,
        column,
        `WHERE ${column} IS NOT NULL`,
      ]),
    ];
    for (const [name, column, where = ''] of sorts) {
      await runner.query(`CREATE INDEX vendor_by_${name}_idx ON vendor (organization_id, ${column}, id, lifecycle_status) ${where}`);
    }
    await runner.query(`CREATE INDEX vendor_monitored_idx ON vendor (organization_id) WHERE is_monitored`);
    await tenantTable(runner, 'vendor');

    // Total of an unfiltered list: counting would cost ten times as much as its page.
    await runner.query(`CREATE TABLE vendor_tally (organization_id uuid PRIMARY KEY, listed bigint NOT NULL) WITH (fillfactor = 50)`);
    await tenantTable(runner, 'vendor_tally');
    await runner.query(TALLY_FUNCTION);
    await runner.query(`
      CREATE TRIGGER vendor_tally_added AFTER INSERT ON vendor
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally()`);
    await runner.query(`
      CREATE TRIGGER vendor_tally_changed AFTER UPDATE ON vendor
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally()`);
    await runner.query(`
      CREATE TRIGGER vendor_tally_removed AFTER DELETE ON vendor
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally()`);

    await runner.query(`
      CREATE TABLE vendor_group (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        description text,
        member_count bigint NOT NULL DEFAULT 0,
        archived_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX vendor_group_active_name_key ON vendor_group (organization_id, name) WHERE archived_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX vendor_group_newest_idx ON vendor_group (organization_id, created_at DESC, id DESC) WHERE archived_at IS NULL`,
    );
    await tenantTable(runner, 'vendor_group');

    await runner.query(`
      CREATE TABLE vendor_group_member (
        organization_id uuid NOT NULL,
        group_id uuid NOT NULL,
        vendor_id uuid NOT NULL,
        PRIMARY KEY (organization_id, group_id, vendor_id),
        FOREIGN KEY (organization_id, group_id) REFERENCES vendor_group (organization_id, id) ON DELETE CASCADE,
        FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX vendor_group_member_vendor_idx ON vendor_group_member (organization_id, vendor_id, group_id)`);
    await tenantTable(runner, 'vendor_group_member');

    // One update per statement and group: the count is exact under any concurrency.
    await runner.query(`
      CREATE FUNCTION vendor_group_member_count() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE vendor_group g
           SET member_count = g.member_count + CASE TG_OP WHEN 'INSERT' THEN c.changed ELSE -c.changed END
          FROM (SELECT organization_id, group_id, count(*) AS changed FROM touched GROUP BY organization_id, group_id) c
         WHERE g.organization_id = c.organization_id AND g.id = c.group_id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER vendor_group_member_added AFTER INSERT ON vendor_group_member
      REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION vendor_group_member_count()`);
    await runner.query(`
      CREATE TRIGGER vendor_group_member_removed AFTER DELETE ON vendor_group_member
      REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION vendor_group_member_count()`);

    await runner.query(`
      CREATE TABLE questionnaire_template (
        id text PRIMARY KEY,
        name text NOT NULL,
        version text NOT NULL,
        description text,
        sections jsonb NOT NULL,
        question_count integer NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await sharedTable(runner, 'questionnaire_template');

    await runner.query(`
      CREATE TABLE questionnaire (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        template_id text NOT NULL,
        template_name text NOT NULL,
        vendor_id uuid NOT NULL,
        vendor_domain text NOT NULL,
        status smallint NOT NULL,
        sections jsonb NOT NULL,
        question_count integer NOT NULL,
        answered_count integer NOT NULL DEFAULT 0,
        due_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX questionnaire_newest_idx ON questionnaire (organization_id, created_at DESC, id DESC)`);
    await runner.query(`CREATE INDEX questionnaire_vendor_idx ON questionnaire (organization_id, vendor_id)`);
    await tenantTable(runner, 'questionnaire');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/** Offboarded vendors (4) are not listed. */
const TALLY_FUNCTION = `
CREATE FUNCTION vendor_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO vendor_tally AS t (organization_id, listed)
    SELECT organization_id, count(*) FROM added WHERE lifecycle_status < 4 GROUP BY 1
    ON CONFLICT (organization_id) DO UPDATE SET listed = t.listed + excluded.listed;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE vendor_tally t SET listed = t.listed + c.change
      FROM (SELECT organization_id, sum(change) AS change
              FROM (SELECT organization_id, 1 AS change FROM added WHERE lifecycle_status < 4
                    UNION ALL SELECT organization_id, -1 FROM removed WHERE lifecycle_status < 4) d
             GROUP BY 1) c
     WHERE t.organization_id = c.organization_id AND c.change <> 0;
  ELSE
    UPDATE vendor_tally t SET listed = t.listed - c.gone
      FROM (SELECT organization_id, count(*) AS gone FROM removed WHERE lifecycle_status < 4 GROUP BY 1) c
     WHERE t.organization_id = c.organization_id;
  END IF;
  RETURN NULL;
END $$`;
