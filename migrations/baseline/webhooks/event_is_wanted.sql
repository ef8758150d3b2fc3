-- Nothing is written for an organization without an enabled webhook.
CREATE FUNCTION event_is_wanted(p_organization uuid) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
SELECT EXISTS (SELECT 1 FROM webhook w WHERE w.organization_id = p_organization AND w.is_enabled)
$$;
REVOKE ALL ON FUNCTION event_is_wanted(uuid) FROM PUBLIC;
