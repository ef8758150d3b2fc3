import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable } from './tools';

/** Credentials that expire, rotate with an overlap, authenticate with keys and are bound to networks; tokens that can be revoked. */
export class Credentials1763340000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE organization ADD allowed_networks text[]`);
    await runner.query(`
      ALTER TABLE oauth_client
        ALTER secret_hash DROP NOT NULL,
        ADD jwks jsonb,
        ADD previous_secret_hash bytea,
        ADD previous_jwks jsonb,
        ADD previous_until timestamptz(3),
        ADD expires_at timestamptz(3),
        ADD allowed_networks text[]`);

    // Separate from oauth_client, because changes of that table make every process drop its caches.
    await runner.query(`
      CREATE TABLE credential_use (
        client_id text PRIMARY KEY REFERENCES oauth_client (client_id) ON DELETE CASCADE,
        last_used_at timestamptz(3),
        last_used_address text,
        expiry_announced timestamptz(3)
      )`);
    await runner.query(`
      CREATE TABLE client_assertion (
        client_id text NOT NULL,
        jti bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (client_id, jti)
      )`);
    await runner.query(`CREATE INDEX client_assertion_expiry_idx ON client_assertion (expires_at)`);
    await runner.query(`
      CREATE TABLE revoked_token (
        jti text PRIMARY KEY,
        client_id text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        revision bigint NOT NULL DEFAULT 0
      )`);
    await runner.query(`CREATE INDEX revoked_token_revision_idx ON revoked_token (revision)`);
    await runner.query(`CREATE INDEX revoked_token_expiry_idx ON revoked_token (expires_at)`);
    await runner.query(`ALTER TABLE platform_revision ADD revoked_tokens bigint NOT NULL DEFAULT 0`);
    // The row is locked until commit, so revocations become visible in the order of their numbers.
    await runner.query(`
      CREATE FUNCTION number_revoked_token() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE platform_revision SET revoked_tokens = revoked_tokens + 1 RETURNING revoked_tokens INTO NEW.revision;
        RETURN NEW;
      END $$`);
    await runner.query(
      `CREATE TRIGGER revoked_token_number BEFORE INSERT ON revoked_token FOR EACH ROW EXECUTE FUNCTION number_revoked_token()`,
    );
    for (const table of ['credential_use', 'client_assertion', 'revoked_token']) await sharedTable(runner, table);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
