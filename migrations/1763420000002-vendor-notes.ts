import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from './tools';

/** Comments on vendors, and references to other systems. Both are deleted with the vendor. */
export class VendorNotes1763420000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const ofVendor = 'FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor (organization_id, id) ON DELETE CASCADE';
    await runner.query(`
      CREATE TABLE vendor_reference (
        organization_id uuid NOT NULL,
        vendor_id uuid NOT NULL,
        system text NOT NULL,
        key text NOT NULL,
        url text,
        system_word text NOT NULL GENERATED ALWAYS AS (lower(system)) STORED,
        key_word text NOT NULL GENERATED ALWAYS AS (lower(key)) STORED,
        PRIMARY KEY (organization_id, vendor_id, system_word, key_word),
        ${ofVendor}
      )`);
    await tenantTable(runner, 'vendor_reference');
    await runner.query(`
      CREATE TABLE vendor_action (
        organization_id uuid NOT NULL,
        vendor_id uuid NOT NULL,
        id uuid NOT NULL,
        action_type smallint NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        actor_type smallint NOT NULL,
        actor_id text,
        actor_name text NOT NULL,
        comment text,
        details jsonb,
        PRIMARY KEY (organization_id, vendor_id, id),
        ${ofVendor}
      )`);
    await tenantTable(runner, 'vendor_action');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
