CREATE TABLE oauth_client (
  client_id text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization(id),
  name text NOT NULL,
  secret_hash bytea,
  scopes text[] NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  rotated_at timestamptz(3),
  revoked_at timestamptz(3),
  jwks jsonb,
  previous_secret_hash bytea,
  previous_jwks jsonb,
  previous_until timestamptz(3),
  expires_at timestamptz(3),
  allowed_networks text[]
);
CREATE INDEX oauth_client_organization_idx ON oauth_client (organization_id, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_client TO vendor_risk_service;
CREATE TRIGGER oauth_client_revision AFTER INSERT OR DELETE OR UPDATE ON oauth_client FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  private_jwk jsonb NOT NULL,
  public_jwk jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  signs_from timestamptz(3) NOT NULL,
  expires_at timestamptz(3)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_key TO vendor_risk_service;
CREATE TRIGGER signing_key_revision AFTER INSERT OR DELETE OR UPDATE ON signing_key FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

CREATE TABLE signing_key_schedule (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  every_seconds integer NOT NULL CHECK (every_seconds > 0)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_key_schedule TO vendor_risk_service;

CREATE TABLE key_material (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON key_material TO vendor_risk_keys;

CREATE TABLE client_assertion (
  client_id text NOT NULL,
  jti bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, jti)
);
CREATE INDEX client_assertion_expiry_idx ON client_assertion (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON client_assertion TO vendor_risk_service;

CREATE TABLE revoked_token (
  jti text PRIMARY KEY,
  client_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revision bigint NOT NULL DEFAULT 0
);
CREATE INDEX revoked_token_expiry_idx ON revoked_token (expires_at);
CREATE INDEX revoked_token_revision_idx ON revoked_token (revision);
GRANT SELECT, INSERT, UPDATE, DELETE ON revoked_token TO vendor_risk_service;

CREATE TABLE credential_use (
  client_id text PRIMARY KEY REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  last_used_at timestamptz(3),
  last_used_address text,
  expiry_announced timestamptz(3)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON credential_use TO vendor_risk_service;
