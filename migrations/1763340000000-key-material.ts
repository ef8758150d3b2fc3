import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable } from './tools';

/**
 * Signing keys and secrets move to a table of their own, which only the role vendor_risk_keys can read. The service's role is a
 * member of it but does not inherit its rights: a session can switch to it, and statements that run as the service cannot use it.
 * The values stay where they are until `keys rewrap` moves them, because an older version may still be serving.
 */
export class KeyMaterial1763340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE vendor_risk_keys NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    // Roles belong to the whole cluster: another database may have created them already.
    await runner.query(`
      DO $$ BEGIN
        IF (SELECT rolinherit FROM pg_roles WHERE rolname = 'vendor_risk_service') THEN
          ALTER ROLE vendor_risk_service NOINHERIT;
        END IF;
        IF NOT EXISTS (SELECT 1 FROM pg_auth_members
                        WHERE roleid = 'vendor_risk_keys'::regrole AND member = 'vendor_risk_service'::regrole) THEN
          GRANT vendor_risk_keys TO vendor_risk_service;
        END IF;
      END $$`);
    await runner.query(`GRANT USAGE ON SCHEMA public TO vendor_risk_keys`);
    await runner.query(`
      CREATE TABLE key_material (
        name text PRIMARY KEY,
        value bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON key_material TO vendor_risk_keys`);
    await runner.query(`
      CREATE TABLE signing_key_schedule (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        every_seconds integer NOT NULL CHECK (every_seconds > 0)
      )`);
    await sharedTable(runner, 'signing_key_schedule');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
