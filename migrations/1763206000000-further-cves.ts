import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says of each CVE of an observation whether it is another one than the first. A step of its own, as it locks readers out for a moment. */
export class FurtherCves1763206000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE observation_cve ADD is_further boolean NOT NULL DEFAULT false`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
