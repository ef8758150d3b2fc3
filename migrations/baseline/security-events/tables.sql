CREATE TABLE security_event (
  event_id text PRIMARY KEY,
  title text NOT NULL,
  summary text NOT NULL,
  event_type smallint NOT NULL,
  severity smallint NOT NULL,
  status smallint NOT NULL,
  is_ransomware boolean NOT NULL,
  affected_products text[] NOT NULL,
  published_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  body text NOT NULL,
  content_hash bytea NOT NULL,
  revision bigint NOT NULL,
  visible_to uuid[]
);
COMMENT ON TABLE security_event IS 'security-events: An incident that is known to the service. Shared by all organizations.';
COMMENT ON COLUMN security_event.event_type IS 'SecurityEventType.';
COMMENT ON COLUMN security_event.severity IS 'SecurityEventSeverity.';
COMMENT ON COLUMN security_event.body IS 'JSON of the fields that are not filtered, as served.';
COMMENT ON COLUMN security_event.content_hash IS 'Tells whether an import changed it.';
COMMENT ON COLUMN security_event.revision IS 'Grows with each import: organizations catch up with what is newer than security_event_progress.';
COMMENT ON COLUMN security_event.visible_to IS 'The organizations that may see it; unset means all.';
CREATE INDEX security_event_revision_idx ON security_event (revision);
ALTER TABLE security_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audience ON security_event USING (
  visible_to IS NULL
  OR (SELECT nullif(current_setting('app.organization_id', true), '')) IS NULL
  OR (SELECT nullif(current_setting('app.organization_id', true), '')::uuid) = ANY (visible_to)) WITH CHECK (true);

CREATE TABLE security_event_cve (
  event_id text NOT NULL REFERENCES security_event(event_id),
  cve_id text NOT NULL,
  visible_to uuid[],
  PRIMARY KEY (cve_id, event_id)
);
COMMENT ON TABLE security_event_cve IS 'security-events: A CVE of an event.';
COMMENT ON COLUMN security_event_cve.visible_to IS 'Copy from security_event.';
CREATE INDEX security_event_cve_event_idx ON security_event_cve (event_id, cve_id);
ALTER TABLE security_event_cve ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audience ON security_event_cve USING (
  visible_to IS NULL
  OR (SELECT nullif(current_setting('app.organization_id', true), '')) IS NULL
  OR (SELECT nullif(current_setting('app.organization_id', true), '')::uuid) = ANY (visible_to)) WITH CHECK (true);

CREATE TABLE security_event_victim (
  event_id text NOT NULL REFERENCES security_event(event_id),
  domain text NOT NULL,
  named_at timestamptz(3) NOT NULL DEFAULT now(),
  visible_to uuid[],
  PRIMARY KEY (domain, event_id)
);
COMMENT ON TABLE security_event_victim IS 'security-events: A company that an event names as a victim.';
COMMENT ON COLUMN security_event_victim.visible_to IS 'Copy from security_event.';
CREATE INDEX security_event_victim_event_idx ON security_event_victim (event_id, domain);
ALTER TABLE security_event_victim ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audience ON security_event_victim USING (
  visible_to IS NULL
  OR (SELECT nullif(current_setting('app.organization_id', true), '')) IS NULL
  OR (SELECT nullif(current_setting('app.organization_id', true), '')::uuid) = ANY (visible_to)) WITH CHECK (true);

