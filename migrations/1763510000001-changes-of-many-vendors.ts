import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MANY_VENDORS_FUNCTIONS } from './change-feed-functions';

/** What a file of vendors changes is noted with one look-up per table, not one per vendor. */
export class ChangesOfManyVendors1763510000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of MANY_VENDORS_FUNCTIONS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
