CREATE TABLE observation_value (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  field text NOT NULL,
  value text NOT NULL,
  open_count bigint NOT NULL,
  closed_count bigint NOT NULL,
  PRIMARY KEY (organization_id, view, field, value)
) WITH (fillfactor = 70);
COMMENT ON TABLE observation_value IS 'observation-search: A value of observations and how many have it, for filters and their options.';
COMMENT ON COLUMN observation_value.field IS 'A name of observation_words or observation_state_words.';
COMMENT ON COLUMN observation_value.value IS 'E''\\x02'' where the field is not set.';
ALTER TABLE observation_value ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_value USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_value TO vendor_risk_service;
