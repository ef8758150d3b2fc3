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
GRANT SELECT, INSERT, UPDATE, DELETE ON organization TO vendor_risk_service;

CREATE TABLE organization_domain (
  domain text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organization(id),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX organization_domain_owner_idx ON organization_domain (organization_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_domain TO vendor_risk_service;

CREATE TABLE operation_lifecycle (
  operation text PRIMARY KEY,
  deprecated_at timestamptz(3) NOT NULL,
  sunset_at timestamptz(3) NOT NULL,
  replacement text NOT NULL,
  CHECK (sunset_at >= (deprecated_at + '1 year'::interval))
);
GRANT SELECT, INSERT, UPDATE, DELETE ON operation_lifecycle TO vendor_risk_service;

CREATE TABLE platform_secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_secret TO vendor_risk_service;

CREATE TABLE platform_revision (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  revision bigint NOT NULL,
  revoked_tokens bigint NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_revision TO vendor_risk_service;

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
CREATE INDEX idempotency_key_age_idx ON idempotency_key (organization_id, started_at);
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON idempotency_key USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO vendor_risk_service;

INSERT INTO platform_revision (revision) VALUES (1);
