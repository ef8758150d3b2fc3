import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bitsWithUrlOf } from './observation-bits.sql';
import { copyToStates } from './tools';

export class UrlBitsOfExistingStates1763550000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await copyToStates(runner, `url_bits = ${bitsWithUrlOf('o').url_bits}`, 'o.asset_url IS NOT NULL');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
