import { STATUS } from '../avd.enums';
import { IN_PORTFOLIO, STATUS_OF_R } from '../fourth-party-filters';

/** Grouped by status and types: a handful of rows for any number of fourth parties. $3: days to look back, NULL for all time. */
export const SUMMARY = `
  WITH seen AS MATERIALIZED (
    SELECT r.fourth_party_domain, r.connection_types, ${STATUS_OF_R} AS status
      FROM fourth_party_relationship r
     WHERE r.organization_id = $1 AND r.vendor_domain = $2 AND r.is_listed
       AND ($3::int IS NULL OR r.last_seen >= now() - make_interval(days => $3))
  ), shared AS MATERIALIZED (
    SELECT s.fourth_party_domain
      FROM seen s
      JOIN fourth_party_group g ON g.organization_id = $1 AND g.fourth_party_domain = s.fourth_party_domain AND g.vendor_count > 1
     WHERE s.status <> ${STATUS.INACTIVE}
  )
  SELECT v.id, v.company_name AS "companyName", greatest(d.dns_detected_at, d.pages_detected_at, d.live_dns_detected_at, d.live_pages_detected_at) AS "lastDetectionAt",
         (SELECT json_agg(json_build_array(c.status, c.connection_types, c.count))
            FROM (SELECT status, connection_types, count(*) FROM seen GROUP BY status, connection_types) c) AS counts,
         (SELECT count(*)::int FROM shared) AS "sharedCount",
         (SELECT count(DISTINCT r.vendor_domain)::int
            FROM shared s
            JOIN fourth_party_relationship r ON r.organization_id = $1 AND r.fourth_party_domain = s.fourth_party_domain
           WHERE r.is_listed AND r.is_current AND r.vendor_domain <> $2) AS "companyCount"
    FROM vendor v
    LEFT JOIN vendor_detection d ON d.organization_id = $1 AND d.vendor_domain = $2
   WHERE v.organization_id = $1 AND v.domain_name = $2 AND v.${IN_PORTFOLIO}`;
