CREATE TABLE monitoring_run (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  status smallint NOT NULL DEFAULT 1,
  queued_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  held_until timestamptz(3),
  held_by uuid,
  hosts integer NOT NULL DEFAULT 0,
  checks integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  resolved integer NOT NULL DEFAULT 0,
  reobserved integer NOT NULL DEFAULT 0,
  problems text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE monitoring_run IS 'monitoring: A scan of a vendor.';
COMMENT ON COLUMN monitoring_run.status IS 'MonitoringRunStatus.';
COMMENT ON COLUMN monitoring_run.held_until IS 'The process that runs it must renew this; otherwise another one takes it.';
COMMENT ON COLUMN monitoring_run.held_by IS 'That process.';
COMMENT ON COLUMN monitoring_run.created IS 'Observations that it created.';
CREATE INDEX monitoring_run_newest_idx ON monitoring_run (organization_id, queued_at, id);
CREATE INDEX monitoring_run_of_vendor_idx ON monitoring_run (organization_id, vendor_id, queued_at, id);
CREATE UNIQUE INDEX monitoring_run_unfinished_key ON monitoring_run (organization_id, vendor_id) WHERE finished_at IS NULL;
ALTER TABLE monitoring_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON monitoring_run USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE monitoring_fault (
  organization_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  host text NOT NULL,
  check_id text NOT NULL,
  asset jsonb NOT NULL,
  passes smallint NOT NULL DEFAULT 0,
  since timestamptz(3) NOT NULL DEFAULT now(),
  is_confirmed boolean NOT NULL DEFAULT true,
  judged_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, vendor_id, host, check_id),
  FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE monitoring_fault IS 'monitoring: What a check found on a host, before and after it is confirmed.';
COMMENT ON COLUMN monitoring_fault.passes IS 'Checks in a row that no longer saw it.';
COMMENT ON COLUMN monitoring_fault.is_confirmed IS 'It is an observation.';
CREATE INDEX monitoring_fault_unconfirmed_idx ON monitoring_fault (organization_id, vendor_id) WHERE NOT is_confirmed;
ALTER TABLE monitoring_fault ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON monitoring_fault USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE monitoring_opt_out (
  domain text PRIMARY KEY,
  reason text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE monitoring_opt_out IS 'monitoring: A domain that is never scanned. Shared by all organizations.';

GRANT SELECT, INSERT, UPDATE, DELETE ON monitoring_run, monitoring_fault, monitoring_opt_out TO vendor_risk_service;
