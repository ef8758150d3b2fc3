-- The queue in which the engine keeps its own cron jobs.
SELECT pgboss.create_queue('__pgboss__send-it', '{"policy": "standard"}');

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC;
GRANT USAGE ON SCHEMA pgboss TO vendor_risk_service;
GRANT SELECT ON pgboss.version, pgboss.queue TO vendor_risk_service;
GRANT UPDATE (maintained_on, cron_on, monitored_on) ON pgboss.version TO vendor_risk_service;
GRANT SELECT, INSERT, UPDATE ON pgboss.schedule TO vendor_risk_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job TO vendor_risk_service;
GRANT SELECT, INSERT, DELETE ON pgboss.archive TO vendor_risk_service;
