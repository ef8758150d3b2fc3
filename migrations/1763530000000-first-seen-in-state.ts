import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FOLLOW_WITH_FIRST_SEEN } from './observation-state-functions';

/**
 * The state of an observation has a copy of the time it was first seen: lists by the last change then leave out rows by that time without
 * looking them up.
 */
export class FirstSeenInState1763530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE observation_state ADD COLUMN first_seen timestamptz(3)`);
    await runner.query(FOLLOW_WITH_FIRST_SEEN);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
