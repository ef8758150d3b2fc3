import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A redelivery restarts the schedule of attempts, and keeps the earlier attempts. */
export class WebhookTries1763400000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_delivery ADD tries smallint NOT NULL DEFAULT 0`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
