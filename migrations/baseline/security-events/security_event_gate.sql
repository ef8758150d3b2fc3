CREATE FUNCTION security_event_gate(p_organization uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
SELECT hashtextextended('security-events ' || p_organization, 0)
$$;
