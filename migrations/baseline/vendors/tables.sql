CREATE TABLE vendor (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  domain_name text NOT NULL,
  company_name text NOT NULL,
  company_key text NOT NULL GENERATED ALWAYS AS (lower(company_name)) STORED,
  vendor_ref text,
  is_monitored boolean NOT NULL DEFAULT false,
  monitored_since timestamptz(3),
  lifecycle_status smallint NOT NULL,
  risk_level smallint,
  business_impact smallint,
  data_types_shared smallint[] NOT NULL DEFAULT '{}',
  access_types smallint[] NOT NULL DEFAULT '{}',
  contract_value bigint,
  contract_end_date timestamptz(3),
  data_region smallint,
  contacts jsonb NOT NULL DEFAULT '[]',
  offboarded_at timestamptz(3),
  offboard_reason text,
  score smallint,
  score_grade smallint,
  open_observation_count bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT vendor_domain_key UNIQUE (organization_id, domain_name)
);
COMMENT ON TABLE vendor IS 'vendors: A company in the directory of an organization.';
COMMENT ON COLUMN vendor.company_key IS 'company_name in lower case, for sorting: under row-level security lower() cannot be an index condition.';
COMMENT ON COLUMN vendor.vendor_ref IS 'The name that the organization uses for it.';
COMMENT ON COLUMN vendor.monitored_since IS 'Since when it is monitored.';
COMMENT ON COLUMN vendor.lifecycle_status IS 'VendorLifecycleStatus; an offboarded vendor is in no list.';
COMMENT ON COLUMN vendor.risk_level IS 'RiskLevel.';
COMMENT ON COLUMN vendor.business_impact IS 'BusinessImpact.';
COMMENT ON COLUMN vendor.data_types_shared IS 'DataTypeShared, several.';
COMMENT ON COLUMN vendor.access_types IS 'AccessType, several.';
COMMENT ON COLUMN vendor.contract_value IS 'As given, without a currency.';
COMMENT ON COLUMN vendor.data_region IS 'DataRegion.';
COMMENT ON COLUMN vendor.contacts IS 'JSON: people to write to.';
COMMENT ON COLUMN vendor.score IS 'Copy of party_score.overall_score, for lists.';
COMMENT ON COLUMN vendor.score_grade IS 'Copy of party_score.overall_grade.';
COMMENT ON COLUMN vendor.open_observation_count IS 'Kept by observation_rollup.';
CREATE INDEX vendor_by_business_impact_idx ON vendor (organization_id, business_impact, id, lifecycle_status) WHERE business_impact IS NOT NULL;
CREATE INDEX vendor_by_company_idx ON vendor (organization_id, company_key, id, lifecycle_status);
CREATE INDEX vendor_by_contract_end_date_idx ON vendor (organization_id, contract_end_date, id, lifecycle_status) WHERE contract_end_date IS NOT NULL;
CREATE INDEX vendor_by_contract_value_idx ON vendor (organization_id, contract_value, id, lifecycle_status) WHERE contract_value IS NOT NULL;
CREATE INDEX vendor_by_created_idx ON vendor (organization_id, created_at, id, lifecycle_status);
CREATE INDEX vendor_by_risk_level_idx ON vendor (organization_id, risk_level, id, lifecycle_status) WHERE risk_level IS NOT NULL;
CREATE INDEX vendor_by_score_idx ON vendor (organization_id, score, id, lifecycle_status) WHERE score IS NOT NULL;
CREATE INDEX vendor_by_updated_idx ON vendor (organization_id, updated_at, id, lifecycle_status);
CREATE INDEX vendor_filter_idx ON vendor (organization_id, lifecycle_status)
  INCLUDE (id, domain_name, vendor_ref, is_monitored, risk_level, business_impact, data_types_shared, access_types, data_region, contract_value, contract_end_date, score);
CREATE INDEX vendor_monitored_idx ON vendor (organization_id) WHERE is_monitored;
ALTER TABLE vendor ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_tally (
  organization_id uuid PRIMARY KEY,
  listed bigint NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE vendor_tally IS 'vendors: The number of listed vendors of an organization: counting would cost ten times as much as a page.';
ALTER TABLE vendor_tally ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_tally USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_reference (
  organization_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  system text NOT NULL,
  key text NOT NULL,
  url text,
  system_word text NOT NULL GENERATED ALWAYS AS (lower(system)) STORED,
  key_word text NOT NULL GENERATED ALWAYS AS (lower(key)) STORED,
  PRIMARY KEY (organization_id, vendor_id, system_word, key_word),
  FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE vendor_reference IS 'vendors: A reference to a vendor in another system.';
COMMENT ON COLUMN vendor_reference.system_word IS 'In lower case, for filters.';
COMMENT ON COLUMN vendor_reference.key_word IS 'In lower case, for filters.';
ALTER TABLE vendor_reference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_reference USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_action (
  organization_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  id uuid NOT NULL,
  action_type smallint NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  actor_type smallint NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  comment text,
  details jsonb,
  PRIMARY KEY (organization_id, vendor_id, id),
  FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE vendor_action IS 'vendors: An entry in the history of a vendor.';
COMMENT ON COLUMN vendor_action.action_type IS 'VendorActionType.';
COMMENT ON COLUMN vendor_action.actor_type IS 'ActorType.';
ALTER TABLE vendor_action ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_action USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_group (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  member_count bigint NOT NULL DEFAULT 0,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE vendor_group IS 'vendors: A group of vendors.';
COMMENT ON COLUMN vendor_group.member_count IS 'Kept by vendor_group_member_count.';
COMMENT ON COLUMN vendor_group.archived_at IS 'An archived group is in no list, and its name is free again.';
CREATE UNIQUE INDEX vendor_group_active_name_key ON vendor_group (organization_id, name) WHERE archived_at IS NULL;
CREATE INDEX vendor_group_newest_idx ON vendor_group (organization_id, created_at DESC, id DESC) WHERE archived_at IS NULL;
ALTER TABLE vendor_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_group USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_group_member (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  PRIMARY KEY (organization_id, group_id, vendor_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES vendor_group(organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE vendor_group_member IS 'vendors: The membership of a vendor in a group.';
CREATE INDEX vendor_group_member_vendor_idx ON vendor_group_member (organization_id, vendor_id, group_id);
ALTER TABLE vendor_group_member ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_group_member
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT, INSERT, UPDATE, DELETE ON vendor, vendor_tally, vendor_reference, vendor_action, vendor_group, vendor_group_member TO
  vendor_risk_service;
