import type { MigrationInterface, QueryRunner } from 'typeorm';
import { HELD_FUNCTIONS } from './observation-rollup-functions';

/** An observation that leaves a group no longer makes the service read the whole group. */
export class HeldExtremesOfGroups1763560000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of HELD_FUNCTIONS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
