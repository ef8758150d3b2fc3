-- The schema as PostgreSQL shows it. Generated from a migrated database by `npm run release:record`: change the migrations instead.

CREATE TYPE party_score_shift AS (organization_id uuid, view smallint, party_domain text, day date, change integer);

CREATE TYPE security_event_sighting AS (organization_id uuid, view smallint, party_domain text, event_id text, open_count integer, closed_count integer);

-- audit: An event of the log. The log is append-only and chained by hash.
CREATE TABLE audit_event (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL, -- Place in the log of its organization, without gaps.
  id uuid NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  credential_id text,
  source_address text,
  surface text NOT NULL,
  operation text NOT NULL,
  request_id text,
  outcome text NOT NULL,
  reason text,
  occurrences integer NOT NULL, -- How many equal events this one stands for.
  targets text NOT NULL, -- JSON, at most a hundred; target_count has their number.
  target_count integer NOT NULL,
  changes text NOT NULL, -- JSON: fields before and after.
  previous_hash bytea NOT NULL, -- Hash of the event before it.
  hash bytea NOT NULL, -- See audit_hash.
  CONSTRAINT audit_event_pkey PRIMARY KEY (organization_id, sequence)
);
CREATE INDEX audit_event_actor_idx ON public.audit_event USING btree (organization_id, actor_id, sequence);
CREATE INDEX audit_event_address_idx ON public.audit_event USING btree (organization_id, source_address, sequence);
CREATE INDEX audit_event_operation_idx ON public.audit_event USING btree (organization_id, operation, sequence);
CREATE INDEX audit_event_refused_idx ON public.audit_event USING btree (organization_id, sequence) WHERE (outcome = 'AUDIT_OUTCOME_REFUSED'::text);
CREATE INDEX audit_event_time_idx ON public.audit_event USING btree (organization_id, occurred_at, sequence);
ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON audit_event USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT SELECT ON audit_event TO vendor_risk_service;
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();

-- audit: The end of the log of an organization.
CREATE TABLE audit_head (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL, -- Of its last event.
  hash bytea NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  deleted_sequence bigint NOT NULL DEFAULT 0, -- Retention deleted the events up to this one.
  deleted_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea, -- Hash of the last deleted event, to which the remaining chain is linked.
  CONSTRAINT audit_head_pkey PRIMARY KEY (organization_id)
) WITH (fillfactor=50);
ALTER TABLE audit_head ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON audit_head USING ((organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) OR pg_has_role(CURRENT_USER, ( SELECT pg_class.relowner
   FROM pg_class
  WHERE (pg_class.oid = ('audit_head'::regclass)::oid)), 'USAGE'::text)) WITH CHECK (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT SELECT ON audit_head TO vendor_risk_service;

-- audit: An event on its way to the log. audit_append moves it at commit, so the log stays in commit order.
CREATE TABLE audit_intake (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  credential_id text,
  source_address text,
  surface text NOT NULL,
  operation text NOT NULL,
  request_id text,
  outcome text NOT NULL,
  reason text,
  occurrences integer NOT NULL,
  targets text NOT NULL,
  target_count integer NOT NULL,
  changes text NOT NULL,
  CONSTRAINT audit_intake_pkey PRIMARY KEY (organization_id, id)
);
ALTER TABLE audit_intake ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON audit_intake USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) WITH CHECK ((( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif") IS NULL) OR (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")));
GRANT INSERT ON audit_intake TO vendor_risk_service;
CREATE CONSTRAINT TRIGGER audit_intake_append AFTER INSERT ON public.audit_intake DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_append();

-- audit: A target of an event, for the filter by target.
CREATE TABLE audit_target (
  organization_id uuid NOT NULL,
  target_id text NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT audit_target_pkey PRIMARY KEY (organization_id, target_id, sequence)
);
ALTER TABLE audit_target ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON audit_target USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT SELECT ON audit_target TO vendor_risk_service;
CREATE TRIGGER audit_target_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_target FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();

-- changes: A resource, with the set that it changed in last.
CREATE TABLE change (
  organization_id uuid NOT NULL,
  kind smallint NOT NULL, -- See kinds.sql.
  resource_id uuid NOT NULL,
  set_id bigint NOT NULL,
  is_removed boolean NOT NULL, -- It is in no list any more.
  resource_key text, -- For resources without an id; resource_id is a hash of it.
  CONSTRAINT change_pkey PRIMARY KEY (organization_id, kind, resource_id)
) WITH (fillfactor=90);
CREATE INDEX change_feed_idx ON public.change USING btree (organization_id, set_id, kind, resource_id);
CREATE INDEX change_key_idx ON public.change USING btree (organization_id, kind, resource_key) WHERE (resource_key IS NOT NULL);
CREATE INDEX change_removed_idx ON public.change USING btree (organization_id, set_id) WHERE is_removed;
ALTER TABLE change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT SELECT ON change TO vendor_risk_service;
CREATE TRIGGER event_of_change_insert AFTER INSERT ON public.change REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_change();
CREATE TRIGGER event_of_change_update AFTER UPDATE ON public.change REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_change();

