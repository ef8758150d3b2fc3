CREATE TABLE change_history (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON change_history TO vendor_risk_service;

CREATE TABLE change_head (
  organization_id uuid PRIMARY KEY,
  position bigint NOT NULL,
  forgotten_to bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
ALTER TABLE change_head ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_head USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT ON change_head TO vendor_risk_service;

CREATE TABLE change_set (
  organization_id uuid NOT NULL,
  id bigint NOT NULL,
  position bigint,
  committed_at timestamptz(3),
  is_empty boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 70);
CREATE INDEX change_set_filled_idx ON change_set (organization_id, "position") WHERE NOT is_empty;
CREATE UNIQUE INDEX change_set_position_key ON change_set (organization_id, "position");
ALTER TABLE change_set ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_set USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT ON change_set TO vendor_risk_service;

CREATE TABLE change (
  organization_id uuid NOT NULL,
  kind smallint NOT NULL,
  resource_id uuid NOT NULL,
  set_id bigint NOT NULL,
  is_removed boolean NOT NULL,
  resource_key text,
  PRIMARY KEY (organization_id, kind, resource_id)
) WITH (fillfactor = 90);
CREATE INDEX change_feed_idx ON change (organization_id, set_id, kind, resource_id);
CREATE INDEX change_key_idx ON change (organization_id, kind, resource_key) WHERE resource_key IS NOT NULL;
CREATE INDEX change_removed_idx ON change (organization_id, set_id) WHERE is_removed;
ALTER TABLE change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT ON change TO vendor_risk_service;

INSERT INTO change_history DEFAULT VALUES;
