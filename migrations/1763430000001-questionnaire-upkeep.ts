import type { MigrationInterface, QueryRunner } from 'typeorm';
import { mirror } from './1763430000000-questionnaire-exchange';
import { jobQueue } from './tools';

/** Reminders, which both organizations see, and the findings of failed answers, which follow a submission. */
export class QuestionnaireUpkeep1763430000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE received_questionnaire ADD COLUMN reminded_at timestamptz(3)`);
    // findings_version: the submitted version whose failed answers are observations.
    await runner.query(`ALTER TABLE questionnaire ADD COLUMN findings_version integer NOT NULL DEFAULT 0`);
    // Sent (2) or in progress (3).
    await runner.query(
      `CREATE INDEX questionnaire_due_idx ON questionnaire (organization_id, due_at) WHERE status IN (2, 3) AND due_at IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX questionnaire_findings_idx ON questionnaire (organization_id) WHERE findings_version < version`);
    await runner.query(mirror(['reminded_at']));
    await jobQueue(runner, 'questionnaire-findings', { expireInSeconds: 300, retryLimit: 10, retryDelay: 5 });
    await jobQueue(runner, 'questionnaire-upkeep', { expireInSeconds: 900, retryLimit: 2, retryDelay: 60 });
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
