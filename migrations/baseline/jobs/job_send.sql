-- At most one job per key waits. If one does, it is moved forward to p_at, and locked until this transaction ends: a worker skips it until
-- then, so it cannot start before the rows it is about are visible.
CREATE FUNCTION job_send(p_queue text, p_key text, p_at timestamptz) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pgboss.queue q WHERE q.name = p_queue) THEN RAISE EXCEPTION 'There is no job queue %.', p_queue; END IF;
  LOOP
    INSERT INTO pgboss.job (name, singleton_key, start_after, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy)
    SELECT q.name, p_key, p_at, p_at + interval '14 days', coalesce(q.expire_seconds, 900) * interval '1 second',
           coalesce(q.retry_limit, 2), coalesce(q.retry_delay, 0), coalesce(q.retry_backoff, false), q.policy
      FROM pgboss.queue q WHERE q.name = p_queue
    ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN; END IF;
    UPDATE pgboss.job SET start_after = least(start_after, p_at)
     WHERE name = p_queue AND coalesce(singleton_key, '') = p_key AND state = 'created' AND policy = 'short';
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;
