-- Queues a run for every vendor that is due, and returns the organizations with queued runs. Each vendor has its own time in the
-- interval, so scans spread over the day; a vendor without a run is due at once. A failed run is retried an hour later, then at growing
-- intervals until the vendor's next time. It goes through organizations one by one, because row-level security shows one at a time.
CREATE FUNCTION monitoring_plan(interval_seconds integer) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  organization uuid;
  outside text := current_setting('app.organization_id', true);
BEGIN
  FOR organization IN
    SELECT o.id FROM organization o
     WHERE o.vrm_enabled AND (o.vrm_until IS NULL OR o.vrm_until > now()) AND o.suspended_at IS NULL AND o.monitoring_paused_at IS NULL
     ORDER BY o.id
  LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    INSERT INTO monitoring_run (organization_id, id, vendor_id, vendor_domain)
    SELECT organization, uuid_v7(), v.id, v.domain_name
      FROM vendor v
     CROSS JOIN LATERAL (
       SELECT now() - make_interval(secs => mod(
         extract(epoch FROM now())::bigint + mod(hashtextextended(v.id::text, 0), interval_seconds) + interval_seconds, interval_seconds)) AS since) place
     WHERE v.organization_id = organization AND v.is_monitored
       AND NOT EXISTS (SELECT 1 FROM monitoring_opt_out x WHERE v.domain_name = x.domain OR v.domain_name LIKE '%.' || x.domain)
       AND NOT EXISTS (
         SELECT 1 FROM monitoring_run r WHERE r.organization_id = organization AND r.vendor_id = v.id AND r.finished_at IS NULL)
       AND (
         NOT EXISTS (
           SELECT 1 FROM monitoring_run r
            WHERE r.organization_id = organization AND r.vendor_id = v.id AND r.queued_at >= place.since
              AND NOT (r.status = monitoring_failed() AND r.finished_at < now() - greatest(interval '1 hour', 3 * (r.queued_at - place.since))))
         OR EXISTS (
           SELECT 1 FROM monitoring_fault f
            WHERE f.organization_id = organization AND f.vendor_id = v.id AND NOT f.is_confirmed AND f.since <= now() - interval '1 hour'
              AND NOT EXISTS (
                SELECT 1 FROM monitoring_run r
                 WHERE r.organization_id = organization AND r.vendor_id = v.id AND r.queued_at >= f.since + interval '1 hour')))
    ON CONFLICT DO NOTHING;
    IF EXISTS (
      SELECT 1 FROM monitoring_run r
       WHERE r.organization_id = organization AND r.finished_at IS NULL AND (r.held_until IS NULL OR r.held_until < now())
    ) THEN
      RETURN NEXT organization;
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(outside, ''), true);
END
$$;
GRANT EXECUTE ON FUNCTION monitoring_plan(integer) TO vendor_risk_service;
