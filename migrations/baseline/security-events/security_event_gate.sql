-- A vendor added during an import of events must not be missed by both sides. A change of the directory takes this lock in shared mode
-- before it reads the events and holds it until commit. The import commits its events, waits until all such transactions have ended, and
-- only then reads the directory.
CREATE FUNCTION security_event_gate(p_organization uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
SELECT hashtextextended('security-events ' || p_organization, 0)
$$;
