-- The event of a change in the feed: a resource was added to it, changed or removed. NULL for what is only in the feed.
CREATE FUNCTION event_type_of(p_kind smallint, p_action text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_kind IN (kind_observation(), kind_own_observation())
    THEN CASE p_action WHEN 'added' THEN 'observation.created' WHEN 'changed' THEN 'observation.changed' ELSE 'observation.removed' END
  WHEN p_kind = kind_vendor() THEN CASE p_action WHEN 'added' THEN 'vendor.created' WHEN 'changed' THEN 'vendor.changed' ELSE 'vendor.deleted' END
  WHEN p_kind = kind_security_event() THEN CASE p_action WHEN 'added' THEN 'security_event.published' END
  WHEN p_kind = kind_impact() THEN 'security_event.impact_changed'
  WHEN p_kind = kind_fourth_party() THEN CASE p_action WHEN 'added' THEN 'fourth_party.detected' WHEN 'removed' THEN 'fourth_party.gone' END
END;
REVOKE ALL ON FUNCTION event_type_of(smallint, text) FROM PUBLIC;
