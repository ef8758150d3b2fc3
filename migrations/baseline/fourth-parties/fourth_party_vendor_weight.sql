-- By business impact, then risk level. 40 or more means critical impact; the last three bits are 4 for critical risk.
CREATE FUNCTION fourth_party_vendor_weight(p_business_impact smallint, p_risk_level smallint) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
SELECT (8 * coalesce(p_business_impact, 0) + coalesce(p_risk_level, 0))::smallint
$$;
