-- Until the end of the transaction, observation_rollup only notes changes: whoever calls this also calls observation_rollup_settle.
CREATE FUNCTION observation_rollup_defer() RETURNS void LANGUAGE sql AS $$
  SELECT set_config('app.rollups', 'deferred', true)
$$;
