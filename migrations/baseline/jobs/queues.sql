-- The service creates no queue, because a queue is a table. All times are in seconds. A job that runs longer than expireInSeconds, or whose
-- process has died, is given to another process. The delay before a retry doubles each time. Policy short: at most one job per key waits.
SELECT pgboss.create_queue(name, json_build_object('policy', 'short', 'retryBackoff', true, 'expireInSeconds', expires, 'retryLimit', retries, 'retryDelay', delay))
  FROM (VALUES ('webhook-events', 60, 20, 2),
               ('webhook-deliveries', 30, 20, 2),
               ('webhook-sweep', 300, 2, 5),
               ('monitoring', 240, 3, 5),
               ('questionnaire-findings', 300, 10, 5),
               ('questionnaire-upkeep', 900, 2, 60),
               -- These two may work through all organizations for long.
               ('retention', 3600, 2, 60),
               ('scores', 3600, 2, 60),
               ('key-rotation', 300, 2, 60),
               ('expiring-credentials', 300, 2, 60),
               ('token-clean-up', 300, 2, 60)) AS queue (name, expires, retries, delay);
