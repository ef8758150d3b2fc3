import type { MigrationInterface, QueryRunner } from 'typeorm';
import { COUNT_FURTHER_GROUPS, EACH_GROUP_FUNCTIONS } from './observation-rollup-functions';

/**
 * An observation is in the group of each of its CVEs. Writers wait until existing observations are recounted, so that each one is counted
 * by one rule only; readers do not wait. The cost is proportional to the number of observations with CVEs.
 */
export class GroupsOfEachCve1763206000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation, observation_flag IN SHARE ROW EXCLUSIVE MODE`);
    // Partial, because few observations have several CVEs: a search for further CVEs costs nothing where there are none.
    await runner.query(
      `CREATE INDEX observation_cve_further_idx ON observation_cve (organization_id, cve_id, observation_id) WHERE is_further`,
    );
    for (const statement of [SIDE_TABLES, ...EACH_GROUP_FUNCTIONS, COUNT_FURTHER_GROUPS]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/** As in 1.0.0, and marks further CVEs. */
const SIDE_TABLES = `
CREATE OR REPLACE FUNCTION observation_sides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_cve (organization_id, cve_id, observation_id, is_further)
    SELECT DISTINCT organization_id, cve_id, id, cve_id <> group_key
      FROM (SELECT organization_id, id, group_key, unnest(cve_ids) AS cve_id FROM added WHERE cve_ids <> '{}') c
     ORDER BY 1, 2, 3;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM observation_cve c
     USING (SELECT organization_id, id, cve_ids FROM removed WHERE cve_ids <> '{}'
            EXCEPT SELECT organization_id, id, cve_ids FROM added WHERE cve_ids <> '{}') r
     WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    INSERT INTO observation_cve (organization_id, cve_id, observation_id, is_further)
    SELECT organization_id, cve_id, id, cve_id <> group_key
      FROM (SELECT organization_id, id, group_key, unnest(cve_ids) AS cve_id
              FROM (SELECT organization_id, id, group_key, cve_ids FROM added WHERE cve_ids <> '{}'
                    EXCEPT SELECT organization_id, id, group_key, cve_ids FROM removed WHERE cve_ids <> '{}') a) c
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM observation_cve c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    DELETE FROM observation_action c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
  END IF;
  RETURN NULL;
END $$`;
