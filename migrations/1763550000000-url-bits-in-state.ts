import type { MigrationInterface, QueryRunner } from 'typeorm';
import { URL_BITS } from './observation-bits.sql';
import { FOLLOW_WITH_URL_BITS } from './observation-state-functions';

/** The state of an observation has bits of the text of its URL, too. */
export class UrlBitsInState1763550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of URL_BITS) await runner.query(statement);
    await runner.query(`ALTER TABLE observation_state ADD COLUMN url_bits bigint NOT NULL DEFAULT 0`);
    await runner.query(FOLLOW_WITH_URL_BITS);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
