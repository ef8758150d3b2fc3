import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes, type ReplacedIndex } from './tools';

const STATES = { open: 'is_open', closed: 'NOT is_open' };
/** The column of each sort, and the end of the name of its index before. */
const SORTS = { severity: 'severity_idx', cvss_rank: 'cvss_idx' };

const INDEXES = Object.entries(STATES).flatMap(([state, isInState]) =>
  Object.entries(SORTS).map(([column, replaced]): ReplacedIndex => [
    `observation_${state}_${column}_first_seen_idx`,
    `ON observation (organization_id, view, ${column}, first_seen, id) WHERE ${isInState} AND is_listed`,
    [`observation_${state}_${replaced}`],
  ]),
);

/**
 * Lists by severity or CVSS score are sorted by the time first seen within each severity or score. So a filter on a time finds its rows in
 * one part of each.
 */
export class SortsByClass1763520000000 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, INDEXES);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
