import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable, tenantTable } from './tools';

/** Organizations, their credentials, signing keys, the lifecycle of operations and idempotency keys. */
export class Platform1763164800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE vendor_risk_service NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query(`GRANT vendor_risk_service TO CURRENT_USER`);
    await runner.query(`GRANT USAGE ON SCHEMA public TO vendor_risk_service`);

    await runner.query(`
      CREATE TABLE organization (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        domain text NOT NULL CONSTRAINT organization_domain_taken_key UNIQUE,
        vrm_enabled boolean NOT NULL DEFAULT false,
        vrm_until timestamptz(3),
        monitoring_slots integer NOT NULL DEFAULT 0 CHECK (monitoring_slots >= 0),
        rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0),
        suspended_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE organization_domain (
        domain text PRIMARY KEY,
        organization_id uuid NOT NULL REFERENCES organization (id),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX organization_domain_owner_idx ON organization_domain (organization_id)`);
    await runner.query(`
      CREATE TABLE oauth_client (
        client_id text PRIMARY KEY,
        organization_id uuid NOT NULL REFERENCES organization (id),
        name text NOT NULL,
        secret_hash bytea NOT NULL,
        scopes text[] NOT NULL,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        rotated_at timestamptz(3),
        revoked_at timestamptz(3)
      )`);
    await runner.query(`CREATE INDEX oauth_client_organization_idx ON oauth_client (organization_id, created_at)`);
    await runner.query(`
      CREATE TABLE signing_key (
        kid text PRIMARY KEY,
        private_jwk jsonb NOT NULL,
        public_jwk jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        signs_from timestamptz(3) NOT NULL,
        expires_at timestamptz(3)
      )`);
    await runner.query(`
      CREATE TABLE operation_lifecycle (
        operation text PRIMARY KEY,
        deprecated_at timestamptz(3) NOT NULL,
        sunset_at timestamptz(3) NOT NULL,
        replacement text NOT NULL,
        CHECK (sunset_at >= deprecated_at + interval '12 months')
      )`);
    await runner.query(`
      CREATE FUNCTION keep_retirement() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.sunset_at <= now() THEN
          RAISE EXCEPTION 'The retirement of % cannot be undone.', OLD.operation;
        END IF;
        RETURN coalesce(NEW, OLD);
      END $$`);
    await runner.query(
      `CREATE TRIGGER operation_lifecycle_retirement BEFORE UPDATE OR DELETE ON operation_lifecycle FOR EACH ROW EXECUTE FUNCTION keep_retirement()`,
    );
    await runner.query(`CREATE TABLE platform_secret (name text PRIMARY KEY, value bytea NOT NULL)`);

    // Processes drop their caches when this number changes.
    await runner.query(
      `CREATE TABLE platform_revision (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), revision bigint NOT NULL)`,
    );
    await runner.query(`INSERT INTO platform_revision (revision) VALUES (1)`);
    await runner.query(`
      CREATE FUNCTION bump_platform_revision() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE platform_revision SET revision = revision + 1;
        RETURN NULL;
      END $$`);
    for (const table of ['organization', 'organization_domain', 'oauth_client', 'signing_key', 'operation_lifecycle']) {
      await runner.query(
        `CREATE TRIGGER ${table}_revision AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision()`,
      );
    }
    for (const table of [
      'organization',
      'organization_domain',
      'oauth_client',
      'signing_key',
      'operation_lifecycle',
      'platform_secret',
      'platform_revision',
    ]) {
      await sharedTable(runner, table);
    }
    await runner.query(`GRANT SELECT ON schema_migration TO vendor_risk_service`);

    await runner.query(`
      CREATE TABLE idempotency_key (
        organization_id uuid NOT NULL,
        client_id text NOT NULL,
        operation text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        started_at timestamptz(3) NOT NULL,
        status smallint,
        body text,
        PRIMARY KEY (organization_id, client_id, operation, key)
      )`);
    await runner.query(`CREATE INDEX idempotency_key_age_idx ON idempotency_key (organization_id, started_at)`);
    await tenantTable(runner, 'idempotency_key');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
