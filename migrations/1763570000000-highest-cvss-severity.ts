import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bitsOf } from './observation-bits.sql';
import { forEachOrganization } from './tools';

/**
 * `cvss_severity` was that of the score with the highest number. A 10.0 of version 2 is HIGH, and a 9.8 of version 3 beside it CRITICAL: now
 * the highest severity counts. The bits follow other columns, so they are updated here.
 */
export class HighestCvssSeverity1763570000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const severities = `'{CVSS_SCORE_SEVERITY_NONE,CVSS_SCORE_SEVERITY_LOW,CVSS_SCORE_SEVERITY_MEDIUM,CVSS_SCORE_SEVERITY_HIGH,CVSS_SCORE_SEVERITY_CRITICAL}'::text[]`;
    await runner.query(
      forEachOrganization(`
    WITH scored AS (
      SELECT r.id, max(array_position(${severities}, score ->> 'baseSeverity')) AS severity
        FROM observation r CROSS JOIN LATERAL json_array_elements(('{' || r.body || '}')::json -> 'cvssScores') score
       WHERE r.organization_id = own AND r.body LIKE '%"baseScore":%"baseScore":%'
       GROUP BY r.id
    ),
    raised AS (
      UPDATE observation o SET cvss_severity = scored.severity FROM scored
       WHERE o.organization_id = own AND o.id = scored.id AND o.cvss_severity < scored.severity
      RETURNING o.*
    )
    UPDATE observation_state s SET kind_bits = ${bitsOf('o').kind_bits} FROM raised o
     WHERE s.organization_id = own AND s.observation_id = o.id;`),
    );
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
