import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KEEP_DAYS_OF_NEW_ROWS } from './1763480000000-kept-days';

/** Less work for imports: the days of new rows are counted once. No row may be written meanwhile, or it would not be counted. */
export class DaysOfNewRows1763510000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation, observation_state IN SHARE ROW EXCLUSIVE MODE`);
    for (const statement of KEEP_DAYS_OF_NEW_ROWS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
