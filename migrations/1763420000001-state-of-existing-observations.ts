import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inPortions } from './tools';

const PORTION = 10_000;

/** Adds a row of state for each existing observation. Triggers add the rows of observations that are written meanwhile; those stay. */
export class StateOfExistingObservations1763420000001 implements MigrationInterface {
  /** Each batch is committed separately. A second run continues where the first one stopped. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inPortions(runner, async (organizationId, after) => {
      const [portion] = (await runner.query(FILL, [organizationId, after, PORTION])) as { last: string | null }[];
      return portion?.last ?? undefined;
    });
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/**
 * $1 organization, $2 the last id of the previous batch, $3 the batch size. A flag is a change too, later than those of the observation
 * itself.
 */
const FILL = `
  WITH portion AS MATERIALIZED (
    SELECT id, view, is_open, is_listed, updated_at FROM observation WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR SHARE
  ), filled AS (
    INSERT INTO observation_state (organization_id, observation_id, view, is_open, is_listed, updated_at)
    SELECT $1, p.id, p.view, p.is_open, p.is_listed, greatest(p.updated_at, f.flagged_at)
      FROM portion p LEFT JOIN observation_flag f ON f.organization_id = $1 AND f.observation_id = p.id
    ON CONFLICT DO NOTHING
  )
  SELECT max(id::text) AS last FROM portion`;
