import { VRM_VIEW } from '#shared/view';
import { MONITOR_SOURCE } from './finding-draft';
import { RUN } from './monitoring.enums';

/** Longer than a scan and its writes take: a process that holds a run longer has died. */
const LEASE_SECONDS = 180;

/** Queues due runs of all organizations and returns the organizations with runs to do. $1 seconds between two scans. */
export const PLAN = `SELECT organization AS "organizationId" FROM monitoring_plan($1) AS organization`;

/** $1 organization, $2 vendors, $3 ids for new runs. Vendors without a queued or running run get one. */
export const QUEUE = `
  INSERT INTO monitoring_run (organization_id, id, vendor_id, vendor_domain)
  SELECT $1, x.run_id, v.id, v.domain_name
    FROM unnest($2::uuid[], $3::uuid[]) AS x (vendor_id, run_id)
    JOIN vendor v ON v.organization_id = $1 AND v.id = x.vendor_id
  ON CONFLICT DO NOTHING`;

/** Organizations that are entitled to monitoring and have not paused it. */
const MAY_SCAN = `EXISTS (
  SELECT 1 FROM organization o
   WHERE o.id = $1 AND o.vrm_enabled AND (o.vrm_until IS NULL OR o.vrm_until > now()) AND o.suspended_at IS NULL
     AND o.monitoring_paused_at IS NULL)`;

export const IS_PAUSED = `SELECT 1 FROM organization WHERE id = $1 AND monitoring_paused_at IS NOT NULL`;

/** Deletes queued runs of vendors that are no longer monitored. $1 organization. */
export const CANCEL = `
  DELETE FROM monitoring_run r USING vendor v
   WHERE r.organization_id = $1 AND r.finished_at IS NULL AND (r.held_until IS NULL OR r.held_until < now())
     AND v.organization_id = $1 AND v.id = r.vendor_id AND NOT v.is_monitored`;

/** Takes the runs that have waited longest. $1 organization, $2 holder, $3 how many. */
export const TAKE = `
  UPDATE monitoring_run r
     SET status = ${RUN.RUNNING}, started_at = now(), held_until = now() + interval '${LEASE_SECONDS} seconds', held_by = $2
    FROM (SELECT id FROM monitoring_run
           WHERE organization_id = $1 AND finished_at IS NULL AND (held_until IS NULL OR held_until < now()) AND ${MAY_SCAN}
           ORDER BY queued_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) due
   WHERE r.organization_id = $1 AND r.id = due.id
  RETURNING r.id, r.vendor_id AS "vendorId", r.vendor_domain AS "vendorDomain",
            extract(epoch FROM now() - r.queued_at)::float8 AS "waitedSeconds"`;

/**
 * The runs that this process still holds and that are still wanted, locked. If monitoring of the vendor or organization stopped meanwhile,
 * the run is left to its lease. $1 organization, $2 holder, $3 ids.
 */
export const STILL_HELD = `
  SELECT r.id FROM monitoring_run r
    JOIN vendor v ON v.organization_id = $1 AND v.id = r.vendor_id AND v.is_monitored
   WHERE r.organization_id = $1 AND r.id = ANY($3::uuid[]) AND r.held_by = $2 AND r.finished_at IS NULL AND ${MAY_SCAN}
   ORDER BY r.id FOR UPDATE OF r`;

/** Returns unfinished runs to the queue. $1 organization, $2 holder. */
export const GIVE_BACK = `
  UPDATE monitoring_run SET status = ${RUN.QUEUED}, started_at = NULL, held_until = NULL, held_by = NULL
   WHERE organization_id = $1 AND held_by = $2 AND finished_at IS NULL`;

/** $1 organization, $2 now, $3 the runs as JSON. */
export const FINISH = `
  UPDATE monitoring_run r
     SET status = x.status, finished_at = $2, held_until = NULL, held_by = NULL, hosts = x.hosts, checks = x.checks,
         created = x.created, resolved = x.resolved, reobserved = x.reobserved,
         problems = ARRAY(SELECT jsonb_array_elements_text(x.problems))
    FROM jsonb_to_recordset($3::jsonb) AS x (id uuid, status smallint, hosts integer, checks integer, created integer, resolved integer,
                                             reobserved integer, problems jsonb)
   WHERE r.organization_id = $1 AND r.id = x.id`;