-- webhooks: Something that happened, until it becomes deliveries.
CREATE TABLE change_event (
  organization_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  set_id bigint NOT NULL, -- The change set in which it happened.
  event_type text NOT NULL,
  data jsonb, -- What cannot be read later.
  kind smallint, -- Kind of the resources, as in change.
  ids uuid[], -- At most 500.
  keys text[], -- At most 500.
  CONSTRAINT change_event_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX change_event_set_idx ON public.change_event USING btree (organization_id, set_id);
ALTER TABLE change_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_event USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON change_event TO vendor_risk_service;
CREATE CONSTRAINT TRIGGER change_event_wake AFTER INSERT ON public.change_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION event_wake();

-- changes: The end of the change feed of an organization.
CREATE TABLE change_head (
  organization_id uuid NOT NULL,
  "position" bigint NOT NULL, -- Of its last set.
  forgotten_to bigint NOT NULL DEFAULT 0, -- Removals up to this position are deleted: a cursor behind it has expired.
  CONSTRAINT change_head_pkey PRIMARY KEY (organization_id)
) WITH (fillfactor=50);
ALTER TABLE change_head ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_head USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT SELECT ON change_head TO vendor_risk_service;

-- changes: The one row with the id of the history that cursors belong to; `db restored` draws a new one.
CREATE TABLE change_history (
  only_row boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT change_history_pkey PRIMARY KEY (only_row),
  CONSTRAINT change_history_only_row_check CHECK (only_row)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON change_history TO vendor_risk_service;

-- changes: The changes of one transaction in one organization.
CREATE TABLE change_set (
  organization_id uuid NOT NULL,
  id bigint NOT NULL, -- Time and random bits: see change_set_of.
  "position" bigint, -- Given at commit by change_set_number, without gaps.
  committed_at timestamp(3) with time zone,
  is_empty boolean NOT NULL DEFAULT false, -- All its resources have moved to later sets.
  CONSTRAINT change_set_pkey PRIMARY KEY (organization_id, id)
) WITH (fillfactor=70);
CREATE INDEX change_set_filled_idx ON public.change_set USING btree (organization_id, "position") WHERE (NOT is_empty);
CREATE UNIQUE INDEX change_set_position_key ON public.change_set USING btree (organization_id, "position");
ALTER TABLE change_set ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_set USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT SELECT ON change_set TO vendor_risk_service;
CREATE CONSTRAINT TRIGGER change_set_number AFTER INSERT ON public.change_set DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_set_number();

-- credentials: A client assertion that was used, so that it is not accepted twice.
CREATE TABLE client_assertion (
  client_id text NOT NULL,
  jti bytea NOT NULL, -- Hash of the id of the assertion.
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT client_assertion_pkey PRIMARY KEY (client_id, jti)
);
CREATE INDEX client_assertion_expiry_idx ON public.client_assertion USING btree (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON client_assertion TO vendor_risk_service;

-- credentials: The last use of a credential, to the minute.
CREATE TABLE credential_use (
  client_id text NOT NULL,
  last_used_at timestamp(3) with time zone,
  last_used_address text,
  expiry_announced timestamp(3) with time zone, -- The end of validity that a webhook event announced.
  CONSTRAINT credential_use_pkey PRIMARY KEY (client_id),
  CONSTRAINT credential_use_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON credential_use TO vendor_risk_service;

-- fourth-parties: A fourth party of an organization: its relationships together.
CREATE TABLE fourth_party_group (
  organization_id uuid NOT NULL,
  fourth_party_domain text NOT NULL,
  company_name text NOT NULL,
  relationship_count integer NOT NULL,
  vendor_count integer NOT NULL, -- Vendors that use it now.
  critical_count integer NOT NULL, -- Those of them that are critical.
  connection_types integer NOT NULL,
  products text[] NOT NULL, -- Of current relationships.
  all_products text[] NOT NULL, -- Of all relationships.
  top_vendors uuid[] NOT NULL, -- At most five, by weight.
  first_seen timestamp(3) with time zone,
  last_seen timestamp(3) with time zone,
  CONSTRAINT fourth_party_group_pkey PRIMARY KEY (organization_id, fourth_party_domain)
) WITH (fillfactor=70);
CREATE INDEX fourth_party_group_size_idx ON public.fourth_party_group USING btree (organization_id, vendor_count DESC, fourth_party_domain);
ALTER TABLE fourth_party_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON fourth_party_group USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON fourth_party_group TO vendor_risk_service;

-- fourth-parties: A company that a vendor uses: all its sightings together.
CREATE TABLE fourth_party_relationship (
  organization_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  fourth_party_domain text NOT NULL,
  vendor_id uuid NOT NULL,
  company_name text NOT NULL,
  connection_types integer NOT NULL, -- Bits of FourthPartyConnectionType.
  products text[] NOT NULL,
  confidence smallint NOT NULL, -- FourthPartyConfidence, the highest of its sightings.
  evidence_count integer NOT NULL,
  first_seen timestamp(3) with time zone NOT NULL,
  last_seen timestamp(3) with time zone NOT NULL,
  is_current boolean NOT NULL, -- Still seen by one of them.
  is_listed boolean NOT NULL, -- False while the vendor is offboarded.
  vendor_weight smallint NOT NULL, -- Copy of what orders the vendors of a fourth party: see fourth_party_vendor_weight.
  is_critical boolean NOT NULL GENERATED ALWAYS AS (((vendor_weight >= 40) OR (((vendor_weight)::integer % 8) = 4))) STORED, -- Whether the vendor is critical for the business.
  CONSTRAINT fourth_party_relationship_pkey PRIMARY KEY (organization_id, vendor_domain, fourth_party_domain) INCLUDE (is_listed, is_current)
) WITH (fillfactor=50);
CREATE INDEX fourth_party_relationship_confidence_idx ON public.fourth_party_relationship USING btree (organization_id, confidence, vendor_domain, fourth_party_domain) WHERE is_listed;
CREATE INDEX fourth_party_relationship_first_seen_idx ON public.fourth_party_relationship USING btree (organization_id, first_seen, vendor_domain, fourth_party_domain) WHERE is_listed;
CREATE INDEX fourth_party_relationship_party_idx ON public.fourth_party_relationship USING btree (organization_id, fourth_party_domain, vendor_domain) INCLUDE (is_listed, is_current);
CREATE INDEX fourth_party_relationship_weight_idx ON public.fourth_party_relationship USING btree (organization_id, fourth_party_domain, vendor_weight DESC, vendor_domain) WHERE is_listed;
ALTER TABLE fourth_party_relationship ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON fourth_party_relationship USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON fourth_party_relationship TO vendor_risk_service;
CREATE TRIGGER change_of_fourth_party_delete AFTER DELETE ON public.fourth_party_relationship REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER change_of_fourth_party_insert AFTER INSERT ON public.fourth_party_relationship REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER change_of_fourth_party_update AFTER UPDATE ON public.fourth_party_relationship REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER event_of_fourth_party_update AFTER UPDATE ON public.fourth_party_relationship REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_fourth_party();

-- fourth-parties: How one channel of detection saw a relationship.
CREATE TABLE fourth_party_sighting (
  organization_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  fourth_party_domain text NOT NULL,
  channel smallint NOT NULL, -- 1: DNS; 2: pages; 3 and 4: the same, by monitoring.
  company_name text NOT NULL,
  connection_types integer NOT NULL, -- Bits of FourthPartyConnectionType.
  products text[] NOT NULL,
  confidence smallint NOT NULL,
  evidence jsonb NOT NULL, -- JSON: records, values and the way there.
  first_seen timestamp(3) with time zone NOT NULL,
  last_seen timestamp(3) with time zone NOT NULL,
  is_current boolean NOT NULL, -- Seen by the last detection of its channel.
  CONSTRAINT fourth_party_sighting_pkey PRIMARY KEY (organization_id, vendor_domain, fourth_party_domain, channel)
) WITH (fillfactor=50);
ALTER TABLE fourth_party_sighting ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON fourth_party_sighting USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON fourth_party_sighting TO vendor_risk_service;
CREATE TRIGGER change_beside_fourth_party_update AFTER UPDATE ON public.fourth_party_sighting REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_beside_fourth_party();

-- platform: A write that was sent with an Idempotency-Key, and its answer.
CREATE TABLE idempotency_key (
  organization_id uuid NOT NULL,
  client_id text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL, -- Hash of the request: another request with this key is refused.
  started_at timestamp(3) with time zone NOT NULL,
  status smallint, -- HTTP status of the answer; unset while the call runs.
  body text, -- The answer; encrypted if it contains a secret.
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (organization_id, client_id, operation, key)
);
CREATE INDEX idempotency_key_age_idx ON public.idempotency_key USING btree (organization_id, started_at);
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON idempotency_key USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_key TO vendor_risk_service;

-- credentials: An encrypted private key or secret. Only the role vendor_risk_keys can read it.
CREATE TABLE key_material (
  name text NOT NULL,
  value bytea NOT NULL, -- Ciphertext with the id of its key.
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT key_material_pkey PRIMARY KEY (name)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON key_material TO vendor_risk_keys;

-- monitoring: What a check found on a host, before and after it is confirmed.
CREATE TABLE monitoring_fault (
  organization_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  host text NOT NULL,
  check_id text NOT NULL,
  asset jsonb NOT NULL,
  passes smallint NOT NULL DEFAULT 0, -- Checks in a row that no longer saw it.
  since timestamp(3) with time zone NOT NULL DEFAULT now(),
  is_confirmed boolean NOT NULL DEFAULT true, -- It is an observation.
  judged_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT monitoring_fault_pkey PRIMARY KEY (organization_id, vendor_id, host, check_id),
  CONSTRAINT monitoring_fault_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX monitoring_fault_unconfirmed_idx ON public.monitoring_fault USING btree (organization_id, vendor_id) WHERE (NOT is_confirmed);
ALTER TABLE monitoring_fault ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON monitoring_fault USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON monitoring_fault TO vendor_risk_service;

-- monitoring: A domain that is never scanned. Shared by all organizations.
CREATE TABLE monitoring_opt_out (
  domain text NOT NULL,
  reason text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT monitoring_opt_out_pkey PRIMARY KEY (domain)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON monitoring_opt_out TO vendor_risk_service;

-- monitoring: A scan of a vendor.
CREATE TABLE monitoring_run (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  status smallint NOT NULL DEFAULT 1, -- MonitoringRunStatus.
  queued_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  held_until timestamp(3) with time zone, -- The process that runs it must renew this; otherwise another one takes it.
  held_by uuid, -- That process.
  hosts integer NOT NULL DEFAULT 0,
  checks integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0, -- Observations that it created.
  resolved integer NOT NULL DEFAULT 0,
  reobserved integer NOT NULL DEFAULT 0,
  problems text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT monitoring_run_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT monitoring_run_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX monitoring_run_newest_idx ON public.monitoring_run USING btree (organization_id, queued_at, id);
CREATE INDEX monitoring_run_of_vendor_idx ON public.monitoring_run USING btree (organization_id, vendor_id, queued_at, id);
CREATE UNIQUE INDEX monitoring_run_unfinished_key ON public.monitoring_run USING btree (organization_id, vendor_id) WHERE (finished_at IS NULL);
ALTER TABLE monitoring_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON monitoring_run USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON monitoring_run TO vendor_risk_service;

-- credentials: A credential of an organization.
CREATE TABLE oauth_client (
  client_id text NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea, -- Peppered hash; unset for a credential with public keys.
  scopes text[] NOT NULL,
  version integer NOT NULL DEFAULT 1, -- Counts rotations; tokens of an earlier version are refused.
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  rotated_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  jwks jsonb, -- Public keys for private_key_jwt.
  previous_secret_hash bytea, -- Valid until previous_until, after a rotation with an overlap.
  previous_jwks jsonb, -- Like previous_secret_hash.
  previous_until timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  allowed_networks text[], -- Networks that it may be used from; unset means any.
  CONSTRAINT oauth_client_pkey PRIMARY KEY (client_id),
  CONSTRAINT oauth_client_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX oauth_client_organization_idx ON public.oauth_client USING btree (organization_id, created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON oauth_client TO vendor_risk_service;
CREATE TRIGGER oauth_client_revision AFTER INSERT OR DELETE OR UPDATE ON public.oauth_client FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

-- observations: A finding about a vendor, or about the organization itself.
CREATE TABLE observation (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  view smallint NOT NULL, -- 1: a vendor (VRM); 2: the organization itself (SELF).
  party_domain text NOT NULL, -- The domain of the vendor, or of the organization.
  vendor_id uuid, -- Copy from vendor.
  vendor_name text, -- Copy from vendor.
  subject_domain text NOT NULL, -- The domain that it was found on.
  fingerprint bytea NOT NULL, -- Hash of what makes it the same finding when it is seen again.
  group_key text NOT NULL, -- Its first CVE, or its type: see observation_group.
  observation_type text NOT NULL,
  title text NOT NULL,
  category smallint NOT NULL, -- ObservationCategory.
  severity smallint NOT NULL, -- ObservationSeverity, 5 is critical.
  confidence smallint,
  approval_status smallint NOT NULL, -- ApprovalStatus; 4 and above count as closed.
  is_open boolean NOT NULL GENERATED ALWAYS AS ((approval_status < 4)) STORED,
  is_listed boolean NOT NULL DEFAULT true, -- False while its vendor is offboarded.
  asset_type smallint,
  asset_ip text,
  asset_port integer,
  asset_protocol smallint,
  asset_domain text,
  asset_url text,
  cve_ids text[] NOT NULL DEFAULT '{}'::text[],
  cwe_ids text[] NOT NULL DEFAULT '{}'::text[],
  tags text[] NOT NULL DEFAULT '{}'::text[],
  cvss_base_score numeric(3,1),
  cvss_rank smallint NOT NULL GENERATED ALWAYS AS (COALESCE((((cvss_base_score * (10)::numeric))::smallint)::integer, '-1'::integer)) STORED, -- cvss_base_score in tenths, -1 without one: a sort key without NULL.
  cvss_severity smallint, -- Highest severity of its CVSS scores.
  epss_score numeric(7,6), -- Highest of its CVEs; copied from vulnerability.
  epss_percentile numeric(7,6),
  is_known_exploited boolean NOT NULL DEFAULT false, -- One of its CVEs is in the KEV catalogue.
  is_ransomware_used boolean NOT NULL DEFAULT false,
  source_name text NOT NULL,
  regression_count integer NOT NULL DEFAULT 0, -- How often it came back after it was resolved.
  first_seen timestamp(3) with time zone NOT NULL,
  last_seen timestamp(3) with time zone NOT NULL,
  resolved_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  body text NOT NULL, -- JSON of the fields that are neither filtered, sorted nor changed, as served.
  body_hash bytea NOT NULL, -- Tells whether an import changed the body.
  enrichment text, -- JSON derived from vulnerability and weakness_capec, as served: see observation_enrichment.
  CONSTRAINT observation_fingerprint_key UNIQUE (organization_id, fingerprint),
  CONSTRAINT observation_pkey PRIMARY KEY (organization_id, id)
) WITH (fillfactor=90, toast_tuple_target=8160);
CREATE INDEX observation_category_idx ON public.observation USING btree (organization_id, view, category, group_key, severity) WHERE (is_open AND is_listed);
CREATE INDEX observation_created_idx ON public.observation USING btree (organization_id, view, is_open, created_at) WHERE is_listed;
CREATE INDEX observation_cvss_idx ON public.observation USING btree (organization_id, view, is_open, cvss_rank, first_seen, id, severity, last_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_epss_idx ON public.observation USING btree (organization_id, view, is_open, epss_score) WHERE (is_listed AND (epss_score IS NOT NULL));
CREATE INDEX observation_first_seen_idx ON public.observation USING btree (organization_id, view, is_open, first_seen, id, severity, last_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_group_idx ON public.observation USING btree (organization_id, view, group_key);
CREATE INDEX observation_last_seen_idx ON public.observation USING btree (organization_id, view, is_open, last_seen, id, severity, first_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_party_idx ON public.observation USING btree (organization_id, view, party_domain, first_seen, id, severity);
CREATE INDEX observation_resolved_idx ON public.observation USING btree (organization_id, view, is_open, resolved_at) WHERE (is_listed AND (resolved_at IS NOT NULL));
CREATE INDEX observation_severity_idx ON public.observation USING btree (organization_id, view, is_open, severity, first_seen, id, last_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_terms_idx ON public.observation USING gin (observation_terms(organization_id, view, is_open, (observation_words(observation.*) || observation_pieces(asset_url)))) WITH (gin_pending_list_limit='512') WHERE is_listed;
ALTER TABLE observation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
CREATE POLICY search ON observation FOR SELECT TO vendor_risk_search USING true;
GRANT DELETE, INSERT, SELECT, UPDATE ON observation TO vendor_risk_service;
GRANT SELECT ON observation TO vendor_risk_search;
CREATE TRIGGER change_of_observation_delete AFTER DELETE ON public.observation REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_observation();
CREATE TRIGGER change_of_observation_insert AFTER INSERT ON public.observation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_observation();
CREATE TRIGGER change_of_observation_update AFTER UPDATE ON public.observation REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_observation();
CREATE TRIGGER observation_rollup_delete AFTER DELETE ON public.observation REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_rollup_insert AFTER INSERT ON public.observation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_rollup_update AFTER UPDATE ON public.observation REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_sides_added AFTER INSERT ON public.observation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_sides();
CREATE TRIGGER observation_sides_changed AFTER UPDATE ON public.observation REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_sides();
CREATE TRIGGER observation_sides_removed AFTER DELETE ON public.observation REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_sides();
CREATE TRIGGER observation_state_follow_delete AFTER DELETE ON public.observation REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_state_follow_insert AFTER INSERT ON public.observation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_state_follow_update AFTER UPDATE ON public.observation REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_values_delete AFTER DELETE ON public.observation REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_values();
CREATE TRIGGER observation_values_insert AFTER INSERT ON public.observation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_values();
CREATE TRIGGER observation_values_update AFTER UPDATE ON public.observation REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_values();
CREATE TRIGGER security_event_sighted_added AFTER INSERT ON public.observation REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
CREATE TRIGGER security_event_sighted_changed AFTER UPDATE ON public.observation REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
CREATE TRIGGER security_event_sighted_removed AFTER DELETE ON public.observation REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();

-- observations: An entry in the history of an observation.
CREATE TABLE observation_action (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  id uuid NOT NULL,
  action_type smallint NOT NULL, -- ObservationActionType.
  occurred_at timestamp(3) with time zone NOT NULL,
  actor_type smallint NOT NULL, -- ActorType.
  actor_id text,
  actor_name text NOT NULL,
  from_status smallint, -- ApprovalStatus.
  to_status smallint, -- ApprovalStatus.
  comment text,
  details jsonb,
  CONSTRAINT observation_action_pkey PRIMARY KEY (organization_id, observation_id, id)
);
CREATE INDEX observation_action_age_idx ON public.observation_action USING brin (organization_id, occurred_at);
ALTER TABLE observation_action ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_action USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_action TO vendor_risk_service;
CREATE TRIGGER event_of_observation_action_insert AFTER INSERT ON public.observation_action REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_observation_action();

-- observations: A CVE of an observation.
CREATE TABLE observation_cve (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  cve_id text NOT NULL,
  is_further boolean NOT NULL DEFAULT false, -- Not the first one: it puts the observation in a further group.
  CONSTRAINT observation_cve_pkey PRIMARY KEY (organization_id, cve_id, observation_id)
);
CREATE INDEX observation_cve_further_idx ON public.observation_cve USING btree (organization_id, cve_id, observation_id) WHERE is_further;
CREATE INDEX observation_cve_observation_idx ON public.observation_cve USING btree (organization_id, observation_id);
ALTER TABLE observation_cve ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_cve USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_cve TO vendor_risk_service;

-- observations: A flag on an observation.
CREATE TABLE observation_flag (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  flagged_at timestamp(3) with time zone NOT NULL,
  actor_type smallint NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  CONSTRAINT observation_flag_pkey PRIMARY KEY (organization_id, observation_id)
);
ALTER TABLE observation_flag ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_flag USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_flag TO vendor_risk_service;
CREATE TRIGGER change_beside_observation_delete AFTER DELETE ON public.observation_flag REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_insert AFTER INSERT ON public.observation_flag REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON public.observation_flag REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER event_of_observation_flag_insert AFTER INSERT ON public.observation_flag REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_observation_flag();
CREATE TRIGGER observation_flagged_delete AFTER DELETE ON public.observation_flag REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_flagged();
CREATE TRIGGER observation_flagged_insert AFTER INSERT ON public.observation_flag REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_flagged();

-- observations: Counts of the observations with the same CVE, or the same type.
CREATE TABLE observation_group (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  group_key text NOT NULL,
  observation_type text NOT NULL,
  title text NOT NULL,
  category smallint NOT NULL,
  open_count bigint NOT NULL DEFAULT 0,
  closed_count bigint NOT NULL DEFAULT 0,
  open_by_severity bigint[] NOT NULL, -- Counts by severity, from the lowest.
  closed_by_severity bigint[] NOT NULL,
  open_flagged bigint NOT NULL DEFAULT 0,
  closed_flagged bigint NOT NULL DEFAULT 0,
  open_vendors bigint NOT NULL DEFAULT 0,
  closed_vendors bigint NOT NULL DEFAULT 0,
  all_vendors bigint NOT NULL DEFAULT 0,
  known_exploited_count bigint NOT NULL DEFAULT 0,
  first_seen timestamp(3) with time zone, -- Of all its observations, open or closed, as last_seen, max_cvss and known_exploited_count.
  last_seen timestamp(3) with time zone,
  max_cvss numeric(3,1),
  flagged_at timestamp(3) with time zone, -- The latest flag of the group.
  CONSTRAINT observation_group_pkey PRIMARY KEY (organization_id, view, group_key)
) WITH (fillfactor=70);
CREATE INDEX observation_group_open_idx ON public.observation_group USING btree (organization_id, view, open_count DESC, group_key DESC);
CREATE INDEX observation_group_total_idx ON public.observation_group USING btree (organization_id, view) WHERE (open_count > 0);
ALTER TABLE observation_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_group USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_group TO vendor_risk_service;

-- observations: Counts of a group for one vendor.
CREATE TABLE observation_group_vendor (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  group_key text NOT NULL,
  party_domain text NOT NULL,
  open_count bigint NOT NULL,
  closed_count bigint NOT NULL,
  CONSTRAINT observation_group_vendor_pkey PRIMARY KEY (organization_id, view, group_key, party_domain)
) WITH (fillfactor=80);
ALTER TABLE observation_group_vendor ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_group_vendor USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_group_vendor TO vendor_risk_service;

-- observations: A reference to an observation in another system, such as a ticket.
CREATE TABLE observation_reference (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  system text NOT NULL,
  key text NOT NULL,
  url text,
  system_word text NOT NULL GENERATED ALWAYS AS (lower(system)) STORED,
  key_word text NOT NULL GENERATED ALWAYS AS (lower(key)) STORED,
  CONSTRAINT observation_reference_pkey PRIMARY KEY (organization_id, observation_id, system_word, key_word)
);
CREATE INDEX observation_reference_system_idx ON public.observation_reference USING btree (organization_id, system_word);
ALTER TABLE observation_reference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_reference USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_reference TO vendor_risk_service;
CREATE TRIGGER observation_ticketed_delete AFTER DELETE ON public.observation_reference REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_ticketed();
CREATE TRIGGER observation_ticketed_insert AFTER INSERT ON public.observation_reference REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_ticketed();
CREATE TRIGGER observation_ticketed_update AFTER UPDATE ON public.observation_reference REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_ticketed();

-- observations: What people change about an observation, and copies for its lists.
CREATE TABLE observation_state (
  organization_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  view smallint NOT NULL,
  is_open boolean NOT NULL,
  is_listed boolean NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone, -- When it is to be resolved: set_due_at, or by policy (observation_due).
  set_due_at timestamp(3) with time zone, -- As set by a person.
  assignee text,
  flagged_at timestamp(3) with time zone, -- Copy from observation_flag.
  first_seen timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  severity smallint NOT NULL,
  ticket_systems text[] NOT NULL DEFAULT '{}'::text[], -- Copy from observation_reference, in lower case.
  ticket_keys text[] NOT NULL DEFAULT '{}'::text[], -- Copy from observation_reference, in lower case.
  CONSTRAINT observation_state_pkey PRIMARY KEY (organization_id, observation_id)
) WITH (fillfactor=80);
CREATE INDEX observation_state_due_idx ON public.observation_state USING btree (organization_id, view, is_open, due_at) WHERE (is_listed AND (due_at IS NOT NULL));
CREATE INDEX observation_state_flagged_idx ON public.observation_state USING btree (organization_id, view, is_open, flagged_at) WHERE (is_listed AND (flagged_at IS NOT NULL));
CREATE INDEX observation_state_terms_idx ON public.observation_state USING gin (observation_terms(organization_id, view, is_open, observation_state_words(observation_state.*))) WITH (gin_pending_list_limit='512') WHERE is_listed;
CREATE INDEX observation_state_updated_idx ON public.observation_state USING btree (organization_id, view, is_open, updated_at, observation_id, severity, first_seen, created_at) WHERE is_listed;
ALTER TABLE observation_state ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_state USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
CREATE POLICY search ON observation_state FOR SELECT TO vendor_risk_search USING true;
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_state TO vendor_risk_service;
GRANT SELECT ON observation_state TO vendor_risk_search;
CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON public.observation_state REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER observation_state_values_delete AFTER DELETE ON public.observation_state REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
CREATE TRIGGER observation_state_values_insert AFTER INSERT ON public.observation_state REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
CREATE TRIGGER observation_state_values_update AFTER UPDATE ON public.observation_state REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();

-- observation-search: A value of observations and how many have it, for filters and their options.
CREATE TABLE observation_value (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  field text NOT NULL, -- A name of observation_words or observation_state_words.
  value text NOT NULL, -- E'\\x02' where the field is not set.
  open_count bigint NOT NULL,
  closed_count bigint NOT NULL,
  CONSTRAINT observation_value_pkey PRIMARY KEY (organization_id, view, field, value)
) WITH (fillfactor=70);
ALTER TABLE observation_value ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON observation_value USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON observation_value TO vendor_risk_service;

-- platform: An operation that is deprecated, or retired once sunset_at has passed.
CREATE TABLE operation_lifecycle (
  operation text NOT NULL,
  deprecated_at timestamp(3) with time zone NOT NULL,
  sunset_at timestamp(3) with time zone NOT NULL,
  replacement text NOT NULL, -- URL of what to use instead.
  CONSTRAINT operation_lifecycle_pkey PRIMARY KEY (operation),
  CONSTRAINT operation_lifecycle_check CHECK ((sunset_at >= (deprecated_at + '1 year'::interval)))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON operation_lifecycle TO vendor_risk_service;
CREATE TRIGGER operation_lifecycle_retirement BEFORE DELETE OR UPDATE ON public.operation_lifecycle FOR EACH ROW EXECUTE FUNCTION keep_retirement();
CREATE TRIGGER operation_lifecycle_revision AFTER INSERT OR DELETE OR UPDATE ON public.operation_lifecycle FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

-- platform: A customer of the service.
CREATE TABLE organization (
  id uuid NOT NULL,
  name text NOT NULL,
  domain text NOT NULL, -- Its main domain; also in organization_domain.
  vrm_enabled boolean NOT NULL DEFAULT false, -- Whether it may use the VRM view: its vendors.
  vrm_until timestamp(3) with time zone, -- End of that right; unset means no end.
  monitoring_slots integer NOT NULL DEFAULT 0, -- How many vendors it may monitor.
  rate_limit_per_minute integer, -- Unset means the limit of the service.
  suspended_at timestamp(3) with time zone, -- No credential of a suspended organization is accepted.
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  allowed_networks text[], -- Networks that its credentials are bound to; unset means any.
  monitoring_paused_at timestamp(3) with time zone, -- Monitoring of its vendors is paused since then.
  CONSTRAINT organization_domain_taken_key UNIQUE (domain),
  CONSTRAINT organization_pkey PRIMARY KEY (id),
  CONSTRAINT organization_monitoring_slots_check CHECK ((monitoring_slots >= 0)),
  CONSTRAINT organization_rate_limit_per_minute_check CHECK ((rate_limit_per_minute > 0))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON organization TO vendor_risk_service;
CREATE TRIGGER change_forget_organization_delete AFTER DELETE ON public.organization REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_forget_organization();
CREATE TRIGGER organization_revision AFTER INSERT OR DELETE OR UPDATE ON public.organization FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

-- platform: A domain that an organization owns. It belongs to one organization at most.
CREATE TABLE organization_domain (
  domain text NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT organization_domain_pkey PRIMARY KEY (domain),
  CONSTRAINT organization_domain_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX organization_domain_owner_idx ON public.organization_domain USING btree (organization_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON organization_domain TO vendor_risk_service;
CREATE TRIGGER change_of_own_domain_delete AFTER DELETE ON public.organization_domain REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_own_domain();
CREATE TRIGGER change_of_own_domain_insert AFTER INSERT ON public.organization_domain REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_own_domain();
CREATE TRIGGER change_of_own_domain_update AFTER UPDATE ON public.organization_domain REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_own_domain();
CREATE TRIGGER organization_domain_revision AFTER INSERT OR DELETE OR UPDATE ON public.organization_domain FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();
CREATE TRIGGER security_event_domain_added_added AFTER INSERT ON public.organization_domain REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_domain_added();

-- scores: The current score of a vendor, or of the organization itself.
CREATE TABLE party_score (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  is_stale boolean NOT NULL DEFAULT true, -- Observations changed since it was calculated.
  overall_score smallint, -- 0 to 100; unset until it is calculated.
  overall_grade smallint,
  breach_score smallint,
  breach_level smallint,
  ransomware_score smallint,
  ransomware_level smallint,
  factors jsonb, -- JSON, as served.
  open_by_severity bigint[],
  calculated_at timestamp(3) with time zone,
  opened_count integer NOT NULL DEFAULT 0, -- Opened since the last calculation, which moves it to its day.
  resolved_count integer NOT NULL DEFAULT 0, -- Resolved since then.
  model smallint NOT NULL DEFAULT 1, -- Version of the score model.
  CONSTRAINT party_score_pkey PRIMARY KEY (organization_id, view, party_domain)
) WITH (fillfactor=70);
CREATE INDEX party_score_stale_idx ON public.party_score USING btree (organization_id, view, party_domain) WHERE is_stale;
ALTER TABLE party_score ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON party_score TO vendor_risk_service;
CREATE TRIGGER change_of_score_delete AFTER DELETE ON public.party_score REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
CREATE TRIGGER change_of_score_insert AFTER INSERT ON public.party_score REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
CREATE TRIGGER change_of_score_update AFTER UPDATE ON public.party_score REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();

-- scores: The score of a party at the end of a day, in UTC.
CREATE TABLE party_score_day (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  day date NOT NULL,
  overall_score smallint,
  breach_score smallint,
  ransomware_score smallint,
  factor_scores smallint[], -- In the order of the factors.
  opened_count integer NOT NULL DEFAULT 0,
  resolved_count integer NOT NULL DEFAULT 0,
  score_change smallint, -- Against the day before.
  model smallint NOT NULL DEFAULT 1,
  CONSTRAINT party_score_day_pkey PRIMARY KEY (organization_id, view, party_domain, day)
);
CREATE INDEX party_score_day_age_idx ON public.party_score_day USING brin (organization_id, day);
CREATE INDEX party_score_day_change_idx ON public.party_score_day USING btree (organization_id, view, day, party_domain, score_change) WHERE (score_change <> 0);
ALTER TABLE party_score_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_day USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON party_score_day TO vendor_risk_service;
CREATE TRIGGER party_score_fall_follow_added AFTER INSERT ON public.party_score_day REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
CREATE TRIGGER party_score_fall_follow_changed AFTER UPDATE ON public.party_score_day REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
CREATE TRIGGER party_score_fall_follow_removed AFTER DELETE ON public.party_score_day REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();

-- scores: The change of a score in those thirty days, so that an index begins with the fastest falling ones.
CREATE TABLE party_score_fall (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  change integer NOT NULL,
  CONSTRAINT party_score_fall_pkey PRIMARY KEY (organization_id, view, party_domain)
);
CREATE INDEX party_score_fall_by_change_idx ON public.party_score_fall USING btree (organization_id, view, change, party_domain) WHERE (change < 0);
ALTER TABLE party_score_fall ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_fall USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON party_score_fall TO vendor_risk_service;

-- scores: The thirty days that party_score_fall adds up for an organization.
CREATE TABLE party_score_window (
  organization_id uuid NOT NULL,
  first_day date NOT NULL, -- First of the thirty days.
  CONSTRAINT party_score_window_pkey PRIMARY KEY (organization_id)
);
ALTER TABLE party_score_window ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_score_window USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON party_score_window TO vendor_risk_service;

-- observations: Open observations of a vendor by category and severity, for its score.
CREATE TABLE party_tally (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  category smallint NOT NULL,
  severity smallint NOT NULL,
  open_count bigint NOT NULL,
  known_exploited_count bigint NOT NULL,
  ransomware_count bigint NOT NULL,
  CONSTRAINT party_tally_pkey PRIMARY KEY (organization_id, view, party_domain, category, severity)
) WITH (fillfactor=70);
ALTER TABLE party_tally ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON party_tally USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON party_tally TO vendor_risk_service;

-- platform: The one row whose change makes every process drop its caches.
CREATE TABLE platform_revision (
  only_row boolean NOT NULL DEFAULT true,
  revision bigint NOT NULL,
  revoked_tokens bigint NOT NULL DEFAULT 0, -- The number of the latest revoked token: processes fetch those that they do not know.
  CONSTRAINT platform_revision_pkey PRIMARY KEY (only_row),
  CONSTRAINT platform_revision_only_row_check CHECK (only_row)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON platform_revision TO vendor_risk_service;

-- portfolio: How many vendors had each grade at the end of a day.
CREATE TABLE portfolio_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  grade_a integer NOT NULL,
  grade_b integer NOT NULL,
  grade_c integer NOT NULL,
  grade_d integer NOT NULL,
  grade_f integer NOT NULL,
  CONSTRAINT portfolio_day_pkey PRIMARY KEY (organization_id, day)
);
ALTER TABLE portfolio_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON portfolio_day USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON portfolio_day TO vendor_risk_service;

-- questionnaires: A questionnaire that an organization sends to a vendor.
CREATE TABLE questionnaire (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  template_id text NOT NULL,
  template_name text NOT NULL,
  vendor_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  status smallint NOT NULL, -- QuestionnaireStatus.
  sections jsonb NOT NULL, -- The template as it was when the questionnaire was made.
  question_count integer NOT NULL,
  answered_count integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  recipient_id uuid, -- The organization that answers, if the domain of the vendor has an owner here.
  link_id uuid, -- Identifies the link for a recipient without an account.
  link_expires_at timestamp(3) with time zone,
  message text,
  answers jsonb NOT NULL DEFAULT '{}'::jsonb, -- JSON by question, while it is being answered.
  answers_revision integer NOT NULL DEFAULT 0, -- Counts writes of answers: a write names the one that it is based on.
  version integer NOT NULL DEFAULT 0, -- Counts submissions.
  sent_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone,
  reviewed_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone, -- The recipient was last reminded then.
  findings_version integer NOT NULL DEFAULT 0, -- The submission whose findings were recorded last.
  CONSTRAINT questionnaire_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT questionnaire_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX questionnaire_due_idx ON public.questionnaire USING btree (organization_id, due_at) WHERE ((status = ANY (ARRAY[questionnaire_sent(), questionnaire_in_progress()])) AND (due_at IS NOT NULL));
CREATE INDEX questionnaire_findings_idx ON public.questionnaire USING btree (organization_id) WHERE (findings_version < version);
CREATE INDEX questionnaire_newest_idx ON public.questionnaire USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX questionnaire_vendor_idx ON public.questionnaire USING btree (organization_id, vendor_id);
ALTER TABLE questionnaire ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON questionnaire USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON questionnaire TO vendor_risk_service;
CREATE TRIGGER change_of_questionnaire_delete AFTER DELETE ON public.questionnaire REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER change_of_questionnaire_insert AFTER INSERT ON public.questionnaire REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER change_of_questionnaire_update AFTER UPDATE ON public.questionnaire REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER questionnaire_mirror_changed AFTER UPDATE ON public.questionnaire FOR EACH ROW WHEN (((old.recipient_id IS NOT NULL) OR (new.recipient_id IS NOT NULL))) EXECUTE FUNCTION questionnaire_mirror();
CREATE TRIGGER questionnaire_mirror_removed AFTER DELETE ON public.questionnaire FOR EACH ROW WHEN ((old.recipient_id IS NOT NULL)) EXECUTE FUNCTION questionnaire_mirror();

-- questionnaires: One submission of a questionnaire, with the decision on it.
CREATE TABLE questionnaire_submission (
  organization_id uuid NOT NULL,
  questionnaire_id uuid NOT NULL,
  version integer NOT NULL,
  answers jsonb NOT NULL,
  source smallint NOT NULL, -- AnswerSource.
  submitted_at timestamp(3) with time zone NOT NULL,
  decision smallint, -- QuestionnaireDecision; unset until it is reviewed.
  comments jsonb NOT NULL DEFAULT '[]'::jsonb, -- JSON: comments on single answers.
  reviewed_at timestamp(3) with time zone,
  CONSTRAINT questionnaire_submission_pkey PRIMARY KEY (organization_id, questionnaire_id, version),
  CONSTRAINT questionnaire_submission_organization_id_questionnaire_id_fkey FOREIGN KEY (organization_id, questionnaire_id) REFERENCES questionnaire(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE questionnaire_submission ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON questionnaire_submission USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON questionnaire_submission TO vendor_risk_service;

-- questionnaires: A questionnaire that organizations can send.
CREATE TABLE questionnaire_template (
  id text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  description text,
  sections jsonb NOT NULL, -- JSON: sections and questions.
  question_count integer NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT questionnaire_template_pkey PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON questionnaire_template TO vendor_risk_service;

-- questionnaires: A questionnaire as its recipient lists it: questionnaire_mirror copies the fields of the sender.
CREATE TABLE received_questionnaire (
  organization_id uuid NOT NULL, -- The recipient.
  id uuid NOT NULL,
  sender_id uuid NOT NULL, -- The organization that sent it.
  sender_name text NOT NULL,
  sender_domain text NOT NULL,
  template_id text NOT NULL,
  template_name text NOT NULL,
  vendor_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  status smallint NOT NULL,
  question_count integer NOT NULL,
  answered_count integer NOT NULL,
  version integer NOT NULL,
  due_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone,
  reviewed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  reminded_at timestamp(3) with time zone,
  CONSTRAINT received_questionnaire_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX received_questionnaire_newest_idx ON public.received_questionnaire USING btree (organization_id, received_at DESC, id DESC);
ALTER TABLE received_questionnaire ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON received_questionnaire USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON received_questionnaire TO vendor_risk_service;
CREATE TRIGGER change_of_received_questionnaire_delete AFTER DELETE ON public.received_questionnaire REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire();
CREATE TRIGGER change_of_received_questionnaire_insert AFTER INSERT ON public.received_questionnaire REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire();
CREATE TRIGGER change_of_received_questionnaire_update AFTER UPDATE ON public.received_questionnaire REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire();

-- observations: Days until observations are due, by severity.
CREATE TABLE remediation_policy (
  organization_id uuid NOT NULL,
  days integer[] NOT NULL, -- From the lowest severity; unset means never.
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT remediation_policy_pkey PRIMARY KEY (organization_id)
);
ALTER TABLE remediation_policy ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON remediation_policy USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON remediation_policy TO vendor_risk_service;

-- credentials: A token that was revoked before its end.
CREATE TABLE revoked_token (
  jti text NOT NULL,
  client_id text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revision bigint NOT NULL DEFAULT 0, -- Given by number_revoked_token, in the order of commits.
  CONSTRAINT revoked_token_pkey PRIMARY KEY (jti)
);
CREATE INDEX revoked_token_expiry_idx ON public.revoked_token USING btree (expires_at);
CREATE INDEX revoked_token_revision_idx ON public.revoked_token USING btree (revision);
GRANT DELETE, INSERT, SELECT, UPDATE ON revoked_token TO vendor_risk_service;
CREATE TRIGGER revoked_token_number BEFORE INSERT ON public.revoked_token FOR EACH ROW EXECUTE FUNCTION number_revoked_token();

CREATE TABLE schema_migration (
  id integer NOT NULL DEFAULT nextval('schema_migration_id_seq'::regclass),
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT PK_0edff5015b71cc0389ae0f4b9a1 PRIMARY KEY (id)
);
GRANT SELECT ON schema_migration TO vendor_risk_service;

-- security-events: An incident that is known to the service. Shared by all organizations.
CREATE TABLE security_event (
  event_id text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  event_type smallint NOT NULL, -- SecurityEventType.
  severity smallint NOT NULL, -- SecurityEventSeverity.
  status smallint NOT NULL,
  is_ransomware boolean NOT NULL,
  affected_products text[] NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  body text NOT NULL, -- JSON of the fields that are not filtered, as served.
  content_hash bytea NOT NULL, -- Tells whether an import changed it.
  revision bigint NOT NULL, -- Grows with each import: organizations catch up with what is newer than security_event_progress.
  visible_to uuid[], -- The organizations that may see it; unset means all.
  CONSTRAINT security_event_pkey PRIMARY KEY (event_id)
);
CREATE INDEX security_event_revision_idx ON public.security_event USING btree (revision);
ALTER TABLE security_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audience ON security_event USING ((visible_to IS NULL) OR (( SELECT NULLIF(current_setting('app.organization_id'::text, true), ''::text) AS "nullif") IS NULL) OR (( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif") = ANY (visible_to))) WITH CHECK true;
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event TO vendor_risk_service;
CREATE TRIGGER change_of_event_audience_update AFTER UPDATE ON public.security_event REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_audience();

-- security-events: A CVE of an event.
CREATE TABLE security_event_cve (
  event_id text NOT NULL,
  cve_id text NOT NULL,
  visible_to uuid[], -- Copy from security_event.
  CONSTRAINT security_event_cve_pkey PRIMARY KEY (cve_id, event_id),
  CONSTRAINT security_event_cve_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(event_id)
);
CREATE INDEX security_event_cve_event_idx ON public.security_event_cve USING btree (event_id, cve_id);
ALTER TABLE security_event_cve ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audience ON security_event_cve USING ((visible_to IS NULL) OR (( SELECT NULLIF(current_setting('app.organization_id'::text, true), ''::text) AS "nullif") IS NULL) OR (( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif") = ANY (visible_to))) WITH CHECK true;
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event_cve TO vendor_risk_service;

-- security-events: An event that has an impact in a view, with the number of parties by impact.
CREATE TABLE security_event_feed (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  event_id text NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  confirmed integer NOT NULL,
  likely integer NOT NULL,
  possible integer NOT NULL,
  mitigated integer NOT NULL,
  CONSTRAINT security_event_feed_pkey PRIMARY KEY (organization_id, view, event_id)
) WITH (fillfactor=80);
CREATE INDEX security_event_feed_newest_idx ON public.security_event_feed USING btree (organization_id, view, published_at, event_id);
ALTER TABLE security_event_feed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_feed USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event_feed TO vendor_risk_service;
CREATE TRIGGER change_of_event_feed_delete AFTER DELETE ON public.security_event_feed REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_feed();
CREATE TRIGGER change_of_event_feed_insert AFTER INSERT ON public.security_event_feed REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_feed();
CREATE TRIGGER change_of_event_feed_update AFTER UPDATE ON public.security_event_feed REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_feed();

-- security-events: What an event means for a vendor, or for the organization itself.
CREATE TABLE security_event_impact (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  event_id text NOT NULL,
  open_count integer NOT NULL DEFAULT 0, -- Open observations with a CVE of the event.
  closed_count integer NOT NULL DEFAULT 0, -- Closed ones.
  is_named_victim boolean NOT NULL DEFAULT false,
  via_fourth_party_domain text, -- A fourth party of the vendor that is a named victim.
  impact smallint, -- SecurityEventImpact: see security_event_impact_of. Unset if there is none any more.
  first_seen_at timestamp(3) with time zone, -- When there was an impact for the first time.
  CONSTRAINT security_event_impact_pkey PRIMARY KEY (organization_id, view, party_domain, event_id)
) WITH (fillfactor=80);
CREATE INDEX security_event_impact_event_idx ON public.security_event_impact USING btree (organization_id, view, event_id, party_domain);
ALTER TABLE security_event_impact ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_impact USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event_impact TO vendor_risk_service;
CREATE TRIGGER change_of_impact_delete AFTER DELETE ON public.security_event_impact REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_impact();
CREATE TRIGGER change_of_impact_insert AFTER INSERT ON public.security_event_impact REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_impact();
CREATE TRIGGER change_of_impact_update AFTER UPDATE ON public.security_event_impact REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_impact();

-- security-events: A change of an impact, for its history.
CREATE TABLE security_event_impact_change (
  organization_id uuid NOT NULL,
  view smallint NOT NULL,
  party_domain text NOT NULL,
  event_id text NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  from_impact smallint,
  to_impact smallint,
  CONSTRAINT security_event_impact_change_pkey PRIMARY KEY (organization_id, view, party_domain, event_id, id)
);
CREATE INDEX security_event_impact_change_age_idx ON public.security_event_impact_change USING brin (organization_id, occurred_at);
ALTER TABLE security_event_impact_change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_impact_change USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event_impact_change TO vendor_risk_service;

-- security-events: The revision of events that the impacts of an organization are derived from.
CREATE TABLE security_event_progress (
  organization_id uuid NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT security_event_progress_pkey PRIMARY KEY (organization_id)
);
ALTER TABLE security_event_progress ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON security_event_progress USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event_progress TO vendor_risk_service;
CREATE TRIGGER change_of_event_facts AFTER INSERT OR UPDATE ON public.security_event_progress FOR EACH ROW EXECUTE FUNCTION change_of_event_facts();

-- security-events: A company that an event names as a victim.
CREATE TABLE security_event_victim (
  event_id text NOT NULL,
  domain text NOT NULL,
  named_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  visible_to uuid[], -- Copy from security_event.
  CONSTRAINT security_event_victim_pkey PRIMARY KEY (domain, event_id),
  CONSTRAINT security_event_victim_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(event_id)
);
CREATE INDEX security_event_victim_event_idx ON public.security_event_victim USING btree (event_id, domain);
ALTER TABLE security_event_victim ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY audience ON security_event_victim USING ((visible_to IS NULL) OR (( SELECT NULLIF(current_setting('app.organization_id'::text, true), ''::text) AS "nullif") IS NULL) OR (( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif") = ANY (visible_to))) WITH CHECK true;
GRANT DELETE, INSERT, SELECT, UPDATE ON security_event_victim TO vendor_risk_service;

-- credentials: A key that signs tokens. Its private part is in key_material.
CREATE TABLE signing_key (
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  signs_from timestamp(3) with time zone NOT NULL, -- Published before, so that verifiers know it in time.
  expires_at timestamp(3) with time zone, -- Tokens of this key are refused from then on; unset for keys in use.
  CONSTRAINT signing_key_pkey PRIMARY KEY (kid)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON signing_key TO vendor_risk_service;
CREATE TRIGGER signing_key_revision AFTER INSERT OR DELETE OR UPDATE ON public.signing_key FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();

-- credentials: The one row that says how often signing keys rotate; no row means never.
CREATE TABLE signing_key_schedule (
  only_row boolean NOT NULL DEFAULT true,
  every_seconds integer NOT NULL,
  CONSTRAINT signing_key_schedule_pkey PRIMARY KEY (only_row),
  CONSTRAINT signing_key_schedule_every_seconds_check CHECK ((every_seconds > 0)),
  CONSTRAINT signing_key_schedule_only_row_check CHECK (only_row)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON signing_key_schedule TO vendor_risk_service;

-- vendors: A company in the directory of an organization.
CREATE TABLE vendor (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  domain_name text NOT NULL,
  company_name text NOT NULL,
  company_key text NOT NULL GENERATED ALWAYS AS (lower(company_name)) STORED, -- company_name in lower case, for sorting: under row-level security lower() cannot be an index condition.
  vendor_ref text, -- The name that the organization uses for it.
  is_monitored boolean NOT NULL DEFAULT false,
  monitored_since timestamp(3) with time zone, -- Since when it is monitored.
  lifecycle_status smallint NOT NULL, -- VendorLifecycleStatus; an offboarded vendor is in no list.
  risk_level smallint, -- RiskLevel.
  business_impact smallint, -- BusinessImpact.
  data_types_shared smallint[] NOT NULL DEFAULT '{}'::smallint[], -- DataTypeShared, several.
  access_types smallint[] NOT NULL DEFAULT '{}'::smallint[], -- AccessType, several.
  contract_value bigint, -- As given, without a currency.
  contract_end_date timestamp(3) with time zone,
  data_region smallint, -- DataRegion.
  contacts jsonb NOT NULL DEFAULT '[]'::jsonb, -- JSON: people to write to.
  offboarded_at timestamp(3) with time zone,
  offboard_reason text,
  score smallint, -- Copy of party_score.overall_score, for lists.
  score_grade smallint, -- Copy of party_score.overall_grade.
  open_observation_count bigint NOT NULL DEFAULT 0, -- Kept by observation_rollup.
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT vendor_domain_key UNIQUE (organization_id, domain_name),
  CONSTRAINT vendor_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX vendor_by_business_impact_idx ON public.vendor USING btree (organization_id, business_impact, id, lifecycle_status) WHERE (business_impact IS NOT NULL);
CREATE INDEX vendor_by_company_idx ON public.vendor USING btree (organization_id, company_key, id, lifecycle_status);
CREATE INDEX vendor_by_contract_end_date_idx ON public.vendor USING btree (organization_id, contract_end_date, id, lifecycle_status) WHERE (contract_end_date IS NOT NULL);
CREATE INDEX vendor_by_contract_value_idx ON public.vendor USING btree (organization_id, contract_value, id, lifecycle_status) WHERE (contract_value IS NOT NULL);
CREATE INDEX vendor_by_created_idx ON public.vendor USING btree (organization_id, created_at, id, lifecycle_status);
CREATE INDEX vendor_by_risk_level_idx ON public.vendor USING btree (organization_id, risk_level, id, lifecycle_status) WHERE (risk_level IS NOT NULL);
CREATE INDEX vendor_by_score_idx ON public.vendor USING btree (organization_id, score, id, lifecycle_status) WHERE (score IS NOT NULL);
CREATE INDEX vendor_by_updated_idx ON public.vendor USING btree (organization_id, updated_at, id, lifecycle_status);
CREATE INDEX vendor_filter_idx ON public.vendor USING btree (organization_id, lifecycle_status) INCLUDE (id, domain_name, vendor_ref, is_monitored, risk_level, business_impact, data_types_shared, access_types, data_region, contract_value, contract_end_date, score);
CREATE INDEX vendor_monitored_idx ON public.vendor USING btree (organization_id) WHERE is_monitored;
ALTER TABLE vendor ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor TO vendor_risk_service;
CREATE TRIGGER change_of_vendor_delete AFTER DELETE ON public.vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER change_of_vendor_insert AFTER INSERT ON public.vendor REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER change_of_vendor_update AFTER UPDATE ON public.vendor REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER event_of_vendor_update AFTER UPDATE ON public.vendor REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_vendor();
CREATE TRIGGER fourth_party_vendor_changed AFTER UPDATE ON public.vendor REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION fourth_party_vendor_moved();
CREATE TRIGGER fourth_party_vendor_removed AFTER DELETE ON public.vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION fourth_party_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_added AFTER INSERT ON public.vendor REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_changed AFTER UPDATE ON public.vendor REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_removed AFTER DELETE ON public.vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER vendor_grades_changed AFTER UPDATE ON public.vendor REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors();
CREATE TRIGGER vendor_grades_removed AFTER DELETE ON public.vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors();
CREATE TRIGGER vendor_tally_added AFTER INSERT ON public.vendor REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally();
CREATE TRIGGER vendor_tally_changed AFTER UPDATE ON public.vendor REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally();
CREATE TRIGGER vendor_tally_removed AFTER DELETE ON public.vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally();

-- vendors: An entry in the history of a vendor.
CREATE TABLE vendor_action (
  organization_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  id uuid NOT NULL,
  action_type smallint NOT NULL, -- VendorActionType.
  occurred_at timestamp(3) with time zone NOT NULL,
  actor_type smallint NOT NULL, -- ActorType.
  actor_id text,
  actor_name text NOT NULL,
  comment text,
  details jsonb,
  CONSTRAINT vendor_action_pkey PRIMARY KEY (organization_id, vendor_id, id),
  CONSTRAINT vendor_action_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE vendor_action ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_action USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_action TO vendor_risk_service;

-- fourth-parties: When fourth parties of a vendor were last detected, by channel.
CREATE TABLE vendor_detection (
  organization_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  dns_detected_at timestamp(3) with time zone,
  pages_detected_at timestamp(3) with time zone,
  live_dns_detected_at timestamp(3) with time zone,
  live_pages_detected_at timestamp(3) with time zone,
  CONSTRAINT vendor_detection_pkey PRIMARY KEY (organization_id, vendor_domain)
);
ALTER TABLE vendor_detection ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_detection USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_detection TO vendor_risk_service;

-- vendors: A group of vendors.
CREATE TABLE vendor_group (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  member_count bigint NOT NULL DEFAULT 0, -- Kept by vendor_group_member_count.
  archived_at timestamp(3) with time zone, -- An archived group is in no list, and its name is free again.
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT vendor_group_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX vendor_group_newest_idx ON public.vendor_group USING btree (organization_id, created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX vendor_group_active_name_key ON public.vendor_group USING btree (organization_id, name) WHERE (archived_at IS NULL);
ALTER TABLE vendor_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_group USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_group TO vendor_risk_service;
CREATE TRIGGER change_of_vendor_group_delete AFTER DELETE ON public.vendor_group REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor_group();
CREATE TRIGGER change_of_vendor_group_insert AFTER INSERT ON public.vendor_group REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor_group();
CREATE TRIGGER change_of_vendor_group_update AFTER UPDATE ON public.vendor_group REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor_group();

-- vendors: The membership of a vendor in a group.
CREATE TABLE vendor_group_member (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  CONSTRAINT vendor_group_member_pkey PRIMARY KEY (organization_id, group_id, vendor_id),
  CONSTRAINT vendor_group_member_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES vendor_group(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT vendor_group_member_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX vendor_group_member_vendor_idx ON public.vendor_group_member USING btree (organization_id, vendor_id, group_id);
ALTER TABLE vendor_group_member ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_group_member USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_group_member TO vendor_risk_service;
CREATE TRIGGER change_beside_vendor_delete AFTER DELETE ON public.vendor_group_member REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_vendor();
CREATE TRIGGER change_beside_vendor_insert AFTER INSERT ON public.vendor_group_member REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_vendor();
CREATE TRIGGER change_beside_vendor_update AFTER UPDATE ON public.vendor_group_member REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_vendor();
CREATE TRIGGER vendor_group_member_added AFTER INSERT ON public.vendor_group_member REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION vendor_group_member_count();
CREATE TRIGGER vendor_group_member_removed AFTER DELETE ON public.vendor_group_member REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION vendor_group_member_count();

-- vendors: A reference to a vendor in another system.
CREATE TABLE vendor_reference (
  organization_id uuid NOT NULL,
  vendor_id uuid NOT NULL,
  system text NOT NULL,
  key text NOT NULL,
  url text,
  system_word text NOT NULL GENERATED ALWAYS AS (lower(system)) STORED, -- In lower case, for filters.
  key_word text NOT NULL GENERATED ALWAYS AS (lower(key)) STORED, -- In lower case, for filters.
  CONSTRAINT vendor_reference_pkey PRIMARY KEY (organization_id, vendor_id, system_word, key_word),
  CONSTRAINT vendor_reference_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE vendor_reference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_reference USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_reference TO vendor_risk_service;

-- security-events: What a vendor said by other means, recorded by a customer and visible only to it.
CREATE TABLE vendor_response_on_behalf (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id text NOT NULL,
  vendor_domain text NOT NULL,
  response_status smallint NOT NULL, -- VendorResponseStatus.
  message text,
  received_at timestamp(3) with time zone NOT NULL,
  recorded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT vendor_response_on_behalf_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX vendor_response_on_behalf_idx ON public.vendor_response_on_behalf USING btree (organization_id, event_id, vendor_domain, received_at, id);
ALTER TABLE vendor_response_on_behalf ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_response_on_behalf USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_response_on_behalf TO vendor_risk_service;
CREATE TRIGGER change_of_response_on_behalf_delete AFTER DELETE ON public.vendor_response_on_behalf REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response_on_behalf();
CREATE TRIGGER change_of_response_on_behalf_insert AFTER INSERT ON public.vendor_response_on_behalf REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response_on_behalf();
CREATE TRIGGER change_of_response_on_behalf_update AFTER UPDATE ON public.vendor_response_on_behalf REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response_on_behalf();
CREATE TRIGGER event_of_response_on_behalf_insert AFTER INSERT ON public.vendor_response_on_behalf REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_response_on_behalf();

-- security-events: What a company says about an event, for one of its domains. Visible to all that have the domain in their directory.
CREATE TABLE vendor_statement (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  domain text NOT NULL,
  event_id text NOT NULL,
  response_status smallint NOT NULL, -- VendorResponseStatus.
  message text,
  expected_resolution_at timestamp(3) with time zone,
  evidence_urls text[] NOT NULL,
  recorded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT vendor_statement_pkey PRIMARY KEY (organization_id, id, domain),
  CONSTRAINT vendor_statement_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(event_id)
);
CREATE INDEX vendor_statement_domain_idx ON public.vendor_statement USING btree (domain, event_id, recorded_at, id);
CREATE INDEX vendor_statement_own_idx ON public.vendor_statement USING btree (organization_id, event_id, recorded_at, id);
ALTER TABLE vendor_statement ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY corrects_it_for_a_domain_of_ours ON vendor_statement AS RESTRICTIVE FOR UPDATE WITH CHECK (domain IN ( SELECT d.domain
   FROM organization_domain d
  WHERE (d.organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)));
CREATE POLICY of_a_vendor_in_the_directory ON vendor_statement FOR SELECT USING (EXISTS ( SELECT 1
   FROM vendor v
  WHERE ((v.organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid) AND (v.domain_name = vendor_statement.domain) AND (v.lifecycle_status <> vendor_offboarded()))));
CREATE POLICY own_organization ON vendor_statement USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
CREATE POLICY says_it_for_a_domain_of_ours ON vendor_statement AS RESTRICTIVE FOR INSERT WITH CHECK (domain IN ( SELECT d.domain
   FROM organization_domain d
  WHERE (d.organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_statement TO vendor_risk_service;
CREATE TRIGGER change_of_response_delete AFTER DELETE ON public.vendor_statement REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response();
CREATE TRIGGER change_of_response_insert AFTER INSERT ON public.vendor_statement REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response();
CREATE TRIGGER change_of_response_update AFTER UPDATE ON public.vendor_statement REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response();
CREATE TRIGGER event_of_response_insert AFTER INSERT ON public.vendor_statement REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_response();

-- vendors: The number of listed vendors of an organization: counting would cost ten times as much as a page.
CREATE TABLE vendor_tally (
  organization_id uuid NOT NULL,
  listed bigint NOT NULL,
  CONSTRAINT vendor_tally_pkey PRIMARY KEY (organization_id)
) WITH (fillfactor=50);
ALTER TABLE vendor_tally ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vendor_tally USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON vendor_tally TO vendor_risk_service;

-- security-events: A request to a vendor to say whether an event concerns it.
CREATE TABLE vrm_request (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id text NOT NULL,
  vendor_domain text NOT NULL,
  message text,
  due_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT vrm_request_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT vrm_request_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(event_id)
);
CREATE INDEX vrm_request_received_idx ON public.vrm_request USING btree (vendor_domain, event_id);
CREATE INDEX vrm_request_sent_idx ON public.vrm_request USING btree (organization_id, event_id, vendor_domain);
ALTER TABLE vrm_request ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON vrm_request USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
CREATE POLICY to_a_domain_of_ours ON vrm_request FOR SELECT USING (EXISTS ( SELECT 1
   FROM organization_domain d
  WHERE ((d.organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid) AND (d.domain = vrm_request.vendor_domain))));
GRANT DELETE, INSERT, SELECT, UPDATE ON vrm_request TO vendor_risk_service;
CREATE TRIGGER change_of_request_delete AFTER DELETE ON public.vrm_request REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_request();
CREATE TRIGGER change_of_request_insert AFTER INSERT ON public.vrm_request REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_request();
CREATE TRIGGER change_of_request_update AFTER UPDATE ON public.vrm_request REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_request();
CREATE TRIGGER event_of_request_insert AFTER INSERT ON public.vrm_request REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_request();

-- observations: What is known about a CVE: EPSS and the KEV catalogue.
CREATE TABLE vulnerability (
  cve_id text NOT NULL,
  epss_score numeric(7,6),
  epss_percentile numeric(7,6),
  kev_date_added date,
  kev_due_date date,
  ransomware_use boolean,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT vulnerability_pkey PRIMARY KEY (cve_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON vulnerability TO vendor_risk_service;

-- observations: An attack pattern of a weakness.
CREATE TABLE weakness_capec (
  cwe_id text NOT NULL,
  capec_id text NOT NULL,
  summary text NOT NULL,
  description text NOT NULL,
  CONSTRAINT weakness_capec_pkey PRIMARY KEY (cwe_id, capec_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON weakness_capec TO vendor_risk_service;

-- webhooks: A URL that is called when something happens.
CREATE TABLE webhook (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  event_types text[], -- Unset means all.
  filters jsonb, -- JSON: which objects.
  is_enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  secret bytea NOT NULL, -- Encrypted.
  previous_secret bytea, -- Also signs until previous_secret_until.
  previous_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_delivery_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone, -- Time of the first failure since the last success.
  busy_until timestamp(3) with time zone, -- A process is sending to it: a lease.
  CONSTRAINT webhook_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_enabled_idx ON public.webhook USING btree (organization_id) WHERE is_enabled;
ALTER TABLE webhook ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON webhook USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook TO vendor_risk_service;

-- webhooks: A call of a webhook, with its attempts.
CREATE TABLE webhook_delivery (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_type text NOT NULL,
  status smallint NOT NULL DEFAULT 1, -- WebhookDeliveryStatus, 1 is pending.
  body text NOT NULL, -- The same bytes in every attempt.
  attempts jsonb NOT NULL DEFAULT '[]'::jsonb, -- JSON: time, outcome and status of each.
  next_attempt_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  tries smallint NOT NULL DEFAULT 0, -- Attempts since the last redelivery, which starts the schedule again.
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_delivery_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_age_idx ON public.webhook_delivery USING btree (organization_id, created_at);
CREATE INDEX webhook_delivery_due_idx ON public.webhook_delivery USING btree (organization_id, webhook_id, next_attempt_at) WHERE (status = webhook_delivery_pending());
CREATE INDEX webhook_delivery_newest_idx ON public.webhook_delivery USING btree (organization_id, webhook_id, created_at DESC, id DESC);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON webhook_delivery USING (organization_id = ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif"));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_delivery TO vendor_risk_service;

CREATE OR REPLACE FUNCTION public.action_reopened()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 5
;
GRANT EXECUTE ON FUNCTION action_reopened TO PUBLIC;

CREATE OR REPLACE FUNCTION public.action_resolved()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 4
;
GRANT EXECUTE ON FUNCTION action_resolved TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_append()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  context text := coalesce(current_setting('app.organization_id', true), '');
  head audit_head;
  event audit_event;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || NEW.organization_id::text, 0));
  PERFORM set_config('app.organization_id', NEW.organization_id::text, true);
  SELECT * INTO head FROM audit_head h WHERE h.organization_id = NEW.organization_id;
  SELECT NEW.organization_id, coalesce(head.sequence, 0) + 1, NEW.id, greatest(date_trunc('milliseconds', clock_timestamp()), head.occurred_at),
         NEW.actor_type, NEW.actor_id, NEW.actor_name, NEW.credential_id, NEW.source_address, NEW.surface, NEW.operation, NEW.request_id,
         NEW.outcome, NEW.reason, NEW.occurrences, NEW.targets, NEW.target_count, NEW.changes, coalesce(head.hash, '\x0000000000000000000000000000000000000000000000000000000000000000'), NULL
    INTO event;
  event.hash := audit_hash(event);
  INSERT INTO audit_event VALUES (event.*);
  INSERT INTO audit_target (organization_id, target_id, sequence)
  SELECT DISTINCT event.organization_id, t->>'id', event.sequence FROM json_array_elements(event.targets::json) t;
  IF head.organization_id IS NULL THEN
    INSERT INTO audit_head (organization_id, sequence, hash, occurred_at)
    VALUES (event.organization_id, event.sequence, event.hash, event.occurred_at);
  ELSE
    UPDATE audit_head h SET sequence = event.sequence, hash = event.hash, occurred_at = event.occurred_at
     WHERE h.organization_id = event.organization_id;
  END IF;
  DELETE FROM audit_intake i WHERE i.organization_id = NEW.organization_id AND i.id = NEW.id;
  PERFORM set_config('app.organization_id', context, true);
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION audit_append TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_delete_months(organization uuid, before timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  context text := coalesce(current_setting('app.organization_id', true), '');
  last audit_event;
  deleted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || organization::text, 0));
  PERFORM set_config('app.organization_id', organization::text, true), set_config('app.audit_retention', 'on', true);
  SELECT * INTO last FROM audit_event e
   WHERE e.organization_id = organization AND e.occurred_at < date_trunc('month', before AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
   ORDER BY e.occurred_at DESC, e.sequence DESC LIMIT 1;
  DELETE FROM audit_target t WHERE t.organization_id = organization AND t.sequence <= last.sequence;
  DELETE FROM audit_event e WHERE e.organization_id = organization AND e.sequence <= last.sequence;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  IF deleted > 0 THEN
    UPDATE audit_head h SET deleted_sequence = last.sequence, deleted_hash = last.hash WHERE h.organization_id = organization;
  END IF;
  PERFORM set_config('app.audit_retention', 'off', true), set_config('app.organization_id', context, true);
  RETURN deleted;
END
$function$
;

CREATE OR REPLACE FUNCTION public.audit_hash(e audit_event)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
SELECT sha256(e.previous_hash || convert_to(array_to_json(ARRAY[
  e.organization_id::text, e.sequence::text, e.id::text, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  e.actor_type, e.actor_id, e.actor_name, e.credential_id, e.source_address, e.surface, e.operation, e.request_id,
  e.outcome, e.reason, e.occurrences::text, e.targets, e.target_count::text, e.changes
])::text, 'UTF8'))
$function$
;
GRANT EXECUTE ON FUNCTION audit_hash TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.audit_retention', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'The audit log is append-only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$function$
;
GRANT EXECUTE ON FUNCTION audit_refuse_change TO PUBLIC;

CREATE OR REPLACE FUNCTION public.bump_platform_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE platform_revision SET revision = revision + 1;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION bump_platform_revision TO PUBLIC;

CREATE OR REPLACE FUNCTION public.change_beside_fourth_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  PERFORM change_move(organization_id, ARRAY[kind_fourth_party()], array_agg(change_key(vendor_domain || '/' || fourth_party_domain)))
     FROM (SELECT organization_id, vendor_domain, fourth_party_domain, channel,
                    jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value')
                      || jsonb_path_query_array(evidence, '$[*].via') FROM added
           EXCEPT
           SELECT organization_id, vendor_domain, fourth_party_domain, channel,
                    jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value')
                      || jsonb_path_query_array(evidence, '$[*].via') FROM removed) d
    GROUP BY organization_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_beside_observation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  PERFORM change_move(organization_id, ARRAY[kind_observation(), kind_own_observation()], array_agg(observation_id))
     FROM touched_rows GROUP BY organization_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_beside_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  PERFORM change_move(organization_id, ARRAY[kind_vendor()], array_agg(vendor_id)) FROM touched_rows GROUP BY organization_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_forget(p_organization uuid, p_before timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  oldest bigint := (extract(epoch FROM p_before) * 1000)::bigint << 20;
  forgotten integer;
BEGIN
  IF p_organization::text IS DISTINCT FROM current_setting('app.organization_id', true) THEN
    RAISE EXCEPTION 'An organization forgets only its own changes.';
  END IF;
  WITH gone AS (
    DELETE FROM change WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM change c WHERE c.organization_id = p_organization AND c.is_removed AND c.set_id < oldest LIMIT p_limit FOR UPDATE SKIP LOCKED))
    RETURNING set_id
  ), counted AS (
    SELECT count(*) AS entries, max(s.position) AS position
      FROM gone g JOIN change_set s ON s.organization_id = p_organization AND s.id = g.set_id
  ), moved AS (
    UPDATE change_head h SET forgotten_to = greatest(h.forgotten_to, c.position)
      FROM counted c WHERE h.organization_id = p_organization AND c.position IS NOT NULL
  )
  SELECT c.entries INTO forgotten FROM counted c;

  UPDATE change_set s SET is_empty = true
    FROM change_head h
   WHERE h.organization_id = p_organization AND s.organization_id = p_organization AND s.position < h.position AND NOT s.is_empty
     AND NOT EXISTS (SELECT 1 FROM change c WHERE c.organization_id = p_organization AND c.set_id = s.id);
  DELETE FROM change_set s USING change_head h
   WHERE h.organization_id = p_organization AND s.organization_id = p_organization AND s.position < h.position AND s.is_empty AND s.id < oldest;
  RETURN forgotten;
END
$function$
;
GRANT EXECUTE ON FUNCTION change_forget TO vendor_risk_service;

CREATE OR REPLACE FUNCTION public.change_forget_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT id AS organization_id FROM removed ORDER BY id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    DELETE FROM change WHERE organization_id = t.organization_id;
    DELETE FROM change_set WHERE organization_id = t.organization_id;
    DELETE FROM change_head WHERE organization_id = t.organization_id;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_key(p_key text)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
SELECT encode(substring(sha256(convert_to(p_key, 'UTF8')) FOR 16), 'hex')::uuid
$function$
;
GRANT EXECUTE ON FUNCTION change_key TO vendor_risk_service;

CREATE OR REPLACE FUNCTION public.change_move(p_organization uuid, p_kinds smallint[], p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  made bigint := change_set_of(p_organization);
BEGIN
  UPDATE change c SET set_id = made
    FROM (SELECT DISTINCT id FROM unnest(p_ids) AS t (id)) t
   WHERE c.organization_id = p_organization AND c.kind = ANY (p_kinds) AND c.resource_id = t.id AND NOT c.is_removed AND c.set_id <> made;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_note(p_organization uuid, p_kind smallint, p_ids uuid[], p_keys text[], p_removed boolean[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  made bigint := change_set_of(p_organization);
BEGIN
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT p_organization, p_kind, t.id, t.key, made, t.is_removed
    FROM unnest(p_ids, p_keys, p_removed) AS t (id, key, is_removed)
   ORDER BY t.id
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_note_keys(p_organization uuid, p_kind smallint, p_keys text[], p_removed boolean[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM change_note(p_organization, p_kind, ARRAY(SELECT change_key(key) FROM unnest(p_keys) AS t (key)), p_keys, p_removed);
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_event_audience()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT o.id AS organization_id, a.events
         FROM (SELECT array_agg(event_id) AS events FROM (SELECT event_id, visible_to FROM added EXCEPT SELECT event_id, visible_to FROM removed) d HAVING count(*) > 0) a CROSS JOIN organization o ORDER BY o.id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM change_touch_events(t.organization_id, t.events);
    PERFORM change_touch_impacts(t.organization_id, array_agg(i.party_domain), array_agg(i.event_id))
       FROM security_event_impact i WHERE i.organization_id = t.organization_id AND i.view = view_vrm() AND i.event_id = ANY (t.events) HAVING count(*) > 0;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_event_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  seen bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.revision ELSE 0 END;
  events text[];
BEGIN
  SELECT array_agg(c.resource_key) INTO events
    FROM change c LEFT JOIN security_event e ON e.event_id = c.resource_key
   WHERE c.organization_id = NEW.organization_id AND c.kind = kind_security_event() AND NOT c.is_removed AND (e.event_id IS NULL OR e.revision > seen);
  IF events IS NULL THEN RETURN NULL; END IF;
  PERFORM change_touch_events(NEW.organization_id, events);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_event_feed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM change_touch_events(t.organization_id, t.events)
     FROM (SELECT organization_id, array_agg(DISTINCT event_id) AS events FROM touched_rows GROUP BY organization_id) t;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_fourth_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note_keys(organization_id, kind_fourth_party(), array_agg(vendor_domain || '/' || fourth_party_domain), array_agg(NOT is_listed))
       FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note_keys(organization_id, kind_fourth_party(), array_agg(vendor_domain || '/' || fourth_party_domain), array_agg(NOT is_listed))
       FROM (SELECT organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence,
                    evidence_count, first_seen, is_current, is_listed FROM added
             EXCEPT
             SELECT organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence,
                    evidence_count, first_seen, is_current, is_listed FROM removed) d
      GROUP BY organization_id;
  ELSE
    PERFORM change_note_keys(organization_id, kind_fourth_party(), array_agg(vendor_domain || '/' || fourth_party_domain), array_agg(true))
       FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_impact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM change_touch_impacts(t.organization_id, t.domains, t.events)
     FROM (SELECT organization_id, array_agg(party_domain) AS domains, array_agg(event_id) AS events
             FROM touched_rows WHERE view = view_vrm() GROUP BY organization_id) t;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_observation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT a.organization_id, CASE a.view WHEN view_vrm() THEN kind_observation() ELSE kind_own_observation() END, a.id, made.id, NOT a.is_listed
      FROM added a
      JOIN (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM added) o OFFSET 0) made
        ON made.organization_id = a.organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(d.organization_id, CASE d.view WHEN view_vrm() THEN kind_observation() ELSE kind_own_observation() END,
                        array_agg(d.id), NULL, array_agg(NOT d.is_listed))
       FROM (SELECT organization_id, id, view, is_listed, approval_status, severity, vendor_id, vendor_name, group_key, regression_count,
                 first_seen, resolved_at, updated_at, enrichment, body_hash FROM added
             EXCEPT
             SELECT organization_id, id, view, is_listed, approval_status, severity, vendor_id, vendor_name, group_key, regression_count,
                 first_seen, resolved_at, updated_at, enrichment, body_hash FROM removed) d
      GROUP BY d.organization_id, d.view ORDER BY d.organization_id, d.view;
  ELSE
    PERFORM change_note(r.organization_id, CASE r.view WHEN view_vrm() THEN kind_observation() ELSE kind_own_observation() END,
                        array_agg(r.id), NULL, array_agg(true))
       FROM removed r GROUP BY r.organization_id, r.view ORDER BY r.organization_id, r.view;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_own_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT d.organization_id, array_agg(r.event_id) AS events FROM touched_rows d JOIN vrm_request r ON r.vendor_domain = d.domain GROUP BY 1 ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM change_touch_events(t.organization_id, t.events);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_questionnaire()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note(organization_id, kind_questionnaire(), array_agg(id), NULL, array_agg(false)) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_questionnaire(), array_agg(id), NULL, array_agg(false))
       FROM (SELECT organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count,
                    due_at, created_at, updated_at FROM added
             EXCEPT
             SELECT organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count,
                    due_at, created_at, updated_at FROM removed) d GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_questionnaire(), array_agg(id), NULL, array_agg(true)) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_received_questionnaire()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note(organization_id, kind_received_questionnaire(), array_agg(id), NULL, array_agg(false)) FROM added WHERE sender_id <> organization_id GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_received_questionnaire(), array_agg(id), NULL, array_agg(false))
       FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d WHERE sender_id <> organization_id GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_received_questionnaire(), array_agg(id), NULL, array_agg(true)) FROM removed WHERE sender_id <> organization_id GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT organization_id, array_agg(vendor_domain) AS domains, array_agg(event_id) AS events, true AS is_sender FROM touched_rows GROUP BY 1
       UNION ALL
       SELECT d.organization_id, array_agg(r.vendor_domain), array_agg(r.event_id), false
         FROM touched_rows r JOIN organization_domain d ON d.domain = r.vendor_domain GROUP BY 1
       ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF t.is_sender THEN PERFORM change_touch_impacts(t.organization_id, t.domains, t.events); END IF;
    PERFORM change_touch_events(t.organization_id, t.events);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_response()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT o.id AS organization_id, a.own, a.domains, a.events
         FROM (SELECT organization_id AS own, array_agg(domain) AS domains, array_agg(event_id) AS events FROM touched_rows GROUP BY 1) a
        CROSS JOIN organization o ORDER BY o.id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF t.organization_id = t.own THEN
      PERFORM change_touch_events(t.organization_id, t.events);
    END IF;
    IF EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = t.organization_id AND v.domain_name = ANY (t.domains) AND v.lifecycle_status <> vendor_offboarded()) THEN
      PERFORM change_touch_impacts(t.organization_id, array_agg(p.domain), array_agg(p.event_id))
         FROM unnest(t.domains, t.events) AS p (domain, event_id)
         JOIN vendor v ON v.organization_id = t.organization_id AND v.domain_name = p.domain HAVING count(*) > 0;
      PERFORM change_touch_events(t.organization_id, t.events);
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_response_on_behalf()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT organization_id, array_agg(vendor_domain) AS domains, array_agg(event_id) AS events FROM touched_rows GROUP BY 1 ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM change_touch_impacts(t.organization_id, t.domains, t.events);
    PERFORM change_touch_events(t.organization_id, t.events);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_score()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note_keys(s.organization_id, CASE s.view WHEN view_vrm() THEN kind_score() ELSE kind_own_score() END, array_agg(s.party_domain),
                             array_agg(s.view = view_vrm() AND NOT vendor_is_monitored(s.organization_id, s.party_domain)))
       FROM added s WHERE s.overall_score IS NOT NULL GROUP BY s.organization_id, s.view ORDER BY s.organization_id, s.view;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note_keys(s.organization_id, CASE s.view WHEN view_vrm() THEN kind_score() ELSE kind_own_score() END, array_agg(s.party_domain),
                             array_agg(s.view = view_vrm() AND NOT vendor_is_monitored(s.organization_id, s.party_domain)))
       FROM (SELECT organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
                    factors, open_by_severity, calculated_at FROM added
             EXCEPT
             SELECT organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
                    factors, open_by_severity, calculated_at FROM removed) s
      WHERE s.overall_score IS NOT NULL GROUP BY s.organization_id, s.view ORDER BY s.organization_id, s.view;
  ELSE
    PERFORM change_note_keys(s.organization_id, CASE s.view WHEN view_vrm() THEN kind_score() ELSE kind_own_score() END, array_agg(s.party_domain),
                             array_agg(true))
       FROM removed s WHERE s.overall_score IS NOT NULL GROUP BY s.organization_id, s.view ORDER BY s.organization_id, s.view;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT a.organization_id, kind_vendor(), a.id, made.id, false
      FROM added a
      JOIN (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM added) o OFFSET 0) made
        ON made.organization_id = a.organization_id;
    PERFORM change_touch_beside_vendors(organization_id, array_agg(domain_name)) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_vendor(), array_agg(id), NULL, array_agg(false))
       FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d GROUP BY organization_id;
    PERFORM change_touch_beside_vendors(organization_id, array_agg(DISTINCT domain_name))
       FROM (SELECT organization_id, domain_name, company_name, is_monitored, lifecycle_status = vendor_offboarded() FROM added
             EXCEPT
             SELECT organization_id, domain_name, company_name, is_monitored, lifecycle_status = vendor_offboarded() FROM removed) d
      GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_vendor(), array_agg(id), NULL, array_agg(true)) FROM removed GROUP BY organization_id;
    PERFORM change_touch_beside_vendors(organization_id, array_agg(domain_name)) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_of_vendor_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note(organization_id, kind_vendor_group(), array_agg(id), NULL, array_agg(archived_at IS NOT NULL)) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_vendor_group(), array_agg(id), NULL, array_agg(archived_at IS NOT NULL))
       FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_vendor_group(), array_agg(id), NULL, array_agg(true)) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_page(p_organization uuid, p_position bigint, p_kind smallint, p_id uuid, p_kinds smallint[], p_limit integer, p_sets integer)
 RETURNS TABLE("position" bigint, set_id bigint, committed_at timestamp with time zone, kind smallint, resource_id uuid, resource_key text, is_removed boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  s record;
  wanted integer := p_limit;
  got integer;
  visited integer := 0;
  last_position bigint;
  last_set bigint;
BEGIN
  FOR s IN SELECT x.position, x.id, x.committed_at FROM change_set x
            WHERE x.organization_id = p_organization AND x.position >= p_position AND NOT x.is_empty ORDER BY x.position LIMIT p_sets LOOP
    visited := visited + 1;
    last_position := s.position;
    last_set := s.id;
    RETURN QUERY
      SELECT s.position, s.id, s.committed_at::timestamptz, c.kind, c.resource_id, c.resource_key, c.is_removed
        FROM unnest(p_kinds) AS k (kind)
       CROSS JOIN LATERAL (
         SELECT x.kind, x.resource_id, x.resource_key, x.is_removed FROM change x
          WHERE x.organization_id = p_organization AND x.set_id = s.id AND x.kind = k.kind
            AND x.resource_id > CASE WHEN s.position = p_position AND k.kind = p_kind THEN p_id ELSE '00000000-0000-0000-0000-000000000000' END
          ORDER BY x.resource_id LIMIT wanted) c
       WHERE s.position > p_position OR k.kind >= p_kind
       ORDER BY c.kind, c.resource_id LIMIT wanted;
    GET DIAGNOSTICS got = ROW_COUNT;
    wanted := wanted - got;
    EXIT WHEN wanted <= 0;
  END LOOP;
  -- Where it ended, when the page is not full: after the last set of all, or after the last one that was looked at.
  IF wanted > 0 THEN
    IF visited = p_sets THEN
      RETURN QUERY SELECT last_position, last_set, NULL::timestamptz, 0::smallint, NULL::uuid, NULL::text, true;
    ELSE
      RETURN QUERY SELECT h.position, x.id, NULL::timestamptz, 0::smallint, NULL::uuid, NULL::text, false
        FROM change_head h LEFT JOIN change_set x ON x.organization_id = p_organization AND x.position = h.position WHERE h.organization_id = p_organization;
    END IF;
  END IF;
END
$function$
;
GRANT EXECUTE ON FUNCTION change_page TO vendor_risk_service;

CREATE OR REPLACE FUNCTION public.change_set_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  next bigint;
BEGIN
  PERFORM set_config('app.organization_id', NEW.organization_id::text, true);
  IF NOT EXISTS (SELECT 1 FROM change_set WHERE organization_id = NEW.organization_id AND id = NEW.id) THEN
    PERFORM set_config('app.organization_id', caller, true);
    RETURN NULL; -- the organization was deleted with its feed
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || NEW.organization_id::text, 0));
  INSERT INTO change_head AS h (organization_id, position) VALUES (NEW.organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET position = h.position + 1
  RETURNING h.position INTO next;
  UPDATE change_set SET position = next, committed_at = clock_timestamp() WHERE organization_id = NEW.organization_id AND id = NEW.id;
  -- What comes after an early numbering (SET CONSTRAINTS) belongs to another set.
  PERFORM set_config('app.change_set', '', true);
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_set_of(p_organization uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  known text := current_setting('app.change_set', true);
  made bigint;
BEGIN
  IF split_part(known, ' ', 1) = p_organization::text THEN RETURN split_part(known, ' ', 2)::bigint; END IF;
  LOOP
    made := ((extract(epoch FROM clock_timestamp()) * 1000)::bigint << 20) | floor(random() * 1048576)::bigint;
    INSERT INTO change_set (organization_id, id) VALUES (p_organization, made) ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
  END LOOP;
  PERFORM set_config('app.change_set', p_organization || ' ' || made, true);
  RETURN made;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_touch_beside_vendors(p_organization uuid, p_domains text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  PERFORM change_note_keys(p_organization, kind_score(), array_agg(s.party_domain), array_agg(NOT vendor_is_monitored(p_organization, s.party_domain)))
     FROM party_score s
    WHERE s.organization_id = p_organization AND s.view = view_vrm() AND s.party_domain = ANY (p_domains) AND s.overall_score IS NOT NULL
   HAVING count(*) > 0;

  PERFORM change_note_keys(p_organization, kind_fourth_party(), array_agg(r.key), array_agg(NOT r.is_listed))
     FROM (SELECT vendor_domain || '/' || fourth_party_domain AS key, is_listed
             FROM fourth_party_relationship WHERE organization_id = p_organization AND vendor_domain = ANY (p_domains)
           UNION
           SELECT vendor_domain || '/' || fourth_party_domain, is_listed
             FROM fourth_party_relationship WHERE organization_id = p_organization AND fourth_party_domain = ANY (p_domains)) r
   HAVING count(*) > 0;

  PERFORM change_touch_events_of_vendors(p_organization, p_domains);
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_touch_events(p_organization uuid, p_events text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  PERFORM change_note_keys(p_organization, kind_security_event(), array_agg(p.event_id), array_agg(NOT (
            security_event_is_visible(p_organization, p.event_id) AND (
              EXISTS (SELECT 1 FROM security_event_feed f WHERE f.organization_id = p_organization AND f.event_id = p.event_id)
              OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.organization_id = p_organization AND s.event_id = p.event_id)
              OR EXISTS (SELECT 1 FROM vendor_statement s JOIN vendor v ON v.domain_name = s.domain
                          WHERE s.event_id = p.event_id AND v.organization_id = p_organization AND v.lifecycle_status <> vendor_offboarded())
              OR EXISTS (SELECT 1 FROM vrm_request r
                          WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND vendor_is_listed(p_organization, r.vendor_domain))
              OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                          WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND vendor_is_listed(p_organization, b.vendor_domain))
              OR EXISTS (SELECT 1 FROM organization_domain d JOIN vrm_request r ON r.vendor_domain = d.domain
                          WHERE d.organization_id = p_organization AND r.event_id = p.event_id)))))
     FROM (SELECT DISTINCT u.event_id FROM unnest(p_events) AS u (event_id)) p
   HAVING count(*) > 0;
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_touch_events_of_vendors(p_organization uuid, p_domains text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  domains text[];
  events text[];
BEGIN
  SELECT array_agg(p.domain), array_agg(p.event_id) INTO domains, events
    FROM (SELECT i.party_domain AS domain, i.event_id
            FROM security_event_impact i WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = ANY (p_domains)
          UNION ALL SELECT s.domain, s.event_id FROM vendor_statement s WHERE s.domain = ANY (p_domains)
          UNION ALL SELECT r.vendor_domain, r.event_id FROM vrm_request r WHERE r.organization_id = p_organization AND r.vendor_domain = ANY (p_domains)
          UNION ALL SELECT b.vendor_domain, b.event_id
            FROM vendor_response_on_behalf b WHERE b.organization_id = p_organization AND b.vendor_domain = ANY (p_domains)
          UNION ALL SELECT d.domain, substring(c.resource_key FROM length(d.domain) + 2)
            FROM unnest(p_domains) AS d (domain)
            JOIN change c ON c.organization_id = p_organization AND c.kind = kind_impact() AND c.resource_key >= d.domain || '/' AND c.resource_key < d.domain || '0') p;
  IF events IS NULL THEN RETURN; END IF;
  PERFORM change_touch_impacts(p_organization, domains, events);
  PERFORM change_touch_events(p_organization, events);
END
$function$
;

CREATE OR REPLACE FUNCTION public.change_touch_impacts(p_organization uuid, p_domains text[], p_events text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  PERFORM change_note_keys(p_organization, kind_impact(), array_agg(p.domain || '/' || p.event_id), array_agg(NOT (
            vendor_is_listed(p_organization, p.domain) AND security_event_is_visible(p_organization, p.event_id) AND (
              EXISTS (SELECT 1 FROM security_event_impact i
                       WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = p.domain AND i.event_id = p.event_id
                         AND i.impact IS NOT NULL)
              OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.domain = p.domain AND s.event_id = p.event_id)
              OR EXISTS (SELECT 1 FROM vrm_request r WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND r.vendor_domain = p.domain)
              OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                          WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND b.vendor_domain = p.domain)))))
     FROM (SELECT DISTINCT u.domain, u.event_id FROM unnest(p_domains, p_events) AS u (domain, event_id)) p
   HAVING count(*) > 0;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_about(p_organization uuid, p_type text, p_kind integer, p_ids uuid[], p_keys text[], p_data jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  FOR place IN 1 .. greatest(coalesce(array_length(p_ids, 1), 0), coalesce(array_length(p_keys, 1), 0)) BY 500 LOOP
    INSERT INTO change_event (organization_id, set_id, event_type, kind, ids, keys, data)
    VALUES (p_organization, change_set_of(p_organization), p_type, p_kind, p_ids[place:place + 499], p_keys[place:place + 499], p_data);
  END LOOP;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_is_wanted(p_organization uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT EXISTS (SELECT 1 FROM webhook w WHERE w.organization_id = p_organization AND w.is_enabled)
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o record;
BEGIN
  FOR o IN SELECT DISTINCT organization_id AS id FROM added ORDER BY 1 LOOP
    CONTINUE WHEN NOT event_is_wanted(o.id);
    IF TG_OP = 'INSERT' THEN
      PERFORM event_about(o.id, event_type_of(a.kind, 'added'), a.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM added a WHERE a.organization_id = o.id AND NOT a.is_removed AND event_type_of(a.kind, 'added') IS NOT NULL GROUP BY a.kind;
    ELSE
      PERFORM event_about(o.id, event_type_of(a.kind, a.action), a.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM (SELECT r.kind, r.resource_id, max(r.resource_key) AS resource_key,
                      CASE WHEN NOT bool_or(r.is_removed) THEN 'changed' WHEN bool_or(r.is_removed AND r.is_new) THEN 'removed' ELSE 'added' END AS action
                 FROM (SELECT kind, resource_id, resource_key, is_removed, true AS is_new FROM added WHERE organization_id = o.id
                       UNION ALL SELECT kind, resource_id, resource_key, is_removed, false FROM removed WHERE organization_id = o.id) r
                GROUP BY r.kind, r.resource_id
               HAVING NOT bool_and(r.is_removed)) a
        WHERE event_type_of(a.kind, a.action) IS NOT NULL GROUP BY a.kind, a.action;
    END IF;
  END LOOP;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_fourth_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM event_about(a.organization_id, CASE WHEN a.is_current THEN 'fourth_party.detected' ELSE 'fourth_party.gone' END, kind_fourth_party(), NULL,
                      array_agg(a.vendor_domain || '/' || a.fourth_party_domain))
     FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.vendor_domain = a.vendor_domain AND r.fourth_party_domain = a.fourth_party_domain
    WHERE a.is_current <> r.is_current AND a.is_listed AND r.is_listed AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id, a.is_current;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_observation_action()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM event_about(a.organization_id, CASE a.action_type WHEN action_resolved() THEN 'observation.resolved' ELSE 'observation.reopened' END,
                      kind_observation(), array_agg(a.observation_id), NULL)
     FROM added a WHERE a.action_type IN (action_resolved(), action_reopened()) AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id, a.action_type;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_observation_flag()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM event_about(a.organization_id, 'observation.flagged', kind_observation(), array_agg(a.observation_id), NULL)
     FROM added a WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT d.organization_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'requestId', r.id, 'eventId', r.event_id, 'vendorDomain', r.vendor_domain, 'message', r.message,
            'requestedBy', jsonb_build_object('name', s.name, 'domain', s.domain),
            'dueAt', to_char(r.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'sentAt', to_char(r.sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) ORDER BY r.vendor_domain) AS requests
         FROM added r JOIN organization_domain d ON d.domain = r.vendor_domain JOIN organization s ON s.id = r.organization_id
        WHERE d.organization_id <> r.organization_id
        GROUP BY 1 ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF event_is_wanted(t.organization_id) THEN
      INSERT INTO change_event (organization_id, set_id, event_type, data)
      VALUES (t.organization_id, change_set_of(t.organization_id), 'security_event.request_received', t.requests);
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_response()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT o.id AS organization_id, a.own, a.domains, a.events
         FROM (SELECT organization_id AS own, array_agg(domain) AS domains, array_agg(event_id) AS events FROM added GROUP BY 1) a
        CROSS JOIN organization o WHERE o.id <> a.own ORDER BY o.id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF event_is_wanted(t.organization_id) THEN
      PERFORM event_about(t.organization_id, 'security_event.response_received', kind_impact(), NULL, array_agg(p.domain || '/' || p.event_id))
         FROM unnest(t.domains, t.events) AS p (domain, event_id)
         JOIN vendor v ON v.organization_id = t.organization_id AND v.domain_name = p.domain AND v.lifecycle_status <> vendor_offboarded() HAVING count(*) > 0;
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_response_on_behalf()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM event_about(a.organization_id, 'security_event.response_received', kind_impact(), NULL, array_agg(a.vendor_domain || '/' || a.event_id))
     FROM added a WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_of_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
  PERFORM event_about(a.organization_id, 'vendor.offboarded', kind_vendor(), array_agg(a.id), NULL)
     FROM (SELECT organization_id, id FROM added WHERE lifecycle_status = vendor_offboarded()
           EXCEPT SELECT organization_id, id FROM removed WHERE lifecycle_status = vendor_offboarded()) a
    WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
  PERFORM event_about(a.organization_id, 'vendor.score_changed', kind_score(), NULL, array_agg(a.domain_name),
                      jsonb_object_agg(a.domain_name, jsonb_build_object('score', r.score, 'grade', r.score_grade)))
     FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
    WHERE (a.score_grade <> r.score_grade OR abs(a.score - r.score) >= 5) AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.event_record(p_organization uuid, p_type text, p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
BEGIN
  IF caller NOT IN ('', p_organization::text) THEN RAISE EXCEPTION 'An organization records only its own events.'; END IF;
  PERFORM set_config('app.organization_id', p_organization::text, true);
  IF EXISTS (SELECT 1 FROM webhook w WHERE w.organization_id = p_organization AND w.is_enabled) THEN
    INSERT INTO change_event (organization_id, set_id, event_type, data) VALUES (p_organization, change_set_of(p_organization), p_type, p_data);
  END IF;
  PERFORM set_config('app.organization_id', caller, true);
END
$function$
;
GRANT EXECUTE ON FUNCTION event_record TO vendor_risk_service;

CREATE OR REPLACE FUNCTION public.event_type_of(p_kind smallint, p_action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_kind = ANY (ARRAY[kind_observation(), kind_own_observation()])) THEN CASE p_action WHEN 'added'::text THEN 'observation.created'::text WHEN 'changed'::text THEN 'observation.changed'::text ELSE 'observation.removed'::text END WHEN (p_kind = kind_vendor()) THEN CASE p_action WHEN 'added'::text THEN 'vendor.created'::text WHEN 'changed'::text THEN 'vendor.changed'::text ELSE 'vendor.deleted'::text END WHEN (p_kind = kind_security_event()) THEN CASE p_action WHEN 'added'::text THEN 'security_event.published'::text ELSE NULL::text END WHEN (p_kind = kind_impact()) THEN 'security_event.impact_changed'::text WHEN (p_kind = kind_fourth_party()) THEN CASE p_action WHEN 'added'::text THEN 'fourth_party.detected'::text WHEN 'removed'::text THEN 'fourth_party.gone'::text ELSE NULL::text END ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION public.event_wake()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM job_send('webhook-events', NEW.organization_id::text, now());
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.fourth_party_lock(p_organization uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
SELECT pg_advisory_xact_lock(hashtextextended('fourth-parties ' || p_organization, 0))
$function$
;
GRANT EXECUTE ON FUNCTION fourth_party_lock TO PUBLIC;

CREATE OR REPLACE FUNCTION public.fourth_party_regroup(p_organization uuid, p_domains text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH listed AS MATERIALIZED (
    SELECT r.fourth_party_domain, r.vendor_domain, r.vendor_id, r.vendor_weight, r.is_critical, r.company_name, r.connection_types, r.products,
           r.first_seen, r.last_seen, r.is_current
      FROM fourth_party_relationship r
     WHERE r.organization_id = p_organization AND r.fourth_party_domain = ANY (p_domains) AND r.is_listed
  ), counted AS (
    SELECT fourth_party_domain, max(company_name) AS company_name, count(*) AS relationship_count,
           count(*) FILTER (WHERE is_current) AS vendor_count,
           count(*) FILTER (WHERE is_current AND is_critical) AS critical_count,
           coalesce(bit_or(connection_types) FILTER (WHERE is_current), 0) AS connection_types,
           min(first_seen) FILTER (WHERE is_current) AS first_seen, max(last_seen) FILTER (WHERE is_current) AS last_seen
      FROM listed
     GROUP BY fourth_party_domain
  ), made AS (
    SELECT fourth_party_domain, array_agg(DISTINCT product ORDER BY product) AS all_products,
           array_agg(DISTINCT product ORDER BY product) FILTER (WHERE is_current) AS products
      FROM (SELECT DISTINCT fourth_party_domain, products, is_current FROM listed) l CROSS JOIN LATERAL unnest(l.products) AS product
     GROUP BY fourth_party_domain
  ), placed AS (
    SELECT fourth_party_domain, vendor_id,
           row_number() OVER (PARTITION BY fourth_party_domain ORDER BY vendor_weight DESC, vendor_domain) AS place
      FROM listed WHERE is_current
  ), top AS (
    SELECT fourth_party_domain, array_agg(vendor_id ORDER BY place) AS vendors FROM placed WHERE place <= 5 GROUP BY fourth_party_domain
  )
  INSERT INTO fourth_party_group AS g (organization_id, fourth_party_domain, company_name, relationship_count, vendor_count, critical_count,
                                       connection_types, products, all_products, top_vendors, first_seen, last_seen)
  SELECT p_organization, c.fourth_party_domain, c.company_name, c.relationship_count, c.vendor_count, c.critical_count,
         c.connection_types, coalesce(m.products, '{}'), m.all_products, coalesce(t.vendors, '{}'), c.first_seen, c.last_seen
    FROM counted c
    JOIN made m ON m.fourth_party_domain = c.fourth_party_domain
    LEFT JOIN top t ON t.fourth_party_domain = c.fourth_party_domain
  ON CONFLICT (organization_id, fourth_party_domain) DO UPDATE SET
    company_name = excluded.company_name, relationship_count = excluded.relationship_count, vendor_count = excluded.vendor_count,
    critical_count = excluded.critical_count, connection_types = excluded.connection_types, products = excluded.products,
    all_products = excluded.all_products, top_vendors = excluded.top_vendors, first_seen = excluded.first_seen, last_seen = excluded.last_seen;

  DELETE FROM fourth_party_group g
   WHERE g.organization_id = p_organization AND g.fourth_party_domain = ANY (p_domains)
     AND NOT EXISTS (SELECT 1 FROM fourth_party_relationship r
                      WHERE r.organization_id = p_organization AND r.fourth_party_domain = g.fourth_party_domain AND r.is_listed);
END
$function$
;
GRANT EXECUTE ON FUNCTION fourth_party_regroup TO PUBLIC;

CREATE OR REPLACE FUNCTION public.fourth_party_vendor_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  t record;
  domains text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    FOR t IN SELECT organization_id, array_agg(domain_name) AS vendors FROM removed GROUP BY organization_id
    LOOP
      PERFORM fourth_party_lock(t.organization_id);
      DELETE FROM vendor_detection d WHERE d.organization_id = t.organization_id AND d.vendor_domain = ANY (t.vendors);
      DELETE FROM fourth_party_sighting s WHERE s.organization_id = t.organization_id AND s.vendor_domain = ANY (t.vendors);
      WITH gone AS (
        DELETE FROM fourth_party_relationship r WHERE r.organization_id = t.organization_id AND r.vendor_domain = ANY (t.vendors)
        RETURNING r.fourth_party_domain
      )
      SELECT array_agg(DISTINCT fourth_party_domain) INTO domains FROM gone;
      IF domains IS NOT NULL THEN PERFORM fourth_party_regroup(t.organization_id, domains); END IF;
    END LOOP;
    RETURN NULL;
  END IF;

  FOR t IN
    SELECT organization_id, array_agg(domain_name) AS vendors, array_agg(is_listed) AS listed, array_agg(weight) AS weights
      FROM (SELECT organization_id, domain_name, lifecycle_status <> vendor_offboarded() AS is_listed, fourth_party_vendor_weight(business_impact, risk_level) AS weight FROM added
            EXCEPT
            SELECT organization_id, domain_name, lifecycle_status <> vendor_offboarded(), fourth_party_vendor_weight(business_impact, risk_level) FROM removed) v
     GROUP BY organization_id
  LOOP
    PERFORM fourth_party_lock(t.organization_id);
    WITH moved AS (
      UPDATE fourth_party_relationship r
         SET is_listed = v.is_listed, vendor_weight = v.weight
        FROM unnest(t.vendors, t.listed, t.weights) AS v (domain, is_listed, weight)
       WHERE r.organization_id = t.organization_id AND r.vendor_domain = v.domain
      RETURNING r.fourth_party_domain
    )
    SELECT array_agg(DISTINCT fourth_party_domain) INTO domains FROM moved;
    IF domains IS NOT NULL THEN PERFORM fourth_party_regroup(t.organization_id, domains); END IF;
  END LOOP;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION fourth_party_vendor_moved TO PUBLIC;

CREATE OR REPLACE FUNCTION public.fourth_party_vendor_weight(p_business_impact smallint, p_risk_level smallint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
SELECT (8 * coalesce(p_business_impact, 0) + coalesce(p_risk_level, 0))::smallint
$function$
;
GRANT EXECUTE ON FUNCTION fourth_party_vendor_weight TO PUBLIC;

CREATE OR REPLACE FUNCTION public.impact_confirmed()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 1
;
GRANT EXECUTE ON FUNCTION impact_confirmed TO PUBLIC;

CREATE OR REPLACE FUNCTION public.impact_likely()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 2
;
GRANT EXECUTE ON FUNCTION impact_likely TO PUBLIC;

CREATE OR REPLACE FUNCTION public.impact_mitigated()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 4
;
GRANT EXECUTE ON FUNCTION impact_mitigated TO PUBLIC;

CREATE OR REPLACE FUNCTION public.impact_possible()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 3
;
GRANT EXECUTE ON FUNCTION impact_possible TO PUBLIC;

CREATE OR REPLACE FUNCTION public.job_send(p_queue text, p_key text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pgboss.queue q WHERE q.name = p_queue) THEN RAISE EXCEPTION 'There is no job queue %.', p_queue; END IF;
  LOOP
    INSERT INTO pgboss.job (name, singleton_key, start_after, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy)
    SELECT q.name, p_key, p_at, p_at + interval '14 days', coalesce(q.expire_seconds, 900) * interval '1 second',
           coalesce(q.retry_limit, 2), coalesce(q.retry_delay, 0), coalesce(q.retry_backoff, false), q.policy
      FROM pgboss.queue q WHERE q.name = p_queue
    ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN; END IF;
    UPDATE pgboss.job SET start_after = least(start_after, p_at)
     WHERE name = p_queue AND coalesce(singleton_key, '') = p_key AND state = 'created' AND policy = 'short';
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$function$
;
GRANT EXECUTE ON FUNCTION job_send TO PUBLIC;

CREATE OR REPLACE FUNCTION public.keep_retirement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.sunset_at <= now() THEN
    RAISE EXCEPTION 'The retirement of % cannot be undone.', OLD.operation;
  END IF;
  RETURN coalesce(NEW, OLD);
END
$function$
;
GRANT EXECUTE ON FUNCTION keep_retirement TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_fourth_party()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 6
;
GRANT EXECUTE ON FUNCTION kind_fourth_party TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_impact()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 5
;
GRANT EXECUTE ON FUNCTION kind_impact TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_observation()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 1
;
GRANT EXECUTE ON FUNCTION kind_observation TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_own_observation()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 11
;
GRANT EXECUTE ON FUNCTION kind_own_observation TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_own_score()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 18
;
GRANT EXECUTE ON FUNCTION kind_own_score TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_questionnaire()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 7
;
GRANT EXECUTE ON FUNCTION kind_questionnaire TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_received_questionnaire()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 17
;
GRANT EXECUTE ON FUNCTION kind_received_questionnaire TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_score()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 8
;
GRANT EXECUTE ON FUNCTION kind_score TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_security_event()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 4
;
GRANT EXECUTE ON FUNCTION kind_security_event TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_vendor()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 2
;
GRANT EXECUTE ON FUNCTION kind_vendor TO PUBLIC;

CREATE OR REPLACE FUNCTION public.kind_vendor_group()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 3
;
GRANT EXECUTE ON FUNCTION kind_vendor_group TO PUBLIC;

CREATE OR REPLACE FUNCTION public.monitoring_failed()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 5
;
GRANT EXECUTE ON FUNCTION monitoring_failed TO PUBLIC;

CREATE OR REPLACE FUNCTION public.monitoring_plan(interval_seconds integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
DECLARE
  organization uuid;
  outside text := current_setting('app.organization_id', true);
BEGIN
  FOR organization IN
    SELECT o.id FROM organization o
     WHERE o.vrm_enabled AND (o.vrm_until IS NULL OR o.vrm_until > now()) AND o.suspended_at IS NULL AND o.monitoring_paused_at IS NULL
     ORDER BY o.id
  LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    INSERT INTO monitoring_run (organization_id, id, vendor_id, vendor_domain)
    SELECT organization, uuid_v7(), v.id, v.domain_name
      FROM vendor v
     CROSS JOIN LATERAL (
       SELECT now() - make_interval(secs => mod(
         extract(epoch FROM now())::bigint + mod(hashtextextended(v.id::text, 0), interval_seconds) + interval_seconds, interval_seconds)) AS since) place
     WHERE v.organization_id = organization AND v.is_monitored
       AND NOT EXISTS (SELECT 1 FROM monitoring_opt_out x WHERE v.domain_name = x.domain OR v.domain_name LIKE '%.' || x.domain)
       AND NOT EXISTS (
         SELECT 1 FROM monitoring_run r WHERE r.organization_id = organization AND r.vendor_id = v.id AND r.finished_at IS NULL)
       AND (
         NOT EXISTS (
           SELECT 1 FROM monitoring_run r
            WHERE r.organization_id = organization AND r.vendor_id = v.id AND r.queued_at >= place.since
              AND NOT (r.status = monitoring_failed() AND r.finished_at < now() - greatest(interval '1 hour', 3 * (r.queued_at - place.since))))
         OR EXISTS (
           SELECT 1 FROM monitoring_fault f
            WHERE f.organization_id = organization AND f.vendor_id = v.id AND NOT f.is_confirmed AND f.since <= now() - interval '1 hour'
              AND NOT EXISTS (
                SELECT 1 FROM monitoring_run r
                 WHERE r.organization_id = organization AND r.vendor_id = v.id AND r.queued_at >= f.since + interval '1 hour')))
    ON CONFLICT DO NOTHING;
    IF EXISTS (
      SELECT 1 FROM monitoring_run r
       WHERE r.organization_id = organization AND r.finished_at IS NULL AND (r.held_until IS NULL OR r.held_until < now())
    ) THEN
      RETURN NEXT organization;
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(outside, ''), true);
END
$function$
;
GRANT EXECUTE ON FUNCTION monitoring_plan TO PUBLIC;
GRANT EXECUTE ON FUNCTION monitoring_plan TO vendor_risk_service;

CREATE OR REPLACE FUNCTION public.number_revoked_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE platform_revision SET revoked_tokens = revoked_tokens + 1 RETURNING revoked_tokens INTO NEW.revision;
  RETURN NEW;
END
$function$
;
GRANT EXECUTE ON FUNCTION number_revoked_token TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_due(days integer[], severity smallint, first_seen timestamp with time zone, exploited boolean, enrichment text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
SELECT CASE WHEN days IS NOT NULL THEN
         coalesce(CASE WHEN NOT exploited THEN NULL
                       -- Found after the catalogue's date: the days that the catalogue gave, from then on.
                       WHEN substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz < first_seen
                         THEN first_seen + (substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz
                                            - substring(enrichment FROM '"dateAdded":"([^"]+)"')::timestamptz)
                       ELSE substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz
                  END, first_seen + days[severity] * interval '24 hours')
       END
$function$
;
GRANT EXECUTE ON FUNCTION observation_due TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_enrichment(cves text[], cwes text[], own_epss numeric, own_percentile numeric)
 RETURNS TABLE(document text, epss numeric, percentile numeric, known_exploited boolean, ransomware boolean)
 LANGUAGE sql
 STABLE
AS $function$
SELECT CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL OR v.added IS NOT NULL OR c.capec IS NOT NULL THEN
         concat_ws(',',
           '"epss":' || CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL THEN
             json_build_object('score', coalesce(v.epss, own_epss), 'percentile', coalesce(v.percentile, own_percentile, 0)) END,
           '"knownExploited":' || json_strip_nulls(CASE WHEN v.added IS NOT NULL THEN
             json_build_object('dateAdded', v.added || 'T00:00:00.000Z', 'dueDate', v.due || 'T00:00:00.000Z', 'ransomwareUse', v.ransomware) END),
           '"capec":' || coalesce(c.capec, '[]'::json))
       END,
       coalesce(v.epss, own_epss), coalesce(v.percentile, own_percentile), v.added IS NOT NULL, v.ransomware
  FROM (SELECT max(epss_score) AS epss, max(epss_percentile) AS percentile, min(kev_date_added) AS added, min(kev_due_date) AS due,
               coalesce(bool_or(ransomware_use), false) AS ransomware
          FROM vulnerability WHERE cve_id = ANY(cves)) v,
       (SELECT json_agg(json_build_object('capecId', p.capec_id, 'summary', p.summary, 'description', p.description) ORDER BY p.capec_id) AS capec
          FROM (SELECT DISTINCT capec_id, summary, description FROM weakness_capec WHERE cwe_id = ANY(cwes) ORDER BY capec_id LIMIT 10) p) c
$function$
;
GRANT EXECUTE ON FUNCTION observation_enrichment TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_flagged()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  UPDATE observation_state s
     SET updated_at = greatest(s.updated_at, statement_timestamp()), flagged_at = CASE WHEN TG_OP = 'INSERT' THEN f.flagged_at END
    FROM touched_rows f WHERE s.organization_id = f.organization_id AND s.observation_id = f.observation_id;

  WITH counted AS (
    SELECT organization_id, view, group_key, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
      FROM (SELECT o.organization_id, o.view, o.is_open, unnest(observation_group_keys(o.group_key, o.cve_ids)) AS group_key
              FROM touched_rows f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
             WHERE o.is_listed) m
     GROUP BY 1, 2, 3
  )
  UPDATE observation_group g
     SET open_flagged = g.open_flagged + CASE WHEN TG_OP = 'INSERT' THEN c.open ELSE -c.open END,
         closed_flagged = g.closed_flagged + CASE WHEN TG_OP = 'INSERT' THEN c.closed ELSE -c.closed END
    FROM counted c
   WHERE g.organization_id = c.organization_id AND g.view = c.view AND g.group_key = c.group_key;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_flagged TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_group_keys(group_key text, cve_ids text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (cardinality(cve_ids) > 1) THEN cve_ids ELSE ARRAY[group_key] END
;
GRANT EXECUTE ON FUNCTION observation_group_keys TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_list_words(field text, items text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  words text[] := '{}';
  item text;
BEGIN
  FOREACH item IN ARRAY items LOOP
    words := words || (field || '=' || item);
  END LOOP;
  RETURN words;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_list_words TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_pieces(value text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  letters text := lower(value) || E'\x01';
  pieces text[] := '{}';
BEGIN
  FOR start IN 1 .. length(letters) - 2 LOOP
    pieces := pieces || substr(letters, start, 3);
  END LOOP;
  RETURN pieces;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_pieces TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_rollup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF to_regclass('pg_temp.observation_delta') IS NULL THEN
    CREATE TEMPORARY TABLE observation_delta (
      sign integer, leaves boolean, opened integer, resolved integer, is_flagged boolean, organization_id uuid, view smallint, group_keys text[], party_domain text,
      observation_type text, title text, category smallint, severity smallint, is_open boolean, first_seen timestamptz(3), last_seen timestamptz(3),
      cvss_base_score numeric(3,1), is_known_exploited boolean, is_ransomware_used boolean
    ) ON COMMIT DELETE ROWS;
  END IF;

  IF TG_OP = 'INSERT' THEN
    INSERT INTO pg_temp.observation_delta
    SELECT 1, false, is_open::int, 0, false, organization_id, view, observation_group_keys(group_key, cve_ids), party_domain,
           observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited, is_ransomware_used
      FROM added WHERE is_listed;
  ELSIF TG_OP = 'UPDATE' THEN
    -- A row that changed is taken out and put in again. A later sighting only moves the last one of its groups: it has the sign 0.
    INSERT INTO pg_temp.observation_delta
    SELECT c.sign, c.leaves, c.opened, c.resolved,
           c.sign <> 0 AND EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = a.organization_id AND f.observation_id = a.id OFFSET 0),
           a.organization_id, c.view, observation_group_keys(c.group_key, c.cve_ids), c.party_domain, c.observation_type, c.title, c.category,
           c.severity, c.is_open, c.first_seen, c.last_seen, c.cvss_base_score, c.is_known_exploited, c.is_ransomware_used
      FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
     CROSS JOIN LATERAL (
       SELECT NOT a.is_listed OR (a.view, a.group_key, a.cve_ids, a.first_seen, a.cvss_base_score) IS DISTINCT FROM (r.view, r.group_key, r.cve_ids, r.first_seen, r.cvss_base_score)
              OR a.last_seen < r.last_seen AS leaves) l
     CROSS JOIN LATERAL (
       SELECT l.leaves OR (a.is_listed, a.is_open, a.party_domain, a.observation_type, a.title, a.category, a.severity, a.is_known_exploited, a.is_ransomware_used)
              IS DISTINCT FROM (r.is_listed, r.is_open, r.party_domain, r.observation_type, r.title, r.category, r.severity, r.is_known_exploited, r.is_ransomware_used) AS yes) changed
     CROSS JOIN LATERAL (VALUES
       (changed.yes::int, false, (r.is_listed AND a.is_open > r.is_open)::int, (r.is_listed AND a.is_open < r.is_open)::int, a.is_listed,
        a.view, a.group_key, a.cve_ids, a.party_domain, a.observation_type, a.title, a.category, a.severity, a.is_open, a.first_seen, a.last_seen,
        a.cvss_base_score, a.is_known_exploited, a.is_ransomware_used),
       (-1, l.leaves, 0, 0, r.is_listed AND changed.yes,
        r.view, r.group_key, r.cve_ids, r.party_domain, r.observation_type, r.title, r.category, r.severity, r.is_open, r.first_seen, r.last_seen,
        r.cvss_base_score, r.is_known_exploited, r.is_ransomware_used))
       AS c (sign, leaves, opened, resolved, is_noted, view, group_key, cve_ids, party_domain, observation_type, title, category, severity, is_open, first_seen, last_seen,
             cvss_base_score, is_known_exploited, is_ransomware_used)
     WHERE c.is_noted;
  ELSE
    INSERT INTO pg_temp.observation_delta
    SELECT -1, true, 0, 0,
           EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = r.organization_id AND f.observation_id = r.id OFFSET 0),
           organization_id, view, observation_group_keys(group_key, cve_ids), party_domain,
           observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited, is_ransomware_used
      FROM removed r WHERE is_listed;
    DELETE FROM observation_flag f USING removed r WHERE f.organization_id = r.organization_id AND f.observation_id = r.id;
  END IF;

  IF coalesce(current_setting('app.rollups', true), '') <> 'deferred' THEN
    PERFORM observation_rollup_settle();
  END IF;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_rollup TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_rollup_defer()
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT set_config('app.rollups', 'deferred', true)
$function$
;
GRANT EXECUTE ON FUNCTION observation_rollup_defer TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_rollup_settle()
 RETURNS void
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
  held record;
BEGIN
  IF to_regclass('pg_temp.observation_delta') IS NULL THEN
    RETURN;
  END IF;

  WITH delta AS MATERIALIZED (
    SELECT d.*, unnest(group_keys) AS group_key, CASE WHEN is_open THEN sign ELSE 0 END AS open, CASE WHEN is_open THEN 0 ELSE sign END AS closed
      FROM pg_temp.observation_delta d
  ), pair AS (
    SELECT organization_id, view, group_key, party_domain, sum(open) AS open, sum(closed) AS closed FROM delta WHERE view = 1 GROUP BY 1, 2, 3, 4
  ), paired AS (
    INSERT INTO observation_group_vendor AS v (organization_id, view, group_key, party_domain, open_count, closed_count)
    SELECT organization_id, view, group_key, party_domain, open, closed FROM pair WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, group_key, party_domain)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
    RETURNING organization_id, view, group_key, party_domain, open_count, closed_count
  ), vendors AS (
    SELECT organization_id, view, group_key,
           sum((v.open_count > 0)::int - (v.open_count - p.open > 0)::int) AS open,
           sum((v.closed_count > 0)::int - (v.closed_count - p.closed > 0)::int) AS closed,
           sum((v.open_count + v.closed_count > 0)::int - (v.open_count - p.open + v.closed_count - p.closed > 0)::int) AS either
      FROM paired v JOIN pair p USING (organization_id, view, group_key, party_domain)
     GROUP BY 1, 2, 3
  ), sums AS (
    SELECT organization_id, view, group_key, min(observation_type) AS observation_type, min(title) AS title, min(category) AS category,
           sum(open) AS open, sum(closed) AS closed,
           ARRAY[coalesce(sum(open) FILTER (WHERE severity = 1), 0), coalesce(sum(open) FILTER (WHERE severity = 2), 0), coalesce(sum(open) FILTER (WHERE severity = 3), 0),
                 coalesce(sum(open) FILTER (WHERE severity = 4), 0), coalesce(sum(open) FILTER (WHERE severity = 5), 0)] AS open_by_severity,
           ARRAY[coalesce(sum(closed) FILTER (WHERE severity = 1), 0), coalesce(sum(closed) FILTER (WHERE severity = 2), 0), coalesce(sum(closed) FILTER (WHERE severity = 3), 0),
                 coalesce(sum(closed) FILTER (WHERE severity = 4), 0), coalesce(sum(closed) FILTER (WHERE severity = 5), 0)] AS closed_by_severity,
           coalesce(sum(open) FILTER (WHERE is_flagged), 0) AS open_flagged, coalesce(sum(closed) FILTER (WHERE is_flagged), 0) AS closed_flagged,
           coalesce(sum(sign) FILTER (WHERE is_known_exploited), 0) AS known_exploited,
           min(first_seen) FILTER (WHERE sign >= 0) AS first_seen, max(last_seen) FILTER (WHERE sign >= 0) AS last_seen, max(cvss_base_score) FILTER (WHERE sign >= 0) AS max_cvss
      FROM delta
     GROUP BY 1, 2, 3
  )
  INSERT INTO observation_group AS g (organization_id, view, group_key, observation_type, title, category, open_count, closed_count, open_by_severity, closed_by_severity,
    open_flagged, closed_flagged, open_vendors, closed_vendors, all_vendors, known_exploited_count, first_seen, last_seen, max_cvss)
  SELECT s.organization_id, s.view, s.group_key, s.observation_type, s.title, s.category, s.open, s.closed, s.open_by_severity, s.closed_by_severity,
         s.open_flagged, s.closed_flagged, coalesce(v.open, 0), coalesce(v.closed, 0), coalesce(v.either, 0), s.known_exploited, s.first_seen, s.last_seen, s.max_cvss
    FROM sums s LEFT JOIN vendors v USING (organization_id, view, group_key)
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, view, group_key) DO UPDATE SET
    open_count = g.open_count + excluded.open_count, closed_count = g.closed_count + excluded.closed_count,
    open_by_severity = ARRAY[g.open_by_severity[1] + excluded.open_by_severity[1], g.open_by_severity[2] + excluded.open_by_severity[2],
      g.open_by_severity[3] + excluded.open_by_severity[3], g.open_by_severity[4] + excluded.open_by_severity[4], g.open_by_severity[5] + excluded.open_by_severity[5]],
    closed_by_severity = ARRAY[g.closed_by_severity[1] + excluded.closed_by_severity[1], g.closed_by_severity[2] + excluded.closed_by_severity[2],
      g.closed_by_severity[3] + excluded.closed_by_severity[3], g.closed_by_severity[4] + excluded.closed_by_severity[4], g.closed_by_severity[5] + excluded.closed_by_severity[5]],
    open_flagged = g.open_flagged + excluded.open_flagged, closed_flagged = g.closed_flagged + excluded.closed_flagged,
    open_vendors = g.open_vendors + excluded.open_vendors, closed_vendors = g.closed_vendors + excluded.closed_vendors, all_vendors = g.all_vendors + excluded.all_vendors,
    known_exploited_count = g.known_exploited_count + excluded.known_exploited_count,
    first_seen = least(g.first_seen, excluded.first_seen), last_seen = greatest(g.last_seen, excluded.last_seen), max_cvss = greatest(g.max_cvss, excluded.max_cvss);

  -- First and last times and scores cannot be subtracted. Where a row that has left its group may have been the first, last or highest, all rows of the group are read.
  FOR held IN
    SELECT g.organization_id, g.view, g.group_key
      FROM (SELECT organization_id, view, group_key, min(first_seen) AS first_seen, max(last_seen) AS last_seen, max(cvss_base_score) AS max_cvss
              FROM (SELECT d.*, unnest(group_keys) AS group_key FROM pg_temp.observation_delta d WHERE leaves) d
             GROUP BY 1, 2, 3) l
      JOIN observation_group g USING (organization_id, view, group_key)
     WHERE l.first_seen <= g.first_seen OR l.last_seen >= g.last_seen OR l.max_cvss >= g.max_cvss
  LOOP
    UPDATE observation_group g
       SET (first_seen, last_seen, max_cvss) = (
         SELECT min(o.first_seen), max(o.last_seen), max(o.cvss_base_score)
           FROM (SELECT o.first_seen, o.last_seen, o.cvss_base_score
                   FROM observation o WHERE o.organization_id = held.organization_id AND o.view = held.view AND o.group_key = held.group_key AND o.is_listed
                 UNION ALL
                 SELECT o.first_seen, o.last_seen, o.cvss_base_score
                   FROM observation_cve c CROSS JOIN LATERAL (
                     SELECT * FROM observation o WHERE o.organization_id = c.organization_id AND o.id = c.observation_id AND o.view = held.view AND o.is_listed OFFSET 0) o
                  WHERE c.organization_id = held.organization_id AND c.cve_id = held.group_key AND c.is_further) o)
     WHERE g.organization_id = held.organization_id AND g.view = held.view AND g.group_key = held.group_key;
  END LOOP;

  WITH changed AS (
    SELECT organization_id, view, party_domain, category, severity, sum(sign) AS open,
           coalesce(sum(sign) FILTER (WHERE is_known_exploited), 0) AS known_exploited, coalesce(sum(sign) FILTER (WHERE is_ransomware_used), 0) AS ransomware
      FROM pg_temp.observation_delta WHERE is_open
     GROUP BY 1, 2, 3, 4, 5
  ), tallied AS (
    INSERT INTO party_tally AS t (organization_id, view, party_domain, category, severity, open_count, known_exploited_count, ransomware_count)
    SELECT organization_id, view, party_domain, category, severity, open, known_exploited, ransomware
      FROM changed WHERE open <> 0 OR known_exploited <> 0 OR ransomware <> 0 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, view, party_domain, category, severity)
    DO UPDATE SET open_count = t.open_count + excluded.open_count, known_exploited_count = t.known_exploited_count + excluded.known_exploited_count,
                  ransomware_count = t.ransomware_count + excluded.ransomware_count
    RETURNING organization_id, view, party_domain
  ), touched AS (
    SELECT organization_id, view, party_domain, true AS is_stale, 0 AS opened, 0 AS resolved FROM tallied
    UNION ALL
    SELECT organization_id, view, party_domain, false, opened, resolved FROM pg_temp.observation_delta WHERE opened + resolved > 0
  )
  INSERT INTO party_score AS s (organization_id, view, party_domain, is_stale, opened_count, resolved_count)
  SELECT organization_id, view, party_domain, bool_or(is_stale), sum(opened), sum(resolved) FROM touched GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, view, party_domain)
  DO UPDATE SET is_stale = s.is_stale OR excluded.is_stale, opened_count = s.opened_count + excluded.opened_count, resolved_count = s.resolved_count + excluded.resolved_count
   WHERE NOT s.is_stale OR excluded.opened_count + excluded.resolved_count > 0;

  DELETE FROM pg_temp.observation_delta;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_rollup_settle TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_sides()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_cve (organization_id, cve_id, observation_id, is_further)
    SELECT DISTINCT organization_id, cve_id, id, cve_id <> group_key
      FROM (SELECT organization_id, id, group_key, unnest(cve_ids) AS cve_id FROM added WHERE cve_ids <> '{}') c
     ORDER BY 1, 2, 3;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM observation_cve c
     USING (SELECT organization_id, id, cve_ids FROM removed WHERE cve_ids <> '{}'
            EXCEPT SELECT organization_id, id, cve_ids FROM added WHERE cve_ids <> '{}') r
     WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    INSERT INTO observation_cve (organization_id, cve_id, observation_id, is_further)
    SELECT organization_id, cve_id, id, cve_id <> group_key
      FROM (SELECT organization_id, id, group_key, unnest(cve_ids) AS cve_id
              FROM (SELECT organization_id, id, group_key, cve_ids FROM added WHERE cve_ids <> '{}'
                    EXCEPT SELECT organization_id, id, group_key, cve_ids FROM removed WHERE cve_ids <> '{}') a) c
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM observation_cve c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    DELETE FROM observation_action c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
  END IF;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION observation_sides TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_state_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_state (organization_id, observation_id, view, is_open, is_listed, updated_at, due_at, first_seen, created_at, severity)
    SELECT a.organization_id, a.id, a.view, a.is_open, a.is_listed, a.updated_at,
           observation_due(p.days, a.severity, a.first_seen, a.is_known_exploited, a.enrichment), a.first_seen, a.created_at, a.severity
      FROM added a LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE observation_state s
       SET view = a.view, is_open = a.is_open, is_listed = a.is_listed, updated_at = greatest(s.updated_at, a.updated_at),
           due_at = coalesce(s.set_due_at, observation_due(p.days, a.severity, a.first_seen, a.is_known_exploited, a.enrichment)),
           first_seen = a.first_seen, created_at = a.created_at, severity = a.severity
      FROM (SELECT organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, created_at, is_known_exploited,
                   CASE WHEN is_known_exploited THEN enrichment END AS enrichment FROM added
            EXCEPT
            SELECT organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, created_at, is_known_exploited,
                   CASE WHEN is_known_exploited THEN enrichment END FROM removed) a
      LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id
     WHERE s.organization_id = a.organization_id AND s.observation_id = a.id;
  ELSE
    DELETE FROM observation_state s USING removed o WHERE s.organization_id = o.organization_id AND s.observation_id = o.id;
    DELETE FROM observation_reference r USING removed o WHERE r.organization_id = o.organization_id AND r.observation_id = o.id;
  END IF;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_state_follow TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_state_reschedule(p_organization uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  days integer[] := (SELECT p.days FROM remediation_policy p WHERE p.organization_id = p_organization);
  moved integer;
BEGIN
  UPDATE observation_state s
     SET due_at = d.due_at, updated_at = greatest(s.updated_at, statement_timestamp())
    FROM (SELECT o.id, observation_due(days, o.severity, o.first_seen, o.is_known_exploited, o.enrichment)::timestamptz(3) AS due_at
            FROM observation o WHERE o.organization_id = p_organization) d
   WHERE s.organization_id = p_organization AND s.observation_id = d.id AND s.set_due_at IS NULL AND s.due_at IS DISTINCT FROM d.due_at;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$function$
;
GRANT EXECUTE ON FUNCTION observation_state_reschedule TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_state_values()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  counted observation_value[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), open, closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT organization_id, view, is_open, unnest(observation_state_words(a::observation_state)) AS word FROM added a WHERE is_listed) w
             GROUP BY 1, 2, 3) c;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), open, closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word,
                   coalesce(sum(sign) FILTER (WHERE is_open), 0)::bigint AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0)::bigint AS closed
              FROM (SELECT a.organization_id, c.sign, c.view, c.is_open, unnest(c.words) AS word
                      FROM (SELECT organization_id, observation_id, view, is_open, is_listed, observation_state_words(x::observation_state) AS words FROM added x) a
                      JOIN (SELECT organization_id, observation_id, view, is_open, is_listed, observation_state_words(x::observation_state) AS words FROM removed x) r
                        ON r.organization_id = a.organization_id AND r.observation_id = a.observation_id
                     CROSS JOIN LATERAL (VALUES (1, a.view, a.is_open, a.is_listed, a.words), (-1, r.view, r.is_open, r.is_listed, r.words))
                             AS c (sign, view, is_open, is_listed, words)
                     WHERE (a.view, a.is_open, a.is_listed, a.words) IS DISTINCT FROM (r.view, r.is_open, r.is_listed, r.words) AND c.is_listed) w
             GROUP BY 1, 2, 3) c;
  ELSE
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), -open, -closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT organization_id, view, is_open, unnest(observation_state_words(r::observation_state)) AS word FROM removed r WHERE is_listed) w
             GROUP BY 1, 2, 3) c;
  END IF;
  PERFORM observation_value_add(counted);
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_state_values TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_state_words(s observation_state)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((ARRAY[('IS_FLAGGED='::text || (((s).flagged_at IS NOT NULL))::text), ('ASSIGNEE='::text || COALESCE((s).assignee, ''::text)), ('DUE_AT='::text || CASE WHEN ((s).due_at IS NULL) THEN ''::text ELSE 'set'::text END), ('DUE_DAY='::text || COALESCE((((((s).due_at AT TIME ZONE 'UTC'::text))::date - '1970-01-01'::date))::text, ''::text))] || CASE WHEN ((s).ticket_systems = '{}'::text[]) THEN ARRAY['TICKET_SYSTEM='::text] ELSE observation_list_words('TICKET_SYSTEM'::text, (s).ticket_systems) END) || CASE WHEN ((s).ticket_keys = '{}'::text[]) THEN '{}'::text[] ELSE observation_list_words('TICKET_KEY'::text, (s).ticket_keys) END)
;
GRANT EXECUTE ON FUNCTION observation_state_words TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_term(organization uuid, side smallint, is_open boolean, word text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(word, uuid_hash_extended(organization, (((2 * side) + (is_open)::integer))::bigint))
;
GRANT EXECUTE ON FUNCTION observation_term TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_terms(organization uuid, side smallint, is_open boolean, words text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE
  seed bigint := uuid_hash_extended(organization, 2 * side + is_open::int);
  terms bigint[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY words LOOP
    terms := terms || hashtextextended(word, seed);
  END LOOP;
  RETURN terms;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_terms TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_ticketed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  UPDATE observation_state s SET ticket_systems = t.systems, ticket_keys = t.keys
    FROM (SELECT DISTINCT organization_id, observation_id FROM touched_rows) m
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(DISTINCT r.system_word), '{}') AS systems, coalesce(array_agg(DISTINCT r.key_word), '{}') AS keys
       FROM observation_reference r WHERE r.organization_id = m.organization_id AND r.observation_id = m.observation_id) t
   WHERE s.organization_id = m.organization_id AND s.observation_id = m.observation_id;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_ticketed TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_value_add(changes observation_value[])
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
  SELECT organization_id, view, field, value, open_count, closed_count
    FROM unnest(changes)
   WHERE open_count <> 0 OR closed_count <> 0
   ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, view, field, value)
  DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
$function$
;
GRANT EXECUTE ON FUNCTION observation_value_add TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_values()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  counted observation_value[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), open, closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT organization_id, view, is_open, unnest(observation_words(a::observation)) AS word FROM added a WHERE is_listed) w
             GROUP BY 1, 2, 3) c;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), open, closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word,
                   coalesce(sum(sign) FILTER (WHERE is_open), 0)::bigint AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0)::bigint AS closed
              FROM (SELECT a.organization_id, c.sign, c.view, c.is_open, unnest(c.words) AS word
                      FROM (SELECT organization_id, id, view, is_open, is_listed, observation_words(x::observation) AS words FROM added x) a
                      JOIN (SELECT organization_id, id, view, is_open, is_listed, observation_words(x::observation) AS words FROM removed x) r
                        ON r.organization_id = a.organization_id AND r.id = a.id
                     CROSS JOIN LATERAL (VALUES (1, a.view, a.is_open, a.is_listed, a.words), (-1, r.view, r.is_open, r.is_listed, r.words))
                             AS c (sign, view, is_open, is_listed, words)
                     WHERE (a.view, a.is_open, a.is_listed, a.words) IS DISTINCT FROM (r.view, r.is_open, r.is_listed, r.words) AND c.is_listed) w
             GROUP BY 1, 2, 3) c;
  ELSE
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), -open, -closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT organization_id, view, is_open, unnest(observation_words(r::observation)) AS word FROM removed r WHERE is_listed) w
             GROUP BY 1, 2, 3) c;
  END IF;
  PERFORM observation_value_add(counted);
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION observation_values TO PUBLIC;

CREATE OR REPLACE FUNCTION public.observation_words(o observation)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((ARRAY[('VENDOR='::text || (o).party_domain), ('VENDOR_ID='::text || COALESCE(((o).vendor_id)::text, ''::text)), ('SUBJECT_DOMAIN='::text || (o).subject_domain), ('TITLE='::text || (o).title), ('OBSERVATION_TYPE='::text || (o).observation_type), ('CATEGORY='::text || ((o).category)::text), ('SEVERITY='::text || ((o).severity)::text), ('CONFIDENCE='::text || COALESCE(((o).confidence)::text, ''::text)), ('APPROVAL_STATUS='::text || ((o).approval_status)::text), ('ASSET_TYPE='::text || COALESCE(((o).asset_type)::text, ''::text)), ('ASSET_IP='::text || COALESCE((o).asset_ip, ''::text)), ('ASSET_PORT='::text || COALESCE(((o).asset_port)::text, ''::text)), ('ASSET_PROTOCOL='::text || COALESCE(((o).asset_protocol)::text, ''::text)), ('ASSET_DOMAIN='::text || COALESCE((o).asset_domain, ''::text)), ('ASSET_URL='::text || CASE WHEN ((o).asset_url IS NULL) THEN ''::text ELSE 'set'::text END), ('CVSS_BASE_SCORE='::text || COALESCE(((o).cvss_base_score)::text, ''::text)), ('CVSS_SEVERITY='::text || COALESCE(((o).cvss_severity)::text, ''::text)), ('EPSS_SCORE='::text || CASE WHEN ((o).epss_score IS NULL) THEN ''::text ELSE 'set'::text END), ('KNOWN_EXPLOITED='::text || ((o).is_known_exploited)::text), ('RANSOMWARE_USE='::text || ((o).is_ransomware_used)::text), ('SOURCE='::text || (o).source_name), ('RESOLVED_AT='::text || CASE WHEN ((o).resolved_at IS NULL) THEN ''::text ELSE 'set'::text END), ('CRITICAL_SINCE='::text || CASE WHEN ((o).severity = 5) THEN (((((o).first_seen AT TIME ZONE 'UTC'::text))::date - '1970-01-01'::date))::text ELSE ''::text END)] || CASE WHEN ((o).tags = '{}'::text[]) THEN ARRAY['TAG='::text] ELSE observation_list_words('TAG'::text, (o).tags) END) || CASE WHEN ((o).cwe_ids = '{}'::text[]) THEN ARRAY['CWE='::text] ELSE observation_list_words('CWE'::text, (o).cwe_ids) END) || CASE WHEN ((o).cve_ids = '{}'::text[]) THEN ARRAY['CVE='::text] ELSE observation_list_words('CVE'::text, (o).cve_ids) END) || CASE WHEN (cardinality((o).cve_ids) > 1) THEN observation_list_words('GROUP'::text, (o).cve_ids) ELSE ARRAY[('GROUP='::text || (o).group_key)] END)
;
GRANT EXECUTE ON FUNCTION observation_words TO PUBLIC;

CREATE OR REPLACE FUNCTION public.party_score_fall_add(p_shifts party_score_shift[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM party_score_window w
    WHERE w.organization_id IN (SELECT organization_id FROM unnest(p_shifts)) ORDER BY w.organization_id FOR SHARE;
  INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
  SELECT s.organization_id, s.view, s.party_domain, sum(s.change)
    FROM unnest(p_shifts) s JOIN party_score_window w ON w.organization_id = s.organization_id AND s.day >= w.first_day
   GROUP BY 1, 2, 3 HAVING sum(s.change) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
END
$function$
;
GRANT EXECUTE ON FUNCTION party_score_fall_add TO PUBLIC;

CREATE OR REPLACE FUNCTION public.party_score_fall_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  came party_score_shift[];
  went party_score_shift[];
BEGIN
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(
      SELECT (organization_id, view, party_domain, day, score_change)::party_score_shift FROM added WHERE score_change <> 0);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    went := ARRAY(
      SELECT (organization_id, view, party_domain, day, -score_change)::party_score_shift FROM removed WHERE score_change <> 0);
  END IF;
  PERFORM party_score_fall_add(came || went);
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION party_score_fall_follow TO PUBLIC;

CREATE OR REPLACE FUNCTION public.party_score_window_move(p_organization uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  moved_to date := (now() AT TIME ZONE 'UTC')::date - 29;
  first date;
BEGIN
  INSERT INTO party_score_window (organization_id, first_day) VALUES (p_organization, 'infinity') ON CONFLICT DO NOTHING;
  SELECT w.first_day INTO first FROM party_score_window w WHERE w.organization_id = p_organization FOR UPDATE;
  IF first > moved_to THEN
    DELETE FROM party_score_fall WHERE organization_id = p_organization;
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    PERFORM party_score_fall_add(ARRAY(
      SELECT (organization_id, view, party_domain, day, score_change)::party_score_shift
        FROM party_score_day WHERE organization_id = p_organization AND day >= moved_to AND score_change <> 0));
  ELSIF first < moved_to THEN
    PERFORM party_score_fall_add(ARRAY(
      SELECT (organization_id, view, party_domain, day, -score_change)::party_score_shift
        FROM party_score_day WHERE organization_id = p_organization AND day >= first AND day < moved_to AND score_change <> 0));
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    DELETE FROM party_score_fall WHERE organization_id = p_organization AND change = 0;
  END IF;
END
$function$
;
GRANT EXECUTE ON FUNCTION party_score_window_move TO PUBLIC;

CREATE OR REPLACE FUNCTION public.portfolio_of_vendors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  on_day date := coalesce(nullif(current_setting('app.score_day', true), '')::date, (now() AT TIME ZONE 'UTC')::date);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM portfolio_shift(organization_id, on_day, array_agg(score_grade), array_agg(sign))
       FROM (SELECT organization_id, score_grade, 1 AS sign FROM added UNION ALL SELECT organization_id, score_grade, -1 FROM removed) v
      WHERE score_grade IS NOT NULL GROUP BY organization_id ORDER BY organization_id;
  ELSE
    PERFORM portfolio_shift(organization_id, on_day, array_agg(score_grade), array_agg(-1))
       FROM removed WHERE score_grade IS NOT NULL GROUP BY organization_id ORDER BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION portfolio_of_vendors TO PUBLIC;

CREATE OR REPLACE FUNCTION public.portfolio_shift(p_organization uuid, p_day date, p_grades smallint[], p_signs integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  came integer[];
BEGIN
  SELECT array_agg(coalesce(c.came, 0) ORDER BY g.grade) INTO came
    FROM generate_series(1, 5) AS g (grade)
    LEFT JOIN (SELECT s.grade, sum(s.sign) AS came FROM unnest(p_grades, p_signs) AS s (grade, sign) GROUP BY s.grade) c ON c.grade = g.grade;
  IF came = ARRAY[0, 0, 0, 0, 0] THEN RETURN; END IF;
  INSERT INTO portfolio_day (organization_id, day, grade_a, grade_b, grade_c, grade_d, grade_f)
  SELECT p_organization, p_day, coalesce(l.grade_a, 0), coalesce(l.grade_b, 0), coalesce(l.grade_c, 0), coalesce(l.grade_d, 0), coalesce(l.grade_f, 0)
    FROM (VALUES (1)) one
    LEFT JOIN (SELECT * FROM portfolio_day WHERE organization_id = p_organization AND day < p_day ORDER BY day DESC LIMIT 1) l ON true
  ON CONFLICT DO NOTHING;
  UPDATE portfolio_day p
     SET grade_a = p.grade_a + came[1], grade_b = p.grade_b + came[2], grade_c = p.grade_c + came[3], grade_d = p.grade_d + came[4], grade_f = p.grade_f + came[5]
   WHERE p.organization_id = p_organization AND p.day >= p_day;
END
$function$
;
GRANT EXECUTE ON FUNCTION portfolio_shift TO PUBLIC;

CREATE OR REPLACE FUNCTION public.questionnaire_in_progress()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 3
;
GRANT EXECUTE ON FUNCTION questionnaire_in_progress TO PUBLIC;

CREATE OR REPLACE FUNCTION public.questionnaire_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || o.id::text, 0))
     FROM (SELECT DISTINCT x AS id FROM unnest(ARRAY[OLD.organization_id, OLD.recipient_id, NEW.recipient_id]) x WHERE x IS NOT NULL ORDER BY x) o;
  IF OLD.recipient_id IS NOT NULL AND OLD.recipient_id IS DISTINCT FROM NEW.recipient_id THEN
    PERFORM set_config('app.organization_id', OLD.recipient_id::text, true);
    DELETE FROM received_questionnaire WHERE organization_id = OLD.recipient_id AND id = OLD.id AND sender_id = OLD.organization_id;
  END IF;
  IF NEW.recipient_id IS NOT NULL THEN
    PERFORM set_config('app.organization_id', NEW.recipient_id::text, true);
    INSERT INTO received_questionnaire AS r (organization_id, id, sender_id, sender_name, sender_domain, received_at, template_id,
        template_name, vendor_id, vendor_domain, status, question_count, answered_count, version, due_at, sent_at, submitted_at,
        reviewed_at, created_at, updated_at, reminded_at)
    SELECT NEW.recipient_id, NEW.id, s.id, s.name, s.domain, now(), NEW.template_id, NEW.template_name, NEW.vendor_id, NEW.vendor_domain,
        NEW.status, NEW.question_count, NEW.answered_count, NEW.version, NEW.due_at, NEW.sent_at, NEW.submitted_at, NEW.reviewed_at,
        NEW.created_at, NEW.updated_at, NEW.reminded_at
      FROM organization s WHERE s.id = NEW.organization_id AND EXISTS (SELECT 1 FROM organization o WHERE o.id = NEW.recipient_id)
    ON CONFLICT (organization_id, id) DO UPDATE
       SET sender_name = excluded.sender_name, sender_domain = excluded.sender_domain, template_id = excluded.template_id, template_name =
              excluded.template_name, vendor_id = excluded.vendor_id, vendor_domain = excluded.vendor_domain, status = excluded.status,
              question_count = excluded.question_count, answered_count = excluded.answered_count, version = excluded.version, due_at =
              excluded.due_at, sent_at = excluded.sent_at, submitted_at = excluded.submitted_at, reviewed_at = excluded.reviewed_at,
              created_at = excluded.created_at, updated_at = excluded.updated_at, reminded_at = excluded.reminded_at
     WHERE r.sender_id = excluded.sender_id;
  END IF;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.questionnaire_sent()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 2
;
GRANT EXECUTE ON FUNCTION questionnaire_sent TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_catch_up(p_organization uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET work_mem TO '64MB'
AS $function$
DECLARE
  newest bigint;
  seen bigint;
  t record;
  settled bigint := 0;
BEGIN
  PERFORM pg_advisory_lock(security_event_gate(p_organization));
  PERFORM pg_advisory_unlock(security_event_gate(p_organization));
  PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
  SELECT max(revision) INTO newest FROM security_event;
  SELECT coalesce(max(revision), 0) INTO seen FROM security_event_progress WHERE organization_id = p_organization;
  IF newest IS NULL OR newest <= seen THEN RETURN 0; END IF;

  FOR t IN
    WITH fresh AS MATERIALIZED (
      SELECT event_id FROM security_event WHERE revision > seen
    ), sighted AS MATERIALIZED (
      SELECT DISTINCT c.event_id, x.observation_id
        FROM fresh f
        JOIN security_event_cve c ON c.event_id = f.event_id
        JOIN observation_cve x ON x.organization_id = p_organization AND x.cve_id = c.cve_id
    ), linked AS (
      SELECT o.view, o.party_domain, s.event_id, (o.is_open)::int AS open, (NOT o.is_open)::int AS closed
        FROM sighted s JOIN observation o ON o.organization_id = p_organization AND o.id = s.observation_id
       WHERE o.is_listed
      UNION ALL
      SELECT i.view, i.party_domain, i.event_id, 0, 0
        FROM security_event_impact i JOIN fresh f ON f.event_id = i.event_id WHERE i.organization_id = p_organization
      UNION ALL
      SELECT view_vrm(), w.domain, w.event_id, 0, 0
        FROM fresh f JOIN security_event_victim w ON w.event_id = f.event_id
        JOIN vendor d ON d.organization_id = p_organization AND d.domain_name = w.domain
      UNION ALL
      SELECT view_self(), w.domain, w.event_id, 0, 0
        FROM fresh f JOIN security_event_victim w ON w.event_id = f.event_id
        JOIN organization_domain d ON d.organization_id = p_organization AND d.domain = w.domain
      UNION ALL
      SELECT view_vrm(), l.party_domain, l.event_id, 0, 0 FROM security_event_via(p_organization, ARRAY(SELECT event_id FROM fresh), NULL) l
    ), pair AS (
      SELECT view, party_domain, event_id, sum(open)::int AS open, sum(closed)::int AS closed FROM linked GROUP BY 1, 2, 3
    )
    SELECT view, array_agg(event_id) AS events, array_agg(party_domain) AS domains, array_agg(open) AS open, array_agg(closed) AS closed
      FROM pair GROUP BY view
  LOOP
    PERFORM security_event_settle(p_organization, t.view, t.events, t.domains, t.open, t.closed);
    settled := settled + cardinality(t.events);
  END LOOP;

  INSERT INTO security_event_progress (organization_id, revision) VALUES (p_organization, newest)
  ON CONFLICT (organization_id) DO UPDATE SET revision = excluded.revision;
  RETURN settled;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_catch_up TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_domain_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(organization_id)) FROM added;
  FOR t IN
    SELECT a.organization_id, array_agg(w.event_id) AS events, array_agg(w.domain) AS domains
      FROM added a JOIN security_event_victim w ON w.domain = a.domain
     GROUP BY a.organization_id
  LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM pg_advisory_xact_lock(hashtextextended(t.organization_id::text, 0));
    PERFORM security_event_settle(t.organization_id, view_self(), t.events, t.domains);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_domain_added TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_gate(p_organization uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
SELECT hashtextextended('security-events ' || p_organization, 0)
$function$
;
GRANT EXECUTE ON FUNCTION security_event_gate TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_impact_of(is_present boolean, is_named_victim boolean, open_count bigint, via_fourth_party_domain text, closed_count bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (NOT is_present) THEN NULL::smallint WHEN is_named_victim THEN impact_confirmed() WHEN (open_count > 0) THEN impact_likely() WHEN (via_fourth_party_domain IS NOT NULL) THEN impact_possible() WHEN (closed_count > 0) THEN impact_mitigated() ELSE NULL::smallint END
;
GRANT EXECUTE ON FUNCTION security_event_impact_of TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_is_visible(p_organization uuid, p_event text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
SELECT EXISTS (SELECT 1 FROM security_event e WHERE e.event_id = p_event AND (e.visible_to IS NULL OR p_organization = ANY (e.visible_to)))
$function$
;
GRANT EXECUTE ON FUNCTION security_event_is_visible TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_refresh(p_organization uuid, p_vendor_domains text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  events text[];
  domains text[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(p_organization));
  SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
    FROM (SELECT i.event_id, i.party_domain
            FROM security_event_impact i
           WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = ANY (p_vendor_domains) AND i.via_fourth_party_domain IS NOT NULL
          UNION
          SELECT l.event_id, l.party_domain FROM security_event_via(p_organization, NULL, p_vendor_domains) l) p;
  IF events IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
    PERFORM security_event_settle(p_organization, view_vrm(), events, domains);
  END IF;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_refresh TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_settle(p_organization uuid, p_view smallint, p_events text[], p_domains text[], p_open integer[] DEFAULT NULL::integer[], p_closed integer[] DEFAULT NULL::integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  moment timestamptz := clock_timestamp();
  emptied bigint;
  moved bigint;
BEGIN
  WITH pair AS MATERIALIZED (
    SELECT * FROM unnest(p_events, p_domains, p_open, p_closed) AS p (event_id, party_domain, open_count, closed_count)
  ), party AS (
    SELECT DISTINCT party_domain AS domain FROM pair
  ), present AS (
    SELECT v.domain_name AS domain
      FROM party JOIN vendor v ON v.organization_id = p_organization AND v.domain_name = party.domain
     WHERE p_view = view_vrm() AND v.lifecycle_status <> vendor_offboarded()
    UNION ALL
    SELECT d.domain FROM party JOIN organization_domain d ON d.domain = party.domain WHERE p_view = view_self() AND d.organization_id = p_organization
  ), via AS (
    SELECT v.event_id, v.party_domain, v.fourth_party
      FROM security_event_via(p_organization, ARRAY(SELECT DISTINCT event_id FROM pair), ARRAY(SELECT domain FROM party)) v
     WHERE p_view = view_vrm()
  ), known AS (
    SELECT p.event_id, p.party_domain, i.impact AS before, i.first_seen_at, i.event_id IS NOT NULL AS is_stored,
           coalesce(p.open_count, i.open_count, 0) AS open_count, coalesce(p.closed_count, i.closed_count, 0) AS closed_count,
           h.domain IS NOT NULL AS is_present, w.domain IS NOT NULL AS is_named_victim, v.fourth_party
      FROM pair p
      LEFT JOIN security_event_impact i
        ON i.organization_id = p_organization AND i.view = p_view AND i.party_domain = p.party_domain AND i.event_id = p.event_id
      LEFT JOIN present h ON h.domain = p.party_domain
      LEFT JOIN security_event_victim w ON w.domain = p.party_domain AND w.event_id = p.event_id
      LEFT JOIN via v ON v.event_id = p.event_id AND v.party_domain = p.party_domain
  ), derived AS MATERIALIZED (
    SELECT *, security_event_impact_of(is_present, is_named_victim, open_count, fourth_party, closed_count) AS impact
      FROM known
  ), written AS (
    INSERT INTO security_event_impact AS i
      (organization_id, view, party_domain, event_id, open_count, closed_count, is_named_victim, via_fourth_party_domain, impact, first_seen_at)
    SELECT p_organization, p_view, party_domain, event_id, open_count, closed_count, is_named_victim, fourth_party, impact,
           CASE WHEN impact IS NOT NULL THEN moment END
      FROM derived WHERE is_stored OR impact IS NOT NULL OR open_count <> 0 OR closed_count <> 0
     ORDER BY party_domain, event_id
    ON CONFLICT (organization_id, view, party_domain, event_id) DO UPDATE SET
      open_count = excluded.open_count, closed_count = excluded.closed_count, is_named_victim = excluded.is_named_victim,
      via_fourth_party_domain = excluded.via_fourth_party_domain, impact = excluded.impact,
      first_seen_at = coalesce(i.first_seen_at, excluded.first_seen_at)
     WHERE (i.open_count, i.closed_count, i.is_named_victim, i.via_fourth_party_domain, i.impact)
           IS DISTINCT FROM (excluded.open_count, excluded.closed_count, excluded.is_named_victim, excluded.via_fourth_party_domain, excluded.impact)
  ), recorded AS (
    INSERT INTO security_event_impact_change (organization_id, view, party_domain, event_id, id, occurred_at, from_impact, to_impact)
    SELECT p_organization, p_view, party_domain, event_id, uuid_v7(), moment, before, impact
      FROM derived WHERE first_seen_at IS NOT NULL AND before IS DISTINCT FROM impact
  ), shift AS (
    SELECT event_id,
           count(*) FILTER (WHERE impact = impact_confirmed()) - count(*) FILTER (WHERE before = impact_confirmed()) AS confirmed,
           count(*) FILTER (WHERE impact = impact_likely()) - count(*) FILTER (WHERE before = impact_likely()) AS likely,
           count(*) FILTER (WHERE impact = impact_possible()) - count(*) FILTER (WHERE before = impact_possible()) AS possible,
           count(*) FILTER (WHERE impact = impact_mitigated()) - count(*) FILTER (WHERE before = impact_mitigated()) AS mitigated
      FROM derived WHERE before IS DISTINCT FROM impact
     GROUP BY event_id
  ), shifted AS (
    INSERT INTO security_event_feed AS f (organization_id, view, event_id, published_at, confirmed, likely, possible, mitigated)
    SELECT p_organization, p_view, s.event_id, e.published_at, s.confirmed, s.likely, s.possible, s.mitigated
      FROM shift s JOIN security_event e ON e.event_id = s.event_id
     ORDER BY s.event_id
    ON CONFLICT (organization_id, view, event_id) DO UPDATE SET
      confirmed = f.confirmed + excluded.confirmed, likely = f.likely + excluded.likely,
      possible = f.possible + excluded.possible, mitigated = f.mitigated + excluded.mitigated
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM shifted), (SELECT count(*) FROM derived WHERE impact IS NULL) INTO moved, emptied;

  IF emptied = 0 THEN RETURN; END IF;
  IF moved > 0 THEN
    DELETE FROM security_event_feed f
     WHERE f.organization_id = p_organization AND f.view = p_view AND f.event_id = ANY (p_events)
       AND f.confirmed = 0 AND f.likely = 0 AND f.possible = 0 AND f.mitigated = 0;
  END IF;
  -- A vendor that is gone for good leaves nothing behind.
  WITH gone AS (
    DELETE FROM security_event_impact i
     USING unnest(p_events, p_domains) AS p (event_id, party_domain)
     WHERE i.organization_id = p_organization AND i.view = p_view AND i.party_domain = p.party_domain AND i.event_id = p.event_id
       AND i.impact IS NULL AND i.open_count = 0 AND i.closed_count = 0
       AND (i.first_seen_at IS NULL
            OR p_view = view_vrm() AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = i.party_domain))
    RETURNING i.party_domain, i.event_id
  )
  DELETE FROM security_event_impact_change c USING gone g
   WHERE c.organization_id = p_organization AND c.view = p_view AND c.party_domain = g.party_domain AND c.event_id = g.event_id;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_settle TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_settle_vendors(p_organization uuid, p_vendors text[], p_are_new boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  events text[];
  domains text[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(p_organization));
  IF p_are_new THEN
    SELECT array_agg(w.event_id), array_agg(w.domain) INTO events, domains FROM security_event_victim w WHERE w.domain = ANY (p_vendors);
  ELSE
    SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
      FROM (SELECT w.event_id, w.domain AS party_domain FROM security_event_victim w WHERE w.domain = ANY (p_vendors)
            UNION
            SELECT i.event_id, i.party_domain
              FROM security_event_impact i
             WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = ANY (p_vendors)
            UNION
            SELECT l.event_id, l.party_domain FROM security_event_via(p_organization, NULL, p_vendors) l) p;
  END IF;
  IF events IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
    PERFORM security_event_settle(p_organization, view_vrm(), events, domains);
  END IF;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_settle_vendors TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_sighted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  came security_event_sighting[];
  went security_event_sighting[];
  t record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM security_event_cve) THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(
      SELECT (o.organization_id, o.view, o.party_domain, c.event_id, count(DISTINCT o.id) FILTER (WHERE o.is_open),
              count(DISTINCT o.id) FILTER (WHERE NOT o.is_open))::security_event_sighting
        FROM added o CROSS JOIN LATERAL unnest(o.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
       WHERE o.is_listed AND o.cve_ids <> '{}'
       GROUP BY o.organization_id, o.view, o.party_domain, c.event_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    went := ARRAY(
      SELECT (o.organization_id, o.view, o.party_domain, c.event_id, -count(DISTINCT o.id) FILTER (WHERE o.is_open),
              -count(DISTINCT o.id) FILTER (WHERE NOT o.is_open))::security_event_sighting
        FROM removed o CROSS JOIN LATERAL unnest(o.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
       WHERE o.is_listed AND o.cve_ids <> '{}'
       GROUP BY o.organization_id, o.view, o.party_domain, c.event_id);
  END IF;

  FOR t IN
    WITH change AS (
      SELECT organization_id, view, party_domain, event_id, sum(open_count)::integer AS open, sum(closed_count)::integer AS closed
        FROM unnest(came || went) GROUP BY 1, 2, 3, 4
    ), counted AS (
      INSERT INTO security_event_impact AS i (organization_id, view, party_domain, event_id, open_count, closed_count)
      SELECT organization_id, view, party_domain, event_id, open, closed FROM change WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, view, party_domain, event_id)
      DO UPDATE SET open_count = i.open_count + excluded.open_count, closed_count = i.closed_count + excluded.closed_count
      RETURNING organization_id, view, party_domain, event_id, open_count, closed_count
    )
    SELECT organization_id, view, array_agg(event_id) AS events, array_agg(party_domain) AS domains
      FROM counted i JOIN change c USING (organization_id, view, party_domain, event_id)
     WHERE (i.open_count > 0) <> (i.open_count - c.open > 0) OR (i.closed_count > 0) <> (i.closed_count - c.closed > 0)
     GROUP BY organization_id, view
  LOOP
    PERFORM security_event_settle(t.organization_id, t.view, t.events, t.domains);
  END LOOP;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_sighted TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_vendor_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM security_event_settle_vendors(organization_id, array_agg(domain_name), true) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM security_event_settle_vendors(a.organization_id, array_agg(a.domain_name), false)
       FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
      WHERE (a.lifecycle_status = vendor_offboarded()) <> (r.lifecycle_status = vendor_offboarded())
      GROUP BY a.organization_id;
  ELSE
    PERFORM security_event_settle_vendors(organization_id, array_agg(domain_name), false) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION security_event_vendor_moved TO PUBLIC;

CREATE OR REPLACE FUNCTION public.security_event_via(p_organization uuid, p_events text[], p_domains text[])
 RETURNS TABLE(event_id text, party_domain text, fourth_party text, seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
SELECT w.event_id, r.vendor_domain, min(r.fourth_party_domain), (array_agg(r.last_seen::timestamptz ORDER BY r.fourth_party_domain))[1]
  FROM security_event_victim w
  JOIN fourth_party_relationship r ON r.organization_id = p_organization AND r.fourth_party_domain = w.domain AND r.is_current
 WHERE (p_events IS NULL OR w.event_id = ANY (p_events)) AND (p_domains IS NULL OR r.vendor_domain = ANY (p_domains))
 GROUP BY w.event_id, r.vendor_domain
$function$
;
GRANT EXECUTE ON FUNCTION security_event_via TO PUBLIC;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
AS $function$
SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
         placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$function$
;
GRANT EXECUTE ON FUNCTION uuid_v7 TO PUBLIC;

CREATE OR REPLACE FUNCTION public.vendor_group_member_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE vendor_group g
     SET member_count = g.member_count + CASE TG_OP WHEN 'INSERT' THEN c.changed ELSE -c.changed END
    FROM (SELECT organization_id, group_id, count(*) AS changed FROM touched GROUP BY organization_id, group_id) c
   WHERE g.organization_id = c.organization_id AND g.id = c.group_id;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION vendor_group_member_count TO PUBLIC;

CREATE OR REPLACE FUNCTION public.vendor_is_listed(p_organization uuid, p_domain text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
SELECT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = p_domain AND v.lifecycle_status <> vendor_offboarded())
$function$
;
GRANT EXECUTE ON FUNCTION vendor_is_listed TO PUBLIC;

CREATE OR REPLACE FUNCTION public.vendor_is_monitored(p_organization uuid, p_domain text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
SELECT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = p_domain AND v.is_monitored)
$function$
;
GRANT EXECUTE ON FUNCTION vendor_is_monitored TO PUBLIC;

CREATE OR REPLACE FUNCTION public.vendor_offboarded()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 4
;
GRANT EXECUTE ON FUNCTION vendor_offboarded TO PUBLIC;

CREATE OR REPLACE FUNCTION public.vendor_tally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO vendor_tally AS t (organization_id, listed)
    SELECT organization_id, count(*) FROM added WHERE lifecycle_status <> vendor_offboarded() GROUP BY 1
    ON CONFLICT (organization_id) DO UPDATE SET listed = t.listed + excluded.listed;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE vendor_tally t SET listed = t.listed + c.change
      FROM (SELECT organization_id, sum(change) AS change
              FROM (SELECT organization_id, 1 AS change FROM added WHERE lifecycle_status <> vendor_offboarded()
                    UNION ALL SELECT organization_id, -1 FROM removed WHERE lifecycle_status <> vendor_offboarded()) d
             GROUP BY 1) c
     WHERE t.organization_id = c.organization_id AND c.change <> 0;
  ELSE
    UPDATE vendor_tally t SET listed = t.listed - c.gone
      FROM (SELECT organization_id, count(*) AS gone FROM removed WHERE lifecycle_status <> vendor_offboarded() GROUP BY 1) c
     WHERE t.organization_id = c.organization_id;
  END IF;
  RETURN NULL;
END
$function$
;
GRANT EXECUTE ON FUNCTION vendor_tally TO PUBLIC;

CREATE OR REPLACE FUNCTION public.view_self()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 2
;
GRANT EXECUTE ON FUNCTION view_self TO PUBLIC;

CREATE OR REPLACE FUNCTION public.view_vrm()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 1
;
GRANT EXECUTE ON FUNCTION view_vrm TO PUBLIC;

CREATE OR REPLACE FUNCTION public.webhook_delivery_pending()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 1
;
GRANT EXECUTE ON FUNCTION webhook_delivery_pending TO PUBLIC;

