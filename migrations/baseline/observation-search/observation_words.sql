-- The values of an observation's fields, as FIELD=value. Every field by which filters find observations has one line here: its words are counted in
-- observation_value and are terms of the index. A field that is not set has the value E'\x02', which is found like any other.
-- An expression without sub-selects, so that PostgreSQL inlines it.
CREATE FUNCTION observation_words(o observation) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[
    'VENDOR=' || o.party_domain,
    'VENDOR_ID=' || coalesce(o.vendor_id::text, E'\x02'),
    'SUBJECT_DOMAIN=' || o.subject_domain,
    'TITLE=' || o.title,
    'OBSERVATION_TYPE=' || o.observation_type,
    'CATEGORY=' || o.category::text,
    'SEVERITY=' || o.severity::text,
    'CONFIDENCE=' || coalesce(o.confidence::text, E'\x02'),
    'APPROVAL_STATUS=' || o.approval_status::text,
    'ASSET_TYPE=' || coalesce(o.asset_type::text, E'\x02'),
    'ASSET_IP=' || coalesce(o.asset_ip, E'\x02'),
    'ASSET_PORT=' || coalesce(o.asset_port::text, E'\x02'),
    'ASSET_PROTOCOL=' || coalesce(o.asset_protocol::text, E'\x02'),
    'ASSET_DOMAIN=' || coalesce(o.asset_domain, E'\x02'),
    'ASSET_URL=' || CASE WHEN o.asset_url IS NULL THEN E'\x02' ELSE 'set' END,
    'CVSS_BASE_SCORE=' || coalesce(o.cvss_base_score::text, E'\x02'),
    'CVSS_SEVERITY=' || coalesce(o.cvss_severity::text, E'\x02'),
    'EPSS_SCORE=' || CASE WHEN o.epss_score IS NULL THEN E'\x02' ELSE 'set' END,
    'KNOWN_EXPLOITED=' || o.is_known_exploited::text,
    'RANSOMWARE_USE=' || o.is_ransomware_used::text,
    'SOURCE=' || o.source_name,
    'RESOLVED_AT=' || CASE WHEN o.resolved_at IS NULL THEN E'\x02' ELSE 'set' END,
    -- For the portfolio: the day on which a critical observation was first seen.
    'CRITICAL_SINCE=' || CASE WHEN o.severity = 5 THEN ((o.first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date)::text ELSE E'\x02' END
  ]
  || CASE WHEN o.tags = '{}' THEN ARRAY[E'TAG=\x02'] ELSE observation_list_words('TAG', o.tags) END
  || CASE WHEN o.cwe_ids = '{}' THEN ARRAY[E'CWE=\x02'] ELSE observation_list_words('CWE', o.cwe_ids) END
  || CASE WHEN o.cve_ids = '{}' THEN ARRAY[E'CVE=\x02'] ELSE observation_list_words('CVE', o.cve_ids) END
  || CASE WHEN cardinality(o.cve_ids) > 1 THEN observation_list_words('GROUP', o.cve_ids) ELSE ARRAY['GROUP=' || o.group_key] END;
