-- Under row-level security only leakproof conditions can use an index, and those on arrays are not leakproof. So filters read two views
-- that contain the condition of the policy themselves. The views belong to a role without login, whose policy shows every row; the service
-- may only read the views.
GRANT vendor_risk_search TO CURRENT_USER;
GRANT USAGE, CREATE ON SCHEMA public TO vendor_risk_search;

-- IS TRUE keeps the condition away from indexes. Otherwise PostgreSQL would intersect the few rows of a term with an index scan over all
-- rows of the organization.
CREATE VIEW observation_search AS
SELECT *, observation_terms(organization_id, view, vendor_id, party_domain, subject_domain, observation_type, title, category, severity, confidence, approval_status,
                            asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity, epss_score,
                            is_known_exploited, is_ransomware_used, source_name) AS terms
  FROM observation WHERE (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)) IS TRUE;
ALTER VIEW observation_search OWNER TO vendor_risk_search;
GRANT SELECT ON observation_search TO vendor_risk_service;

CREATE VIEW observation_value_search AS
SELECT organization_id, view, field, value, open_count, closed_count,
       observation_value_parts(organization_id, view, field, value) || observation_value_key(organization_id, view, field, value) AS grams, first_day, last_day
  FROM observation_value WHERE organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid);
ALTER VIEW observation_value_search OWNER TO vendor_risk_search;
GRANT SELECT ON observation_value_search TO vendor_risk_service;

REVOKE CREATE ON SCHEMA public FROM vendor_risk_search;
-- The role that runs migrations must not see every row through membership.
REVOKE vendor_risk_search FROM CURRENT_USER;
