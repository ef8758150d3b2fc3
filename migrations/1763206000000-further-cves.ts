import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the CVEs of an observation that are not its first one. A separate migration, because it locks out readers for a moment. */
export class FurtherCves1763206000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE observation_cve ADD is_further boolean NOT NULL DEFAULT false`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
