import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './tools';

const STATES = { open: 'is_open', closed: 'NOT is_open' };
/** The column of each sort, and the end of the name of its index before. */
const SORTS = { severity: 'severity_idx', cvss_rank: 'cvss_idx' };

/**
 * Lists by severity or CVSS score are sorted by the time first seen within each severity or score. So a filter on a time finds its rows in
 * one part of each.
 */
export class SortsByClass1763520000000 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    for (const [state, isInState] of Object.entries(STATES))
      for (const [column, replaced] of Object.entries(SORTS)) {
        await buildIndex(
          runner,
          `observation_${state}_${column}_first_seen_idx`,
          `ON observation (organization_id, view, ${column}, first_seen, id) WHERE ${isInState} AND is_listed`,
        );
        await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS observation_${state}_${replaced}`);
      }
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
