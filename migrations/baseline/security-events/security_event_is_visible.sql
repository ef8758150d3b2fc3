-- An event may be for an audience only.
CREATE FUNCTION security_event_is_visible(p_organization uuid, p_event text) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT EXISTS (SELECT 1 FROM security_event e WHERE e.event_id = p_event AND (e.visible_to IS NULL OR p_organization = ANY (e.visible_to)))
$$;