CREATE TABLE security_event_impact (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  event_id text NOT NULL,
  open_count integer NOT NULL DEFAULT 0,
  closed_count integer NOT NULL DEFAULT 0,
  is_named_victim boolean NOT NULL DEFAULT false,
  via_fourth_party_domain text,
  impact smallint,
  first_seen_at timestamptz(3),
  PRIMARY KEY (organization_id, view, party_domain, event_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE security_event_impact IS 'security-events: What an event means for a vendor, or for the organization itself.';
COMMENT ON COLUMN security_event_impact.open_count IS 'Open observations with a CVE of the event.';
COMMENT ON COLUMN security_event_impact.closed_count IS 'Closed ones.';
COMMENT ON COLUMN security_event_impact.via_fourth_party_domain IS 'A fourth party of the vendor that is a named victim.';
COMMENT ON COLUMN security_event_impact.impact IS 'SecurityEventImpact: see security_event_impact_of. Unset if there is none any more.';
COMMENT ON COLUMN security_event_impact.first_seen_at IS 'When there was an impact for the first time.';
CREATE INDEX security_event_impact_event_idx ON security_event_impact (organization_id, view, event_id, party_domain);
ALTER TABLE security_event_impact ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_impact
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE security_event_impact_change (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  event_id text NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  from_impact smallint,
  to_impact smallint,
  PRIMARY KEY (organization_id, view, party_domain, event_id, id)
);
COMMENT ON TABLE security_event_impact_change IS 'security-events: A change of an impact, for its history.';
CREATE INDEX security_event_impact_change_age_idx ON security_event_impact_change USING brin (organization_id, occurred_at);
ALTER TABLE security_event_impact_change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_impact_change
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE security_event_feed (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  event_id text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  confirmed integer NOT NULL,
  likely integer NOT NULL,
  possible integer NOT NULL,
  mitigated integer NOT NULL,
  PRIMARY KEY (organization_id, view, event_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE security_event_feed IS 'security-events: An event that has an impact in a view, with the number of parties by impact.';
CREATE INDEX security_event_feed_newest_idx ON security_event_feed (organization_id, view, published_at, event_id);
ALTER TABLE security_event_feed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_feed
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE security_event_progress (
  organization_id uuid PRIMARY KEY,
  revision bigint NOT NULL
);
COMMENT ON TABLE security_event_progress IS 'security-events: The revision of events that the impacts of an organization are derived from.';
ALTER TABLE security_event_progress ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_progress
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vrm_request (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id text NOT NULL REFERENCES security_event(event_id),
  vendor_domain text NOT NULL,
  message text,
  due_at timestamptz(3),
  sent_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE vrm_request IS 'security-events: A request to a vendor to say whether an event concerns it.';
CREATE INDEX vrm_request_received_idx ON vrm_request (vendor_domain, event_id);
CREATE INDEX vrm_request_sent_idx ON vrm_request (organization_id, event_id, vendor_domain);
ALTER TABLE vrm_request ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vrm_request USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
CREATE POLICY to_a_domain_of_ours ON vrm_request FOR SELECT USING (
  EXISTS (SELECT 1 FROM organization_domain d WHERE d.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid AND d.domain = vendor_domain));

CREATE TABLE vendor_statement (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  domain text NOT NULL,
  event_id text NOT NULL REFERENCES security_event(event_id),
  response_status smallint NOT NULL,
  message text,
  expected_resolution_at timestamptz(3),
  evidence_urls text[] NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id, domain)
);
COMMENT ON TABLE vendor_statement IS 'security-events: What a company says about an event, for one of its domains. Visible to all that have the domain in their directory.';
COMMENT ON COLUMN vendor_statement.response_status IS 'VendorResponseStatus.';
CREATE INDEX vendor_statement_domain_idx ON vendor_statement (domain, event_id, recorded_at, id);
CREATE INDEX vendor_statement_own_idx ON vendor_statement (organization_id, event_id, recorded_at, id);
ALTER TABLE vendor_statement ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY corrects_it_for_a_domain_of_ours ON vendor_statement AS RESTRICTIVE FOR UPDATE WITH CHECK (
  domain IN (SELECT d.domain FROM organization_domain d WHERE d.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid));
CREATE POLICY of_a_vendor_in_the_directory ON vendor_statement FOR SELECT USING (
  EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid AND v.domain_name = domain AND v.lifecycle_status <> vendor_offboarded()));
CREATE POLICY own_organization ON vendor_statement USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));
CREATE POLICY says_it_for_a_domain_of_ours ON vendor_statement AS RESTRICTIVE FOR INSERT WITH CHECK (
  domain IN (SELECT d.domain FROM organization_domain d WHERE d.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_response_on_behalf (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id text NOT NULL,
  vendor_domain text NOT NULL,
  response_status smallint NOT NULL,
  message text,
  received_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE vendor_response_on_behalf IS 'security-events: What a vendor said by other means, recorded by a customer and visible only to it.';
COMMENT ON COLUMN vendor_response_on_behalf.response_status IS 'VendorResponseStatus.';
CREATE INDEX vendor_response_on_behalf_idx ON vendor_response_on_behalf (organization_id, event_id, vendor_domain, received_at, id);
ALTER TABLE vendor_response_on_behalf ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_response_on_behalf
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT, INSERT, UPDATE, DELETE ON security_event, security_event_cve, security_event_victim, security_event_impact,
  security_event_impact_change, security_event_feed, security_event_progress, vrm_request, vendor_statement, vendor_response_on_behalf TO
  vendor_risk_service;
