-- Lists are index scans in the order of a sort. What the index contains beside the keys is for rules: PostgreSQL checks them in the index.
CREATE INDEX observation_first_seen_idx ON observation (organization_id, view, is_open, first_seen, id, severity, last_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_last_seen_idx ON observation (organization_id, view, is_open, last_seen, id, severity, first_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_severity_idx ON observation (organization_id, view, is_open, severity, first_seen, id, last_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_cvss_idx ON observation (organization_id, view, is_open, cvss_rank, first_seen, id, severity, last_seen, created_at, updated_at) WHERE is_listed;
CREATE INDEX observation_state_updated_idx ON observation_state (organization_id, view, is_open, updated_at, observation_id, severity, first_seen, created_at) WHERE is_listed;

-- Ranges.
CREATE INDEX observation_created_idx ON observation (organization_id, view, is_open, created_at) WHERE is_listed;
CREATE INDEX observation_resolved_idx ON observation (organization_id, view, is_open, resolved_at) WHERE is_listed AND resolved_at IS NOT NULL;
CREATE INDEX observation_epss_idx ON observation (organization_id, view, is_open, epss_score) WHERE is_listed AND epss_score IS NOT NULL;
CREATE INDEX observation_state_flagged_idx ON observation_state (organization_id, view, is_open, flagged_at) WHERE is_listed AND flagged_at IS NOT NULL;
CREATE INDEX observation_state_due_idx ON observation_state (organization_id, view, is_open, due_at) WHERE is_listed AND due_at IS NOT NULL;

-- Groups, parties and tickets.
CREATE INDEX observation_group_idx ON observation (organization_id, view, group_key);
CREATE INDEX observation_category_idx ON observation (organization_id, view, category, group_key, severity) WHERE is_open AND is_listed;
CREATE INDEX observation_party_idx ON observation (organization_id, view, party_domain, first_seen, id, severity);
CREATE INDEX observation_reference_system_idx ON observation_reference (organization_id, system_word);

-- Terms. Statistics on them would cost more than they tell.
CREATE INDEX observation_terms_idx ON observation
  USING gin ((observation_terms(organization_id, view, is_open, observation_words(observation.*) || observation_pieces(asset_url)))) WITH (gin_pending_list_limit = 512) WHERE is_listed;
ALTER INDEX observation_terms_idx ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX observation_state_terms_idx ON observation_state
  USING gin ((observation_terms(organization_id, view, is_open, observation_state_words(observation_state.*)))) WITH (gin_pending_list_limit = 512) WHERE is_listed;
ALTER INDEX observation_state_terms_idx ALTER COLUMN 1 SET STATISTICS 0;
