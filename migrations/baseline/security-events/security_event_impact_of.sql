-- The impact of an event on a party: the first of these that holds.
CREATE FUNCTION security_event_impact_of(is_present boolean, is_named_victim boolean, open_count bigint, via_fourth_party_domain text, closed_count bigint)
RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN NOT is_present THEN NULL
  WHEN is_named_victim THEN impact_confirmed()
  WHEN open_count > 0 THEN impact_likely()
  WHEN via_fourth_party_domain IS NOT NULL THEN impact_possible()
  WHEN closed_count > 0 THEN impact_mitigated()
END;
