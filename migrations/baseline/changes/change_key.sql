-- Resources without a UUID are identified by a hash of their key.
CREATE FUNCTION change_key(p_key text) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
SELECT encode(substring(sha256(convert_to(p_key, 'UTF8')) FOR 16), 'hex')::uuid
$$;
REVOKE ALL ON FUNCTION change_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_key(text) TO vendor_risk_service;
