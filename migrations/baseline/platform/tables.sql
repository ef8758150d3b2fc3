CREATE TABLE organization (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  domain text NOT NULL CONSTRAINT organization_domain_taken_key UNIQUE,
  vrm_enabled boolean NOT NULL DEFAULT false,
  vrm_until timestamptz(3),
  monitoring_slots integer NOT NULL DEFAULT 0 CHECK (monitoring_slots >= 0),
  rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0),
  suspended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  allowed_networks text[],
  monitoring_paused_at timestamptz(3)
);
COMMENT ON TABLE organization IS 'platform: A customer of the service.';
COMMENT ON COLUMN organization.domain IS 'Its main domain; also in organization_domain.';
COMMENT ON COLUMN organization.vrm_enabled IS 'Whether it may use the VRM view: its vendors.';
COMMENT ON COLUMN organization.vrm_until IS 'End of that right; unset means no end.';
COMMENT ON COLUMN organization.monitoring_slots IS 'How many vendors it may monitor.';
COMMENT ON COLUMN organization.rate_limit_per_minute IS 'Unset means the limit of the service.';
COMMENT ON COLUMN organization.suspended_at IS 'No credential of a suspended organization is accepted.';
COMMENT ON COLUMN organization.allowed_networks IS 'Networks that its credentials are bound to; unset means any.';
COMMENT ON COLUMN organization.monitoring_paused_at IS 'Monitoring of its vendors is paused since then.';

CREATE TABLE organization_domain (
  domain text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization(id),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE organization_domain IS 'platform: A domain that an organization owns. It belongs to one organization at most.';
CREATE INDEX organization_domain_owner_idx ON organization_domain (organization_id);

CREATE TABLE operation_lifecycle (
  operation text PRIMARY KEY,
  deprecated_at timestamptz(3) NOT NULL,
  sunset_at timestamptz(3) NOT NULL,
  replacement text NOT NULL,
  CHECK (sunset_at >= (deprecated_at + '1 year'::interval))
);
COMMENT ON TABLE operation_lifecycle IS 'platform: An operation that is deprecated, or retired once sunset_at has passed.';
COMMENT ON COLUMN operation_lifecycle.replacement IS 'URL of what to use instead.';

CREATE TABLE platform_revision (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  revision bigint NOT NULL,
  revoked_tokens bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE platform_revision IS 'platform: The one row whose change makes every process drop its caches.';
COMMENT ON COLUMN platform_revision.revoked_tokens IS 'The number of the latest revoked token: processes fetch those that they do not know.';

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
);
COMMENT ON TABLE idempotency_key IS 'platform: A write that was sent with an Idempotency-Key, and its answer.';
COMMENT ON COLUMN idempotency_key.fingerprint IS 'Hash of the request: another request with this key is refused.';
COMMENT ON COLUMN idempotency_key.status IS 'HTTP status of the answer; unset while the call runs.';
COMMENT ON COLUMN idempotency_key.body IS 'The answer; encrypted if it contains a secret.';
CREATE INDEX idempotency_key_age_idx ON idempotency_key (organization_id, started_at);
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON idempotency_key USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

INSERT INTO platform_revision (revision) VALUES (1);

GRANT SELECT, INSERT, UPDATE, DELETE ON organization, organization_domain, operation_lifecycle, platform_revision,
  idempotency_key TO vendor_risk_service;
