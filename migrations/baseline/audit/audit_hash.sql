-- What an event is chained by: the hash of the event before it, and all of its fields.
CREATE FUNCTION audit_hash(e audit_event) RETURNS bytea LANGUAGE sql STABLE AS $$
SELECT sha256(e.previous_hash || convert_to(array_to_json(ARRAY[
  e.organization_id::text, e.sequence::text, e.id::text, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  e.actor_type, e.actor_id, e.actor_name, e.credential_id, e.source_address, e.surface, e.operation, e.request_id,
  e.outcome, e.reason, e.occurrences::text, e.targets, e.target_count::text, e.changes
])::text, 'UTF8'))
$$;
