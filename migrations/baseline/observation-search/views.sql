-- Under row-level security only leakproof conditions can use an index, and those on arrays and numbers are not leakproof. So filters read two views that
-- contain the condition of the policy themselves. The views belong to a role without login, whose policy shows every row; the service may only read
-- the views.
CREATE POLICY search ON observation_state FOR SELECT TO vendor_risk_search USING (true);
GRANT SELECT ON observation_state TO vendor_risk_search;
GRANT vendor_risk_search TO CURRENT_USER;
GRANT USAGE, CREATE ON SCHEMA public TO vendor_risk_search;

-- IS TRUE keeps the condition away from indexes. Otherwise PostgreSQL would intersect the few rows of a term with an index scan over all
-- rows of the organization.
CREATE VIEW observation_search AS
SELECT o.*, observation_terms(o.organization_id, o.view, o.is_open, observation_words(o) || observation_pieces(o.asset_url)) AS terms
  FROM observation o WHERE (o.organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)) IS TRUE;
ALTER VIEW observation_search OWNER TO vendor_risk_search;
GRANT SELECT ON observation_search TO vendor_risk_service;

CREATE VIEW observation_state_search AS
SELECT s.*, observation_terms(s.organization_id, s.view, s.is_open, observation_state_words(s)) AS terms
  FROM observation_state s WHERE (s.organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)) IS TRUE;
ALTER VIEW observation_state_search OWNER TO vendor_risk_search;
GRANT SELECT ON observation_state_search TO vendor_risk_service;

REVOKE CREATE ON SCHEMA public FROM vendor_risk_search;
-- The role that runs migrations must not see every row through membership.
REVOKE vendor_risk_search FROM CURRENT_USER;
