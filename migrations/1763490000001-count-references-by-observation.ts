import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keep } from './kept-values.sql';

const SYSTEMS = 'organization_id, observation_id, view, is_open, is_listed, system_word';

/**
 * OFFSET 0 makes PostgreSQL look up references by observation. Without statistics the index over systems looks as good, but it lists all
 * rows of a system.
 */
const ofReferences = (changed: string) => `
      SELECT CASE WHEN n.kept > 0 THEN 1 ELSE 0 END - CASE WHEN n.kept - c.more > 0 THEN 1 ELSE 0 END AS sign,
             c.organization_id, c.view, c.is_open, 'EXTERNAL_SYSTEM' AS field, c.system_word AS value
        FROM (SELECT ${SYSTEMS}, sum(sign) AS more FROM (${changed}) r WHERE is_listed GROUP BY ${SYSTEMS}) c
       CROSS JOIN LATERAL (
         SELECT count(*) AS kept
           FROM (SELECT * FROM observation_reference r WHERE r.organization_id = c.organization_id AND r.observation_id = c.observation_id OFFSET 0) x
          WHERE x.system_word = c.system_word AND x.view = c.view AND x.is_open = c.is_open AND x.is_listed) n`;

const CAME = `SELECT 1 AS sign, ${SYSTEMS} FROM added`;
const WENT = `SELECT -1 AS sign, ${SYSTEMS} FROM removed`;

/** Counts the references of each observation by a look-up of its own. */
export class CountReferencesByObservation1763490000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION observation_reference_values() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN${keep(ofReferences(CAME))}
        ELSIF TG_OP = 'UPDATE' THEN${keep(ofReferences(`${CAME} UNION ALL ${WENT}`))}
        ELSE${keep(ofReferences(WENT))}
        END IF;
        RETURN NULL;
      END $$`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