export const HAS_WORK = `
  SELECT 1 FROM monitoring_run
   WHERE organization_id = $1 AND finished_at IS NULL AND (held_until IS NULL OR held_until < now()) AND ${MAY_SCAN} LIMIT 1`;

/** Hosts that each vendor's open findings name, those of the monitoring first. $1 organization, $2 vendor domains, $3 how many of each. */
export const HOSTS = `
  SELECT v.domain AS "vendorDomain", h.host
    FROM unnest($2::text[]) AS v (domain)
    CROSS JOIN LATERAL (
      SELECT subject_domain AS host
        FROM observation
       WHERE organization_id = $1 AND view = ${VRM_VIEW.number} AND is_open AND party_domain = v.domain
         AND subject_domain LIKE '%.' || v.domain
       GROUP BY subject_domain
       ORDER BY bool_or(source_name = '${MONITOR_SOURCE}') DESC, subject_domain
       LIMIT $3) h`;

/** $1 organization, $2 vendors. */
export const FAULTS = `
  SELECT vendor_id AS "vendorId", host, check_id AS "checkId", asset, passes, since, is_confirmed AS "isConfirmed", judged_at AS "judgedAt"
    FROM monitoring_fault WHERE organization_id = $1 AND vendor_id = ANY($2::uuid[])`;

/** $1 organization, $2 vendors, $3 their faults now as JSON. */
export const FORGET_FAULTS = `
  DELETE FROM monitoring_fault f
   WHERE f.organization_id = $1 AND f.vendor_id = ANY($2::uuid[])
     AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset($3::jsonb) AS x (vendor_id uuid, host text, check_id text)
                      WHERE x.vendor_id = f.vendor_id AND x.host = f.host AND x.check_id = f.check_id)`;
/** $1 organization, $2 the faults as JSON. */
export const KEEP_FAULTS = `
  INSERT INTO monitoring_fault AS f (organization_id, vendor_id, host, check_id, asset, passes, since, is_confirmed, judged_at)
  SELECT $1, x.vendor_id, x.host, x.check_id, x.asset, x.passes, x.since, x.is_confirmed, x.judged_at
    FROM jsonb_to_recordset($2::jsonb) AS x (vendor_id uuid, host text, check_id text, asset jsonb, passes smallint, since timestamptz,
                                             is_confirmed boolean, judged_at timestamptz)
    JOIN vendor v ON v.organization_id = $1 AND v.id = x.vendor_id
  ON CONFLICT (organization_id, vendor_id, host, check_id) DO UPDATE
     SET asset = excluded.asset, passes = excluded.passes, is_confirmed = excluded.is_confirmed, judged_at = excluded.judged_at
   WHERE (f.asset, f.passes, f.is_confirmed, f.judged_at)
         IS DISTINCT FROM (excluded.asset, excluded.passes, excluded.is_confirmed, excluded.judged_at)`;

/** What this transaction has created and resolved, by vendor. $1 organization, $2 now, $3 vendor domains. */
export const COUNT_CHANGES = `
  SELECT party_domain AS "vendorDomain", count(*) FILTER (WHERE created_at = $2)::int AS created,
         count(*) FILTER (WHERE resolved_at = $2)::int AS resolved
    FROM observation
   WHERE organization_id = $1 AND party_domain = ANY($3::text[]) AND source_name = '${MONITOR_SOURCE}' AND (created_at = $2 OR resolved_at = $2)
   GROUP BY party_domain`;

/**
 * Vendors whose scan includes the weekly part on any day: at the first scan, and while a vendor has a fault that only this part can see. $1
 * organization, $2 vendors, $3 ids of weekly checks.
 */
export const THOROUGH = `
  SELECT v.id AS "vendorId" FROM unnest($2::uuid[]) AS v (id)
   WHERE NOT EXISTS (SELECT 1 FROM monitoring_run
                      WHERE organization_id = $1 AND vendor_id = v.id AND status IN (${RUN.SUCCEEDED}, ${RUN.PARTIAL}))
      OR EXISTS (SELECT 1 FROM monitoring_fault
                  WHERE organization_id = $1 AND vendor_id = v.id AND check_id = ANY ($3::text[]))`;
