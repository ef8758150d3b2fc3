-- One update per statement and group: the count is exact under any concurrency.
CREATE FUNCTION vendor_group_member_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vendor_group g
     SET member_count = g.member_count + CASE TG_OP WHEN 'INSERT' THEN c.changed ELSE -c.changed END
    FROM (SELECT organization_id, group_id, count(*) AS changed FROM touched GROUP BY organization_id, group_id) c
   WHERE g.organization_id = c.organization_id AND g.id = c.group_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER vendor_group_member_added AFTER INSERT ON vendor_group_member
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION vendor_group_member_count();
CREATE TRIGGER vendor_group_member_removed AFTER DELETE ON vendor_group_member
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION vendor_group_member_count();
