CREATE TABLE portfolio_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  grade_a integer NOT NULL,
  grade_b integer NOT NULL,
  grade_c integer NOT NULL,
  grade_d integer NOT NULL,
  grade_f integer NOT NULL,
  PRIMARY KEY (organization_id, day)
);
COMMENT ON TABLE portfolio_day IS 'portfolio: How many vendors had each grade at the end of a day.';
ALTER TABLE portfolio_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON portfolio_day USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON portfolio_day TO vendor_risk_service;
