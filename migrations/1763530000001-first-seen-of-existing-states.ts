import type { MigrationInterface, QueryRunner } from 'typeorm';
import { copyToStates } from './tools';

export class FirstSeenOfExistingStates1763530000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await copyToStates(runner, 'first_seen = o.first_seen', 's.first_seen IS NULL');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
