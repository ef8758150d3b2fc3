import { isoTimeSql } from '#platform/database/iso-time';
import { EVENT_STATUS } from '#modules/security-events/security-event.enums';
import { IS_ANSWERED } from '#modules/security-events/impacted-company';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { VRM_VIEW } from '#shared/view';

export const MAX_VENDORS = 10;
export const MAX_EVENTS = 10;
/** Counting stops here. */
export const MAX_OVERDUE = 10_000;
export const MAX_FOURTH_PARTIES = 5;
/** First day of each age, in days before today. */
export const AGES = [0, 8, 31, 91] as const;
/** Read more than are shown, because some with the largest loss are no longer monitored. */
const FALLING_CANDIDATES = 100;

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
const IS_VRM = `$2::smallint = ${VRM_VIEW.number}`;

const vendorColumns = `v.id AS "vendorId", v.domain_name AS "vendorDomain", v.company_name AS "companyName", v.score,
               v.score_grade AS "scoreGrade", v.open_observation_count::text AS "openObservationCount"`;

/** The grades at the end of a day: those of the last day on which they changed. */
const gradesOf = (days: number) => `
  (SELECT json_build_object('a', p.grade_a, 'b', p.grade_b, 'c', p.grade_c, 'd', p.grade_d, 'f', p.grade_f)
     FROM portfolio_day p WHERE p.organization_id = $1 AND p.day <= ${TODAY} - ${days} AND ${IS_VRM} ORDER BY p.day DESC LIMIT 1)`;

const list = (rows: string) => `(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`;

/** Scans vendor_by_score_idx. */
const WORST = `
  SELECT ${vendorColumns} FROM vendor v
   WHERE v.organization_id = $1 AND v.score IS NOT NULL AND ${IS_VRM}
   ORDER BY v.score, v.id LIMIT ${MAX_VENDORS}`;

/** Whether the stored score changes cover the last thirty days. For up to an hour after midnight they do not. */
const IS_KEPT = `EXISTS (SELECT 1 FROM party_score_window w WHERE w.organization_id = $1 AND w.first_day = ${TODAY} - 29)`;

/** Reads the start of party_score_fall_by_change_idx, or else sums up the days on which a score changed. */
const LOSSES = `
  (SELECT f.party_domain, f.change FROM party_score_fall f
    WHERE f.organization_id = $1 AND f.view = ${VRM_VIEW.number} AND f.change < 0 AND ${IS_VRM} AND ${IS_KEPT}
    ORDER BY f.change, f.party_domain LIMIT ${FALLING_CANDIDATES})
  UNION ALL
  (SELECT d.party_domain, sum(d.score_change)::int AS change
     FROM party_score_day d
    WHERE d.organization_id = $1 AND d.view = ${VRM_VIEW.number} AND d.day > ${TODAY} - 30 AND d.score_change <> 0 AND ${IS_VRM} AND NOT ${IS_KEPT}
    GROUP BY 1 HAVING sum(d.score_change) < 0
    ORDER BY 2, 1 LIMIT ${FALLING_CANDIDATES})`;

/** OFFSET forces a look-up of each vendor by domain, instead of a scan of all. */
const FALLING = `
  SELECT v.*, c.change AS "scoreChange30d"
    FROM (${LOSSES}) c
   CROSS JOIN LATERAL (SELECT ${vendorColumns} FROM vendor v
                        WHERE v.organization_id = $1 AND v.domain_name = c.party_domain AND v.score IS NOT NULL OFFSET 0) v
   ORDER BY c.change, c.party_domain LIMIT ${MAX_VENDORS}`;

/** Open critical observations by age, from their counts by first day. */
const CRITICALS = `
  SELECT ${AGES.map((from, index) => {
    const next = AGES[index + 1];
    const younger = next === undefined ? '' : ` AND o.value::int > ${TODAY} - ${next} - '1970-01-01'::date`;
    const older = from === 0 ? '' : ` AND o.value::int <= ${TODAY} - ${from} - '1970-01-01'::date`;
    return `coalesce(sum(o.open_count) FILTER (WHERE true${younger}${older}), 0)::text AS age_${from}`;
  }).join(', ')}
    FROM observation_value o WHERE o.organization_id = $1 AND o.view = $2 AND o.field = 'CRITICAL_SINCE' AND o.value <> E'\\x02'`;

/** Stops one row after the limit. */
const OVERDUE = `
  SELECT count(*)::int FROM (
    SELECT 1 FROM observation_state s
     WHERE s.organization_id = $1 AND s.view = $2 AND s.is_open AND s.is_listed AND s.due_at < now() LIMIT ${MAX_OVERDUE + 1}) o`;

/** Requests without an answer, by event. */
const AWAITING = `
  SELECT r.event_id, count(*)::int AS requests, count(*) FILTER (WHERE r.due_at < now())::int AS overdue, min(r.due_at) AS due_at
    FROM vrm_request r
    JOIN vendor v ON v.organization_id = $1 AND v.domain_name = r.vendor_domain AND v.lifecycle_status <> ${LIFECYCLE.OFFBOARDED}
    JOIN security_event e ON e.event_id = r.event_id AND e.status <> ${EVENT_STATUS.CLOSED}
   WHERE r.organization_id = $1 AND ${IS_VRM} AND NOT ${IS_ANSWERED}
   GROUP BY 1`;

const AWAITING_EVENTS = `
  SELECT a.event_id AS "eventId", e.title, e.severity, a.requests AS "requestCount",
         ${isoTimeSql('a.due_at')} AS "dueAt"
    FROM awaiting a JOIN security_event e ON e.event_id = a.event_id
   ORDER BY a.due_at NULLS LAST, a.event_id LIMIT ${MAX_EVENTS}`;

/** Scans fourth_party_group_size_idx. */
const FOURTH_PARTIES = `
  SELECT g.fourth_party_domain AS "fourthPartyDomain", g.company_name AS "companyName", g.vendor_count AS "connectedVendorCount",
         g.critical_count AS "criticalVendorCount"
    FROM fourth_party_group g
   WHERE g.organization_id = $1 AND g.vendor_count > 0
   ORDER BY g.vendor_count DESC, g.fourth_party_domain LIMIT ${MAX_FOURTH_PARTIES}`;

/** One row; every part reads a bounded number of rows, whatever the size of the portfolio. $1 organization, $2 view. */
export const SUMMARY = `
  WITH awaiting AS MATERIALIZED (${AWAITING})
  SELECT coalesce((SELECT listed FROM vendor_tally WHERE organization_id = $1), 0)::int AS "vendorCount", ${TODAY}::text AS today,
         ${gradesOf(0)} AS current, ${gradesOf(30)} AS "thirtyDaysAgo", ${gradesOf(90)} AS "ninetyDaysAgo",
         ${list(WORST)} AS worst, ${list(FALLING)} AS falling, (SELECT row_to_json(c) FROM (${CRITICALS}) c) AS criticals, (${OVERDUE}) AS overdue,
         (SELECT json_build_object('eventCount', count(*), 'requestCount', coalesce(sum(requests), 0), 'overdueRequestCount', coalesce(sum(overdue), 0)) FROM awaiting) AS awaiting,
         ${list(AWAITING_EVENTS)} AS events, ${list(FOURTH_PARTIES)} AS "fourthParties"`;
