CREATE TABLE observation (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  vendor_id uuid,
  vendor_name text,
  subject_domain text NOT NULL,
  fingerprint bytea NOT NULL,
  group_key text NOT NULL,
  observation_type text NOT NULL,
  title text NOT NULL,
  category smallint NOT NULL,
  severity smallint NOT NULL,
  confidence smallint,
  approval_status smallint NOT NULL,
  is_open boolean NOT NULL GENERATED ALWAYS AS (approval_status < 4) STORED,
  is_listed boolean NOT NULL DEFAULT true,
  asset_type smallint,
  asset_ip text,
  asset_port integer,
  asset_protocol smallint,
  asset_domain text,
  asset_url text,
  cve_ids text[] NOT NULL DEFAULT '{}',
  cwe_ids text[] NOT NULL DEFAULT '{}',
  tags text[] NOT NULL DEFAULT '{}',
  cvss_base_score numeric(3,1),
  cvss_rank smallint NOT NULL GENERATED ALWAYS AS (COALESCE((((cvss_base_score * (10)::numeric))::smallint)::integer, -1)) STORED,
  cvss_severity smallint,
  epss_score numeric(7,6),
  epss_percentile numeric(7,6),
  is_known_exploited boolean NOT NULL DEFAULT false,
  is_ransomware_used boolean NOT NULL DEFAULT false,
  source_name text NOT NULL,
  regression_count integer NOT NULL DEFAULT 0,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  body text NOT NULL,
  body_hash bytea NOT NULL,
  enrichment text,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT observation_fingerprint_key UNIQUE (organization_id, fingerprint)
) WITH (fillfactor = 90, toast_tuple_target = 8160);
COMMENT ON TABLE observation IS 'observations: A finding about a vendor, or about the organization itself.';
COMMENT ON COLUMN observation.view IS '1: a vendor (VRM); 2: the organization itself (SELF).';
COMMENT ON COLUMN observation.party_domain IS 'The domain of the vendor, or of the organization.';
COMMENT ON COLUMN observation.vendor_id IS 'Copy from vendor.';
COMMENT ON COLUMN observation.vendor_name IS 'Copy from vendor.';
COMMENT ON COLUMN observation.subject_domain IS 'The domain that it was found on.';
COMMENT ON COLUMN observation.fingerprint IS 'Hash of what makes it the same finding when it is seen again.';
COMMENT ON COLUMN observation.group_key IS 'Its first CVE, or its type: see observation_group.';
COMMENT ON COLUMN observation.category IS 'ObservationCategory.';
COMMENT ON COLUMN observation.severity IS 'ObservationSeverity, 5 is critical.';
COMMENT ON COLUMN observation.approval_status IS 'ApprovalStatus; 4 and above count as closed.';
COMMENT ON COLUMN observation.is_listed IS 'False while its vendor is offboarded.';
COMMENT ON COLUMN observation.cvss_rank IS 'cvss_base_score in tenths, -1 without one: a sort key without NULL.';
COMMENT ON COLUMN observation.cvss_severity IS 'Highest severity of its CVSS scores.';
COMMENT ON COLUMN observation.epss_score IS 'Highest of its CVEs; copied from vulnerability.';
COMMENT ON COLUMN observation.is_known_exploited IS 'One of its CVEs is in the KEV catalogue.';
COMMENT ON COLUMN observation.regression_count IS 'How often it came back after it was resolved.';
COMMENT ON COLUMN observation.body IS 'JSON of the fields that are neither filtered, sorted nor changed, as served.';
COMMENT ON COLUMN observation.body_hash IS 'Tells whether an import changed the body.';
COMMENT ON COLUMN observation.enrichment IS 'JSON derived from vulnerability and weakness_capec, as served: see observation_enrichment.';
ALTER TABLE observation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
CREATE POLICY search ON observation FOR SELECT TO vendor_risk_search USING (true);
GRANT SELECT ON observation TO vendor_risk_search;
GRANT SELECT, INSERT, UPDATE, DELETE ON observation TO vendor_risk_service;

CREATE TABLE observation_state (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  view smallint NOT NULL,
  is_open boolean NOT NULL,
  is_listed boolean NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  set_due_at timestamptz(3),
  assignee text,
  flagged_at timestamptz(3),
  first_seen timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  severity smallint NOT NULL,
  ticket_systems text[] NOT NULL DEFAULT '{}',
  ticket_keys text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, observation_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE observation_state IS 'observations: What people change about an observation, and copies for its lists.';
COMMENT ON COLUMN observation_state.due_at IS 'When it is to be resolved: set_due_at, or by policy (observation_due).';
COMMENT ON COLUMN observation_state.set_due_at IS 'As set by a person.';
COMMENT ON COLUMN observation_state.flagged_at IS 'Copy from observation_flag.';
COMMENT ON COLUMN observation_state.ticket_systems IS 'Copy from observation_reference, in lower case.';
COMMENT ON COLUMN observation_state.ticket_keys IS 'Copy from observation_reference, in lower case.';
ALTER TABLE observation_state ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_state USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_state TO vendor_risk_service;

CREATE TABLE observation_cve (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  cve_id text NOT NULL,
  is_further boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, cve_id, observation_id)
);
COMMENT ON TABLE observation_cve IS 'observations: A CVE of an observation.';
COMMENT ON COLUMN observation_cve.is_further IS 'Not the first one: it puts the observation in a further group.';
CREATE INDEX observation_cve_further_idx ON observation_cve (organization_id, cve_id, observation_id) WHERE is_further;
CREATE INDEX observation_cve_observation_idx ON observation_cve (organization_id, observation_id);
ALTER TABLE observation_cve ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_cve USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_cve TO vendor_risk_service;

