-- The values of the fields that people decide about, as observation_words returns those of the observation itself.
CREATE FUNCTION observation_state_words(s observation_state) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[
    'IS_FLAGGED=' || (s.flagged_at IS NOT NULL)::text,
    'ASSIGNEE=' || coalesce(s.assignee, E'\x02'),
    'DUE_AT=' || CASE WHEN s.due_at IS NULL THEN E'\x02' ELSE 'set' END,
    -- For the option values of OVERDUE.
    'DUE_DAY=' || coalesce(((s.due_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date)::text, E'\x02')
  ]
  || CASE WHEN s.ticket_systems = '{}' THEN ARRAY[E'TICKET_SYSTEM=\x02'] ELSE observation_list_words('TICKET_SYSTEM', s.ticket_systems) END
  || CASE WHEN s.ticket_keys = '{}' THEN '{}' ELSE observation_list_words('TICKET_KEY', s.ticket_keys) END;
