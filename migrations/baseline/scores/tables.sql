CREATE TABLE party_score (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  is_stale boolean NOT NULL DEFAULT true,
  overall_score smallint,
  overall_grade smallint,
  breach_score smallint,
  breach_level smallint,
  ransomware_score smallint,
  ransomware_level smallint,
  factors jsonb,
  open_by_severity bigint[],
  calculated_at timestamptz(3),
  opened_count integer NOT NULL DEFAULT 0,
  resolved_count integer NOT NULL DEFAULT 0,
  model smallint NOT NULL DEFAULT 1,
  modelled_at timestamptz(3),
  PRIMARY KEY (organization_id, view, party_domain)
) WITH (fillfactor = 70);
CREATE INDEX party_score_stale_idx ON party_score (organization_id, view, party_domain) WHERE is_stale;
ALTER TABLE party_score ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON party_score TO vendor_risk_service;

CREATE TABLE party_score_day (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  day date NOT NULL,
  overall_score smallint,
  breach_score smallint,
  ransomware_score smallint,
  factor_scores smallint[],
  opened_count integer NOT NULL DEFAULT 0,
  resolved_count integer NOT NULL DEFAULT 0,
  score_change smallint,
  model smallint NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, view, party_domain, day)
);
CREATE INDEX party_score_day_age_idx ON party_score_day USING brin (organization_id, day);
CREATE INDEX party_score_day_change_idx ON party_score_day (organization_id, view, day, party_domain, score_change) WHERE score_change <> 0;
ALTER TABLE party_score_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_day USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON party_score_day TO vendor_risk_service;

CREATE TABLE party_score_window (
  organization_id uuid PRIMARY KEY,
  first_day date NOT NULL
);
ALTER TABLE party_score_window ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_window USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON party_score_window TO vendor_risk_service;

CREATE TABLE party_score_fall (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  change integer NOT NULL,
  PRIMARY KEY (organization_id, view, party_domain)
);
CREATE INDEX party_score_fall_by_change_idx ON party_score_fall (organization_id, view, change, party_domain) WHERE change < 0;
ALTER TABLE party_score_fall ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_fall USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON party_score_fall TO vendor_risk_service;