CREATE TABLE observation_flag (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  flagged_at timestamptz(3) NOT NULL,
  actor_type smallint NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  PRIMARY KEY (organization_id, observation_id)
);
COMMENT ON TABLE observation_flag IS 'observations: A flag on an observation.';
ALTER TABLE observation_flag ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_flag USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_flag TO vendor_risk_service;

CREATE TABLE observation_action (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  id uuid NOT NULL,
  action_type smallint NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  actor_type smallint NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  from_status smallint,
  to_status smallint,
  comment text,
  details jsonb,
  PRIMARY KEY (organization_id, observation_id, id)
);
COMMENT ON TABLE observation_action IS 'observations: An entry in the history of an observation.';
COMMENT ON COLUMN observation_action.action_type IS 'ObservationActionType.';
COMMENT ON COLUMN observation_action.actor_type IS 'ActorType.';
COMMENT ON COLUMN observation_action.from_status IS 'ApprovalStatus.';
COMMENT ON COLUMN observation_action.to_status IS 'ApprovalStatus.';
CREATE INDEX observation_action_age_idx ON observation_action USING brin (organization_id, occurred_at);
ALTER TABLE observation_action ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_action USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_action TO vendor_risk_service;

CREATE TABLE observation_reference (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  system text NOT NULL,
  key text NOT NULL,
  url text,
  system_word text NOT NULL GENERATED ALWAYS AS (lower(system)) STORED,
  key_word text NOT NULL GENERATED ALWAYS AS (lower(key)) STORED,
  PRIMARY KEY (organization_id, observation_id, system_word, key_word)
);
COMMENT ON TABLE observation_reference IS 'observations: A reference to an observation in another system, such as a ticket.';
ALTER TABLE observation_reference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_reference USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_reference TO vendor_risk_service;

CREATE TABLE observation_group (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  group_key text NOT NULL,
  observation_type text NOT NULL,
  title text NOT NULL,
  category smallint NOT NULL,
  open_count bigint NOT NULL DEFAULT 0,
  closed_count bigint NOT NULL DEFAULT 0,
  open_by_severity bigint[] NOT NULL,
  closed_by_severity bigint[] NOT NULL,
  open_flagged bigint NOT NULL DEFAULT 0,
  closed_flagged bigint NOT NULL DEFAULT 0,
  open_vendors bigint NOT NULL DEFAULT 0,
  closed_vendors bigint NOT NULL DEFAULT 0,
  all_vendors bigint NOT NULL DEFAULT 0,
  known_exploited_count bigint NOT NULL DEFAULT 0,
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  max_cvss numeric(3,1),
  flagged_at timestamptz(3),
  PRIMARY KEY (organization_id, view, group_key)
) WITH (fillfactor = 70);
COMMENT ON TABLE observation_group IS 'observations: Counts of the observations with the same CVE, or the same type.';
COMMENT ON COLUMN observation_group.open_by_severity IS 'Counts by severity, from the lowest.';
COMMENT ON COLUMN observation_group.first_seen IS 'Of all its observations, open or closed, as last_seen, max_cvss and known_exploited_count.';
COMMENT ON COLUMN observation_group.flagged_at IS 'The latest flag of the group.';
CREATE INDEX observation_group_open_idx ON observation_group (organization_id, view, open_count DESC, group_key DESC);
CREATE INDEX observation_group_total_idx ON observation_group (organization_id, view) WHERE open_count > 0;
ALTER TABLE observation_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_group USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_group TO vendor_risk_service;

CREATE TABLE observation_group_vendor (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  group_key text NOT NULL,
  party_domain text NOT NULL,
  open_count bigint NOT NULL,
  closed_count bigint NOT NULL,
  PRIMARY KEY (organization_id, view, group_key, party_domain)
) WITH (fillfactor = 80);
COMMENT ON TABLE observation_group_vendor IS 'observations: Counts of a group for one vendor.';
ALTER TABLE observation_group_vendor ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_group_vendor USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_group_vendor TO vendor_risk_service;

CREATE TABLE party_tally (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  category smallint NOT NULL,
  severity smallint NOT NULL,
  open_count bigint NOT NULL,
  known_exploited_count bigint NOT NULL,
  ransomware_count bigint NOT NULL,
  PRIMARY KEY (organization_id, view, party_domain, category, severity)
) WITH (fillfactor = 70);
COMMENT ON TABLE party_tally IS 'observations: Open observations of a vendor by category and severity, for its score.';
ALTER TABLE party_tally ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_tally USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON party_tally TO vendor_risk_service;

CREATE TABLE vulnerability (
  cve_id text PRIMARY KEY,
  epss_score numeric(7,6),
  epss_percentile numeric(7,6),
  kev_date_added date,
  kev_due_date date,
  ransomware_use boolean,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE vulnerability IS 'observations: What is known about a CVE: EPSS and the KEV catalogue.';
GRANT SELECT, INSERT, UPDATE, DELETE ON vulnerability TO vendor_risk_service;

CREATE TABLE weakness_capec (
  cwe_id text NOT NULL,
  capec_id text NOT NULL,
  summary text NOT NULL,
  description text NOT NULL,
  PRIMARY KEY (cwe_id, capec_id)
);
COMMENT ON TABLE weakness_capec IS 'observations: An attack pattern of a weakness.';
GRANT SELECT, INSERT, UPDATE, DELETE ON weakness_capec TO vendor_risk_service;

CREATE TABLE remediation_policy (
  organization_id uuid PRIMARY KEY,
  days integer[] NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE remediation_policy IS 'observations: Days until observations are due, by severity.';
COMMENT ON COLUMN remediation_policy.days IS 'From the lowest severity; unset means never.';
ALTER TABLE remediation_policy ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON remediation_policy USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON remediation_policy TO vendor_risk_service;
