-- Lets one writer at a time change an organization's fourth parties: a recount must see what the previous writer wrote.
CREATE FUNCTION fourth_party_lock(p_organization uuid) RETURNS void LANGUAGE sql AS $$
SELECT pg_advisory_xact_lock(hashtextextended('fourth-parties ' || p_organization, 0))
$$;
