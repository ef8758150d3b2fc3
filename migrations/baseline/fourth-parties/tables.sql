CREATE TABLE fourth_party_relationship (
  organization_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  fourth_party_domain text NOT NULL,
  vendor_id uuid NOT NULL,
  company_name text NOT NULL,
  connection_types integer NOT NULL,
  products text[] NOT NULL,
  confidence smallint NOT NULL,
  evidence_count integer NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  is_current boolean NOT NULL,
  is_listed boolean NOT NULL,
  vendor_weight smallint NOT NULL,
  is_critical boolean NOT NULL GENERATED ALWAYS AS ((vendor_weight >= 40) OR (((vendor_weight)::integer % 8) = 4)) STORED,
  PRIMARY KEY (organization_id, vendor_domain, fourth_party_domain) INCLUDE (is_listed, is_current)
) WITH (fillfactor = 50);
COMMENT ON TABLE fourth_party_relationship IS 'fourth-parties: A company that a vendor uses: all its sightings together.';
COMMENT ON COLUMN fourth_party_relationship.connection_types IS 'Bits of FourthPartyConnectionType.';
COMMENT ON COLUMN fourth_party_relationship.confidence IS 'FourthPartyConfidence, the highest of its sightings.';
COMMENT ON COLUMN fourth_party_relationship.is_current IS 'Still seen by one of them.';
COMMENT ON COLUMN fourth_party_relationship.is_listed IS 'False while the vendor is offboarded.';
COMMENT ON COLUMN fourth_party_relationship.vendor_weight IS 'Copy of what orders the vendors of a fourth party: see fourth_party_vendor_weight.';
COMMENT ON COLUMN fourth_party_relationship.is_critical IS 'Whether the vendor is critical for the business.';
CREATE INDEX fourth_party_relationship_confidence_idx ON fourth_party_relationship (organization_id, confidence, vendor_domain, fourth_party_domain) WHERE is_listed;
CREATE INDEX fourth_party_relationship_first_seen_idx ON fourth_party_relationship (organization_id, first_seen, vendor_domain, fourth_party_domain) WHERE is_listed;
CREATE INDEX fourth_party_relationship_party_idx ON fourth_party_relationship (organization_id, fourth_party_domain, vendor_domain)
  INCLUDE (is_listed, is_current);
CREATE INDEX fourth_party_relationship_weight_idx ON fourth_party_relationship (organization_id, fourth_party_domain, vendor_weight DESC, vendor_domain) WHERE is_listed;
ALTER TABLE fourth_party_relationship ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON fourth_party_relationship
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE fourth_party_sighting (
  organization_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  fourth_party_domain text NOT NULL,
  channel smallint NOT NULL,
  company_name text NOT NULL,
  connection_types integer NOT NULL,
  products text[] NOT NULL,
  confidence smallint NOT NULL,
  evidence jsonb NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  is_current boolean NOT NULL,
  PRIMARY KEY (organization_id, vendor_domain, fourth_party_domain, channel)
) WITH (fillfactor = 50);
COMMENT ON TABLE fourth_party_sighting IS 'fourth-parties: How one channel of detection saw a relationship.';
COMMENT ON COLUMN fourth_party_sighting.channel IS '1: DNS; 2: pages; 3 and 4: the same, by monitoring.';
COMMENT ON COLUMN fourth_party_sighting.connection_types IS 'Bits of FourthPartyConnectionType.';
COMMENT ON COLUMN fourth_party_sighting.evidence IS 'JSON: records, values and the way there.';
COMMENT ON COLUMN fourth_party_sighting.is_current IS 'Seen by the last detection of its channel.';
ALTER TABLE fourth_party_sighting ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON fourth_party_sighting
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE fourth_party_group (
  organization_id uuid NOT NULL,
  fourth_party_domain text NOT NULL,
  company_name text NOT NULL,
  relationship_count integer NOT NULL,
  vendor_count integer NOT NULL,
  critical_count integer NOT NULL,
  connection_types integer NOT NULL,
  products text[] NOT NULL,
  all_products text[] NOT NULL,
  top_vendors uuid[] NOT NULL,
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  PRIMARY KEY (organization_id, fourth_party_domain)
) WITH (fillfactor = 70);
COMMENT ON TABLE fourth_party_group IS 'fourth-parties: A fourth party of an organization: its relationships together.';
COMMENT ON COLUMN fourth_party_group.vendor_count IS 'Vendors that use it now.';
COMMENT ON COLUMN fourth_party_group.critical_count IS 'Those of them that are critical.';
COMMENT ON COLUMN fourth_party_group.products IS 'Of current relationships.';
COMMENT ON COLUMN fourth_party_group.all_products IS 'Of all relationships.';
COMMENT ON COLUMN fourth_party_group.top_vendors IS 'At most five, by weight.';
CREATE INDEX fourth_party_group_size_idx ON fourth_party_group (organization_id, vendor_count DESC, fourth_party_domain);
ALTER TABLE fourth_party_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON fourth_party_group
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE vendor_detection (
  organization_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  dns_detected_at timestamptz(3),
  pages_detected_at timestamptz(3),
  live_dns_detected_at timestamptz(3),
  live_pages_detected_at timestamptz(3),
  PRIMARY KEY (organization_id, vendor_domain)
);
COMMENT ON TABLE vendor_detection IS 'fourth-parties: When fourth parties of a vendor were last detected, by channel.';
ALTER TABLE vendor_detection ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_detection USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT, INSERT, UPDATE, DELETE ON fourth_party_relationship, fourth_party_sighting, fourth_party_group, vendor_detection TO
  vendor_risk_service;
