import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from './tools';

/** The index of the last change contains the bits of URLs, too. */
export class IndexOfUrlBits1763550000002 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, [
      [
        'observation_state_update_idx',
        `ON observation_state (organization_id, view, is_open, is_listed, updated_at, observation_id) INCLUDE (first_seen, flagged_at, kind_bits, name_bits, url_bits)`,
        ['observation_state_change_idx'],
      ],
    ]);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
