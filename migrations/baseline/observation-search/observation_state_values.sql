-- Counts the words of the states that a statement writes, as observation_values does for observations.
CREATE FUNCTION observation_state_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted observation_value[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), open, closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT organization_id, view, is_open, unnest(observation_state_words(a::observation_state)) AS word FROM added a WHERE is_listed) w
             GROUP BY 1, 2, 3) c;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), open, closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word,
                   coalesce(sum(sign) FILTER (WHERE is_open), 0)::bigint AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0)::bigint AS closed
              FROM (SELECT a.organization_id, c.sign, c.view, c.is_open, unnest(c.words) AS word
                      FROM (SELECT organization_id, observation_id, view, is_open, is_listed, observation_state_words(x::observation_state) AS words FROM added x) a
                      JOIN (SELECT organization_id, observation_id, view, is_open, is_listed, observation_state_words(x::observation_state) AS words FROM removed x) r
                        ON r.organization_id = a.organization_id AND r.observation_id = a.observation_id
                     CROSS JOIN LATERAL (VALUES (1, a.view, a.is_open, a.is_listed, a.words), (-1, r.view, r.is_open, r.is_listed, r.words))
                             AS c (sign, view, is_open, is_listed, words)
                     WHERE (a.view, a.is_open, a.is_listed, a.words) IS DISTINCT FROM (r.view, r.is_open, r.is_listed, r.words) AND c.is_listed) w
             GROUP BY 1, 2, 3) c;
  ELSE
    SELECT array_agg(ROW(organization_id, view, split_part(word, '=', 1), substr(word, strpos(word, '=') + 1), -open, -closed)::observation_value) INTO counted
      FROM (SELECT organization_id, view, word, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT organization_id, view, is_open, unnest(observation_state_words(r::observation_state)) AS word FROM removed r WHERE is_listed) w
             GROUP BY 1, 2, 3) c;
  END IF;
  PERFORM observation_value_add(counted);
  RETURN NULL;
END $$;

CREATE TRIGGER observation_state_values_insert AFTER INSERT ON observation_state
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
CREATE TRIGGER observation_state_values_update AFTER UPDATE ON observation_state
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
CREATE TRIGGER observation_state_values_delete AFTER DELETE ON observation_state
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
