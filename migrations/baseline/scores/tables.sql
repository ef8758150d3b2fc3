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
  PRIMARY KEY (organization_id, view, party_domain)
) WITH (fillfactor = 70);
COMMENT ON TABLE party_score IS 'scores: The current score of a vendor, or of the organization itself.';
COMMENT ON COLUMN party_score.is_stale IS 'Observations changed since it was calculated.';
COMMENT ON COLUMN party_score.overall_score IS '0 to 100; unset until it is calculated.';
COMMENT ON COLUMN party_score.factors IS 'JSON, as served.';
COMMENT ON COLUMN party_score.opened_count IS 'Opened since the last calculation, which moves it to its day.';
COMMENT ON COLUMN party_score.resolved_count IS 'Resolved since then.';
COMMENT ON COLUMN party_score.model IS 'Version of the score model.';
CREATE INDEX party_score_stale_idx ON party_score (organization_id, view, party_domain) WHERE is_stale;
ALTER TABLE party_score ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

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
COMMENT ON TABLE party_score_day IS 'scores: The score of a party at the end of a day, in UTC.';
COMMENT ON COLUMN party_score_day.factor_scores IS 'In the order of the factors.';
COMMENT ON COLUMN party_score_day.score_change IS 'Against the day before.';
CREATE INDEX party_score_day_age_idx ON party_score_day USING brin (organization_id, day);
CREATE INDEX party_score_day_change_idx ON party_score_day (organization_id, view, day, party_domain, score_change) WHERE score_change <> 0;
ALTER TABLE party_score_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_day USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE party_score_window (
  organization_id uuid PRIMARY KEY,
  first_day date NOT NULL
);
COMMENT ON TABLE party_score_window IS 'scores: The thirty days that party_score_fall adds up for an organization.';
COMMENT ON COLUMN party_score_window.first_day IS 'First of the thirty days.';
ALTER TABLE party_score_window ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_window
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE party_score_fall (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  change integer NOT NULL,
  PRIMARY KEY (organization_id, view, party_domain)
);
COMMENT ON TABLE party_score_fall IS 'scores: The change of a score in those thirty days, so that an index begins with the fastest falling ones.';
CREATE INDEX party_score_fall_by_change_idx ON party_score_fall (organization_id, view, change, party_domain) WHERE change < 0;
ALTER TABLE party_score_fall ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_fall USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT, INSERT, UPDATE, DELETE ON party_score, party_score_day, party_score_window, party_score_fall TO vendor_risk_service;
