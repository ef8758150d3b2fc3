import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A day has all three scores, the category scores, and the numbers of opened and resolved observations. Release 1.0.0, while it still runs,
 * writes only the overall score: such rows have model 1, and the history leaves them out.
 */
export class ScoreHistory1763440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Counts since the last calculation, which moves them to its day. modelled_at differs from calculated_at after a calculation by 1.0.0.
    await runner.query(`
      ALTER TABLE party_score
        ADD opened_count integer NOT NULL DEFAULT 0,
        ADD resolved_count integer NOT NULL DEFAULT 0,
        ADD model smallint NOT NULL DEFAULT 1,
        ADD modelled_at timestamptz(3)`);
    // No overall score means that the vendor is not monitored from that day on.
    await runner.query(`
      ALTER TABLE party_score_day
        ALTER overall_score DROP NOT NULL,
        ADD breach_score smallint,
        ADD ransomware_score smallint,
        ADD factor_scores smallint[],
        ADD opened_count integer NOT NULL DEFAULT 0,
        ADD resolved_count integer NOT NULL DEFAULT 0,
        ADD score_change smallint,
        ADD model smallint NOT NULL DEFAULT 1`);
    await runner.query(`
      CREATE INDEX party_score_day_change_idx ON party_score_day (organization_id, view, day, party_domain, score_change)
       WHERE score_change <> 0`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
