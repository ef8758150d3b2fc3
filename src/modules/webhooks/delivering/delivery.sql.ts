import { STATUS } from '../webhook-delivery.dto';

/** Longer than a batch may take. */
export const LEASE_SECONDS = 30;
const MAX_BATCH = 50;
const MAX_BATCH_BYTES = 1024 * 1024;

/** One process at a time sends to a webhook. $1 organization, $2 webhook. */
export const TAKE_LEASE = `
  WITH taken AS (
    UPDATE webhook SET busy_until = now() + interval '${LEASE_SECONDS} seconds'
     WHERE organization_id = $1 AND id = $2 AND is_enabled AND (busy_until IS NULL OR busy_until < now())
    RETURNING id, name, url, secret, previous_secret, previous_secret_until, failing_since
  )
  SELECT w.id, t.id IS NOT NULL AS "isOurs", w.name, w.url, w.secret, w.previous_secret AS "previousSecret",
         coalesce(w.previous_secret_until > now(), false) AS "isPreviousValid"
    FROM webhook w LEFT JOIN taken t ON t.id = w.id
   WHERE w.organization_id = $1 AND w.id = $2 AND w.is_enabled`;

/** Due deliveries, oldest first, limited to what is held in memory at once. */
export const NEXT_DUE = `
  SELECT id, body, tries FROM (
    SELECT d.id, d.body, d.tries, d.next_attempt_at, row_number() OVER w AS number, sum(octet_length(d.body)) OVER w AS bytes
      FROM (SELECT id, body, tries, next_attempt_at FROM webhook_delivery
             WHERE organization_id = $1 AND webhook_id = $2 AND status = ${STATUS.PENDING} AND next_attempt_at <= now()
             ORDER BY next_attempt_at, id LIMIT ${MAX_BATCH}) d
    WINDOW w AS (ORDER BY d.next_attempt_at, d.id)) due
   WHERE number = 1 OR bytes <= ${MAX_BATCH_BYTES}
   ORDER BY next_attempt_at, id`;

/** $3: attempts as JSON, with the resulting state of the delivery. */
export const RECORD_ATTEMPTS = `
  UPDATE webhook_delivery d
     SET status = r.status, tries = d.tries + 1, attempts = d.attempts || r.attempt, next_attempt_at = now() + r.delay * interval '1 millisecond'
    FROM json_to_recordset($3) AS r (id uuid, status smallint, delay bigint, attempt jsonb)
   WHERE d.organization_id = $1 AND d.webhook_id = $2 AND d.id = r.id AND d.status = ${STATUS.PENDING}`;

/** $3 whether the last attempt succeeded, $4 whether any did. Keeps the lease. */
export const RECORD_HEALTH = `
  UPDATE webhook
     SET failing_since = CASE WHEN $3 THEN NULL WHEN $4 THEN now() ELSE coalesce(failing_since, now()) END,
         last_delivery_at = CASE WHEN $4 THEN now() ELSE last_delivery_at END,
         busy_until = now() + interval '${LEASE_SECONDS} seconds'
   WHERE organization_id = $1 AND id = $2
  RETURNING 1`;

export const HAS_FAILED_TOO_LONG = `
  SELECT 1 FROM webhook WHERE organization_id = $1 AND id = $2 AND is_enabled AND failing_since < now() - interval '3 days'`;
export const DISABLE = `UPDATE webhook SET is_enabled = false, disabled_reason = $3 WHERE organization_id = $1 AND id = $2`;

/** Ends the lease, and returns the seconds until the next delivery is due. */
export const RELEASE = `UPDATE webhook SET busy_until = NULL WHERE organization_id = $1 AND id = $2`;
export const NEXT_DELAY = `
  SELECT greatest(0, extract(epoch FROM min(next_attempt_at) - now()))::float8 AS seconds FROM webhook_delivery
   WHERE organization_id = $1 AND webhook_id = $2 AND status = ${STATUS.PENDING}`;

/** Jobs for waiting deliveries and events of an organization that have none. */
export const SWEEP = `
  SELECT job_send('webhook-events', $1::uuid::text, now()) FROM (SELECT 1 FROM change_event WHERE organization_id = $1 LIMIT 1) e
  UNION ALL
  SELECT job_send('webhook-deliveries', $1::uuid || '/' || w.id, now()) FROM webhook w
   WHERE w.organization_id = $1 AND w.is_enabled AND EXISTS (
     SELECT 1 FROM webhook_delivery d
      WHERE d.organization_id = $1 AND d.webhook_id = w.id AND d.status = ${STATUS.PENDING} AND d.next_attempt_at < now() - interval '1 minute')`;
