-- A page of the feed from a given place: entries of the given kinds, ascending, set by set, in one snapshot. A page that is not full ends
-- with a row of kind 0: the set after which to continue. A page may end early, after many sets without such entries.
CREATE FUNCTION change_page(p_organization uuid, p_position bigint, p_kind smallint, p_id uuid, p_kinds smallint[], p_limit integer, p_sets integer) RETURNS TABLE("position" bigint, set_id bigint, committed_at timestamptz, kind smallint, resource_id uuid, resource_key text, is_removed boolean) LANGUAGE plpgsql STABLE AS $$
DECLARE
  s record;
  wanted integer := p_limit;
  got integer;
  visited integer := 0;
  last_position bigint;
  last_set bigint;
BEGIN
  FOR s IN SELECT x.position, x.id, x.committed_at FROM change_set x
            WHERE x.organization_id = p_organization AND x.position >= p_position AND NOT x.is_empty ORDER BY x.position LIMIT p_sets LOOP
    visited := visited + 1;
    last_position := s.position;
    last_set := s.id;
    RETURN QUERY
      SELECT s.position, s.id, s.committed_at::timestamptz, c.kind, c.resource_id, c.resource_key, c.is_removed
        FROM unnest(p_kinds) AS k (kind)
       CROSS JOIN LATERAL (
         SELECT x.kind, x.resource_id, x.resource_key, x.is_removed FROM change x
          WHERE x.organization_id = p_organization AND x.set_id = s.id AND x.kind = k.kind
            AND x.resource_id > CASE WHEN s.position = p_position AND k.kind = p_kind THEN p_id ELSE '00000000-0000-0000-0000-000000000000' END
          ORDER BY x.resource_id LIMIT wanted) c
       WHERE s.position > p_position OR k.kind >= p_kind
       ORDER BY c.kind, c.resource_id LIMIT wanted;
    GET DIAGNOSTICS got = ROW_COUNT;
    wanted := wanted - got;
    EXIT WHEN wanted <= 0;
  END LOOP;
  -- Where it ended, when the page is not full: after the last set of all, or after the last one that was looked at.
  IF wanted > 0 THEN
    IF visited = p_sets THEN
      RETURN QUERY SELECT last_position, last_set, NULL::timestamptz, 0::smallint, NULL::uuid, NULL::text, true;
    ELSE
      RETURN QUERY SELECT h.position, x.id, NULL::timestamptz, 0::smallint, NULL::uuid, NULL::text, false
        FROM change_head h LEFT JOIN change_set x ON x.organization_id = p_organization AND x.position = h.position WHERE h.organization_id = p_organization;
    END IF;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION change_page(uuid, bigint, smallint, uuid, smallint[], integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_page(uuid, bigint, smallint, uuid, smallint[], integer, integer) TO vendor_risk_service;
