import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BITS } from './observation-bits.sql';
import { FOLLOW_WITH_BITS } from './observation-state-functions';

/** The state of an observation has a few bits of each value: lists by the last change then leave out most rows without looking them up. */
export class BitsInState1763540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of BITS) await runner.query(statement);
    await runner.query(
      `ALTER TABLE observation_state ADD COLUMN kind_bits bigint NOT NULL DEFAULT 0, ADD COLUMN name_bits bigint NOT NULL DEFAULT 0`,
    );
    await runner.query(FOLLOW_WITH_BITS);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
