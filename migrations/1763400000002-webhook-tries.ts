import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A delivery that is sent again starts its schedule anew, and keeps the attempts it had. */
export class WebhookTries1763400000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_delivery ADD tries smallint NOT NULL DEFAULT 0`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
