import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bitsOf } from './observation-bits.sql';
import { copyToStates } from './tools';

export class BitsOfExistingStates1763540000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { kind_bits, name_bits } = bitsOf('o');
    await copyToStates(runner, `kind_bits = ${kind_bits}, name_bits = ${name_bits}`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
