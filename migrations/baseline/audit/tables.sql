CREATE TABLE audit_intake (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  credential_id text,
  source_address text,
  surface text NOT NULL,
  operation text NOT NULL,
  request_id text,
  outcome text NOT NULL,
  reason text,
  occurrences integer NOT NULL,
  targets text NOT NULL,
  target_count integer NOT NULL,
  changes text NOT NULL,
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE audit_intake IS 'audit: An event on its way to the log. audit_append moves it at commit, so the log stays in commit order.';
ALTER TABLE audit_intake ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- Events of the service itself have no organization as their context.
CREATE POLICY own_organization ON audit_intake USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)) WITH CHECK (
  (SELECT nullif(current_setting('app.organization_id', true), '')::uuid) IS NULL OR organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT INSERT ON audit_intake TO vendor_risk_service;

CREATE TABLE audit_event (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  credential_id text,
  source_address text,
  surface text NOT NULL,
  operation text NOT NULL,
  request_id text,
  outcome text NOT NULL,
  reason text,
  occurrences integer NOT NULL,
  targets text NOT NULL,
  target_count integer NOT NULL,
  changes text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);
COMMENT ON TABLE audit_event IS 'audit: An event of the log. The log is append-only and chained by hash.';
COMMENT ON COLUMN audit_event.sequence IS 'Place in the log of its organization, without gaps.';
COMMENT ON COLUMN audit_event.occurrences IS 'How many equal events this one stands for.';
COMMENT ON COLUMN audit_event.targets IS 'JSON, at most a hundred; target_count has their number.';
COMMENT ON COLUMN audit_event.changes IS 'JSON: fields before and after.';
COMMENT ON COLUMN audit_event.previous_hash IS 'Hash of the event before it.';
COMMENT ON COLUMN audit_event.hash IS 'See audit_hash.';
CREATE INDEX audit_event_actor_idx ON audit_event (organization_id, actor_id, sequence);
CREATE INDEX audit_event_address_idx ON audit_event (organization_id, source_address, sequence);
CREATE INDEX audit_event_operation_idx ON audit_event (organization_id, operation, sequence);
CREATE INDEX audit_event_refused_idx ON audit_event (organization_id, sequence) WHERE outcome = 'AUDIT_OUTCOME_REFUSED';
CREATE INDEX audit_event_time_idx ON audit_event (organization_id, occurred_at, sequence);
ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON audit_event USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE audit_target (
  organization_id uuid NOT NULL,
  target_id text NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, target_id, sequence)
);
COMMENT ON TABLE audit_target IS 'audit: A target of an event, for the filter by target.';
ALTER TABLE audit_target ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON audit_target USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE audit_head (
  organization_id uuid PRIMARY KEY,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  deleted_sequence bigint NOT NULL DEFAULT 0,
  deleted_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
) WITH (fillfactor = 50);
COMMENT ON TABLE audit_head IS 'audit: The end of the log of an organization.';
COMMENT ON COLUMN audit_head.sequence IS 'Of its last event.';
COMMENT ON COLUMN audit_head.deleted_sequence IS 'Retention deleted the events up to this one.';
COMMENT ON COLUMN audit_head.deleted_hash IS 'Hash of the last deleted event, to which the remaining chain is linked.';
ALTER TABLE audit_head ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- The owner lists the logs of all organizations.
CREATE POLICY own_organization ON audit_head USING (
  organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid) OR pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'audit_head'::regclass), 'USAGE')
) WITH CHECK (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT ON audit_event, audit_target, audit_head TO vendor_risk_service;
