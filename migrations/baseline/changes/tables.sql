CREATE TABLE change_history (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
COMMENT ON TABLE change_history IS 'changes: The one row with the id of the history that cursors belong to; `db restored` draws a new one.';
GRANT SELECT, INSERT, UPDATE, DELETE ON change_history TO vendor_risk_service;

CREATE TABLE change_head (
  organization_id uuid PRIMARY KEY,
  position bigint NOT NULL,
  forgotten_to bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
COMMENT ON TABLE change_head IS 'changes: The end of the change feed of an organization.';
COMMENT ON COLUMN change_head.position IS 'Of its last set.';
COMMENT ON COLUMN change_head.forgotten_to IS 'Removals up to this position are deleted: a cursor behind it has expired.';
ALTER TABLE change_head ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_head USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE change_set (
  organization_id uuid NOT NULL,
  id bigint NOT NULL,
  position bigint,
  committed_at timestamptz(3),
  is_empty boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 70);
COMMENT ON TABLE change_set IS 'changes: The changes of one transaction in one organization.';
COMMENT ON COLUMN change_set.id IS 'Time and random bits: see change_set_of.';
COMMENT ON COLUMN change_set.position IS 'Given at commit by change_set_number, without gaps.';
COMMENT ON COLUMN change_set.is_empty IS 'All its resources have moved to later sets.';
CREATE INDEX change_set_filled_idx ON change_set (organization_id, "position") WHERE NOT is_empty;
CREATE UNIQUE INDEX change_set_position_key ON change_set (organization_id, "position");
ALTER TABLE change_set ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_set USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE change (
  organization_id uuid NOT NULL,
  kind smallint NOT NULL,
  resource_id uuid NOT NULL,
  set_id bigint NOT NULL,
  is_removed boolean NOT NULL,
  resource_key text,
  PRIMARY KEY (organization_id, kind, resource_id)
) WITH (fillfactor = 90);
COMMENT ON TABLE change IS 'changes: A resource, with the set that it changed in last.';
COMMENT ON COLUMN change.kind IS 'See kinds.sql.';
COMMENT ON COLUMN change.resource_key IS 'For resources without an id; resource_id is a hash of it.';
COMMENT ON COLUMN change.is_removed IS 'It is in no list any more.';
CREATE INDEX change_feed_idx ON change (organization_id, set_id, kind, resource_id);
CREATE INDEX change_key_idx ON change (organization_id, kind, resource_key) WHERE resource_key IS NOT NULL;
CREATE INDEX change_removed_idx ON change (organization_id, set_id) WHERE is_removed;
ALTER TABLE change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

INSERT INTO change_history DEFAULT VALUES;

GRANT SELECT ON change_head, change_set, change TO vendor_risk_service;
