import type { Derived } from './derived';
import { IMPACT } from '#modules/security-events/security-event.enums';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { SELF_VIEW, VRM_VIEW } from '#shared/view';

/** Impacts derived only from the facts, by a query that is independent of the one that maintains them, except for the order of impacts. */
const FACTS = `
  WITH sighted AS (
    SELECT o.view, o.party_domain, c.event_id, count(DISTINCT o.id) FILTER (WHERE o.is_open) AS open_count,
           count(DISTINCT o.id) FILTER (WHERE NOT o.is_open) AS closed_count
      FROM observation o CROSS JOIN LATERAL unnest(o.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
     WHERE o.organization_id = $1 AND o.is_listed
     GROUP BY 1, 2, 3
  ), party AS (
    SELECT ${VRM_VIEW.number}::smallint AS view, domain_name AS party_domain FROM vendor WHERE organization_id = $1 AND lifecycle_status <> ${LIFECYCLE.OFFBOARDED}
    UNION ALL
    SELECT ${SELF_VIEW.number}, domain FROM organization_domain WHERE organization_id = $1
  ), named AS (
    SELECT p.view, p.party_domain, w.event_id, true AS is_named FROM party p JOIN security_event_victim w ON w.domain = p.party_domain
  ), relied AS (
    SELECT ${VRM_VIEW.number}::smallint AS view, r.vendor_domain AS party_domain, w.event_id, min(r.fourth_party_domain) AS via
      FROM fourth_party_relationship r JOIN security_event_victim w ON w.domain = r.fourth_party_domain
      JOIN party p ON p.view = ${VRM_VIEW.number} AND p.party_domain = r.vendor_domain
     WHERE r.organization_id = $1 AND r.is_current
     GROUP BY 2, 3
  ), linked AS (
    SELECT view, party_domain, event_id, coalesce(open_count, 0) AS open_count, coalesce(closed_count, 0) AS closed_count,
           coalesce(is_named, false) AS is_named, via
      FROM sighted FULL JOIN named USING (view, party_domain, event_id) FULL JOIN relied USING (view, party_domain, event_id)
  ), derived AS (
    SELECT l.*, security_event_impact_of(p.view IS NOT NULL, l.is_named, l.open_count, l.via, l.closed_count) AS impact
      FROM linked l LEFT JOIN party p ON p.view = l.view AND p.party_domain = l.party_domain
  )`;

const impacts: Derived = {
  name: 'impacts of security events',
  key: ['view', 'party_domain', 'event_id'],
  stored: `
    SELECT view, party_domain, event_id, open_count, closed_count, impact,
           CASE WHEN impact IS NOT NULL THEN is_named_victim END AS is_named, CASE WHEN impact IS NOT NULL THEN via_fourth_party_domain END AS via
      FROM security_event_impact WHERE organization_id = $1 AND (impact IS NOT NULL OR (open_count, closed_count) <> (0, 0))`,
  recounted: `${FACTS}
    SELECT view, party_domain, event_id, open_count, closed_count, impact,
           CASE WHEN impact IS NOT NULL THEN is_named END AS is_named, CASE WHEN impact IS NOT NULL THEN via END AS via
      FROM derived`,
};

const feed: Derived = {
  name: 'feed of security events',
  key: ['view', 'event_id'],
  stored: `SELECT view, event_id, published_at, confirmed, likely, possible, mitigated FROM security_event_feed WHERE organization_id = $1`,
  recounted: `${FACTS}
    SELECT d.view, d.event_id, e.published_at, count(*) FILTER (WHERE d.impact = ${IMPACT.CONFIRMED}) AS confirmed, count(*) FILTER (WHERE d.impact = ${IMPACT.LIKELY}) AS likely,
           count(*) FILTER (WHERE d.impact = ${IMPACT.POSSIBLE}) AS possible, count(*) FILTER (WHERE d.impact = ${IMPACT.MITIGATED}) AS mitigated
      FROM derived d JOIN security_event e ON e.event_id = d.event_id
     WHERE d.impact IS NOT NULL
     GROUP BY 1, 2, 3`,
};

export const EVENT_CHECKS = [impacts, feed];
