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
COMMENT ON TABLE oauth_client IS 'credentials: A credential of an organization.';
COMMENT ON COLUMN oauth_client.secret_hash IS 'Peppered hash; unset for a credential with public keys.';
COMMENT ON COLUMN oauth_client.version IS 'Counts rotations; tokens of an earlier version are refused.';
COMMENT ON COLUMN oauth_client.jwks IS 'Public keys for private_key_jwt.';
COMMENT ON COLUMN oauth_client.previous_secret_hash IS 'Valid until previous_until, after a rotation with an overlap.';
COMMENT ON COLUMN oauth_client.previous_jwks IS 'Like previous_secret_hash.';
COMMENT ON COLUMN oauth_client.allowed_networks IS 'Networks that it may be used from; unset means any.';
CREATE INDEX oauth_client_organization_idx ON oauth_client (organization_id, created_at);
CREATE TRIGGER oauth_client_revision AFTER INSERT OR UPDATE OR DELETE ON oauth_client FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  signs_from timestamptz(3) NOT NULL,
  expires_at timestamptz(3)
);
COMMENT ON TABLE signing_key IS 'credentials: A key that signs tokens. Its private part is in key_material.';
COMMENT ON COLUMN signing_key.signs_from IS 'Published before, so that verifiers know it in time.';
COMMENT ON COLUMN signing_key.expires_at IS 'Tokens of this key are refused from then on; unset for keys in use.';
CREATE TRIGGER signing_key_revision AFTER INSERT OR UPDATE OR DELETE ON signing_key FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

CREATE TABLE signing_key_schedule (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  every_seconds integer NOT NULL CHECK (every_seconds > 0)
);
COMMENT ON TABLE signing_key_schedule IS 'credentials: The one row that says how often signing keys rotate; no row means never.';

CREATE TABLE key_material (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE key_material IS 'credentials: An encrypted private key or secret. Only the role vendor_risk_keys can read it.';
COMMENT ON COLUMN key_material.value IS 'Ciphertext with the id of its key.';
GRANT SELECT, INSERT, UPDATE, DELETE ON key_material TO vendor_risk_keys;

CREATE TABLE client_assertion (
  client_id text NOT NULL,
  jti bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, jti)
);
COMMENT ON TABLE client_assertion IS 'credentials: A client assertion that was used, so that it is not accepted twice.';
COMMENT ON COLUMN client_assertion.jti IS 'Hash of the id of the assertion.';
CREATE INDEX client_assertion_expiry_idx ON client_assertion (expires_at);

CREATE TABLE revoked_token (
  jti text PRIMARY KEY,
  client_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revision bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE revoked_token IS 'credentials: A token that was revoked before its end.';
COMMENT ON COLUMN revoked_token.revision IS 'Given by number_revoked_token, in the order of commits.';
CREATE INDEX revoked_token_expiry_idx ON revoked_token (expires_at);
CREATE INDEX revoked_token_revision_idx ON revoked_token (revision);

CREATE TABLE credential_use (
  client_id text PRIMARY KEY REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  last_used_at timestamptz(3),
  last_used_address text,
  expiry_announced timestamptz(3)
);
COMMENT ON TABLE credential_use IS 'credentials: The last use of a credential, to the minute.';
COMMENT ON COLUMN credential_use.expiry_announced IS 'The end of validity that a webhook event announced.';

GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_client, signing_key, signing_key_schedule, client_assertion, revoked_token, credential_use TO
  vendor_risk_service;
