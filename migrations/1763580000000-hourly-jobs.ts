import type { MigrationInterface, QueryRunner } from 'typeorm';
import { jobQueue } from './tools';

/**
 * Queues of hourly jobs. They replace the claims in `scheduled_run`. The table stays: processes of release 1.0.0 use it while they run
 * beside this release.
 */
export class HourlyJobs1763580000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // These two may work through all organizations for long.
    await jobQueue(runner, 'retention', { expireInSeconds: 3600, retryLimit: 2, retryDelay: 60 });
    await jobQueue(runner, 'scores', { expireInSeconds: 3600, retryLimit: 2, retryDelay: 60 });
    for (const name of ['key-rotation', 'expiring-credentials', 'token-clean-up']) {
      await jobQueue(runner, name, { expireInSeconds: 300, retryLimit: 2, retryDelay: 60 });
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
