import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { VRM_VIEW } from '#shared/view';
import { effectiveImpactSql } from './impact';
import { IMPACT, RESPONSE } from './security-event.enums';
import { VENDOR_RESPONSES } from './vendor-responses.sql';

const INVESTIGATED = `response_status = ${RESPONSE.UNDER_INVESTIGATION}`;

/** An organization's responses for its own domains. */
const OWN_STATEMENTS = `(
    SELECT id, domain, event_id, response_status, recorded_at AS responded_at, false AS is_on_behalf FROM vendor_statement WHERE organization_id = $1)`;

/**
 * The effective impacts of events on companies, as common table expressions over $1, the organization. Derived impacts are
 * stored; responses and requests belong partly to other organizations, so they are applied here: `overlay` contains the
 * companies with a response or a request, with their effective impact. A condition on the event applies to every part.
 * Lookups under row-level security use plain columns (hence MATERIALIZED): the planner uses no index behind a COALESCE there.
 */
export function overlaySql(view: number, onEvent: (column: string) => string = () => 'true'): string {
  const [said, asked] =
    view === VRM_VIEW.number
      ? [
          `vendor p JOIN ${VENDOR_RESPONSES} s ON s.domain = p.domain_name WHERE p.organization_id = $1 AND p.lifecycle_status <> ${LIFECYCLE.OFFBOARDED}`,
          `vendor p JOIN vrm_request r ON r.organization_id = $1 AND r.vendor_domain = p.domain_name WHERE p.organization_id = $1 AND p.lifecycle_status <> ${LIFECYCLE.OFFBOARDED}`,
        ]
      : [
          `organization_domain p JOIN ${OWN_STATEMENTS} s ON s.domain = p.domain WHERE p.organization_id = $1`,
          `organization_domain p JOIN vrm_request r ON r.vendor_domain = p.domain WHERE p.organization_id = $1`,
        ];
  return `
  said AS (
    SELECT DISTINCT ON (s.event_id, s.domain) s.event_id, s.domain, s.response_status, s.is_on_behalf
      FROM ${said} AND ${onEvent('s.event_id')}
     ORDER BY s.event_id, s.domain, s.responded_at DESC, s.id DESC
  ), asked AS (
    SELECT DISTINCT r.event_id, r.vendor_domain AS domain FROM ${asked} AND ${onEvent('r.event_id')}
  ), spoken AS MATERIALIZED (
    SELECT event_id, domain, said.response_status, said.is_on_behalf FROM said FULL JOIN asked USING (event_id, domain)
  ), standing AS MATERIALIZED (
    SELECT x.*, (SELECT i.impact FROM security_event_impact i
                  WHERE i.organization_id = $1 AND i.view = ${view} AND i.party_domain = x.domain AND i.event_id = x.event_id) AS derived
      FROM spoken x
  ), overlay AS MATERIALIZED (
    SELECT *, ${effectiveImpactSql('derived', 'response_status')} AS impact FROM standing
  )`;
}

/**
 * Adds `visible`: the events of a view with the number of companies per impact, and how many of those are under
 * investigation. Events visible only through a response or a request have no row in the feed and are added.
 */
export function visibleSql(view: number, onEvent: (column: string) => string = () => 'true'): string {
  const count = (impact: number) => `count(*) FILTER (WHERE impact = ${impact}) - count(*) FILTER (WHERE derived = ${impact})`;
  return `${overlaySql(view, onEvent)}, shift AS (
    SELECT event_id, ${count(IMPACT.CONFIRMED)} AS confirmed, ${count(IMPACT.LIKELY)} AS likely, ${count(IMPACT.POSSIBLE)} AS possible, ${count(IMPACT.MITIGATED)} AS mitigated, ${count(IMPACT.NOT_IMPACTED)} AS not_impacted,
           count(*) FILTER (WHERE ${INVESTIGATED} AND impact <= ${IMPACT.POSSIBLE}) AS investigated_hit,
           count(*) FILTER (WHERE ${INVESTIGATED} AND impact > ${IMPACT.POSSIBLE}) AS investigated_safe
      FROM overlay GROUP BY event_id
  ), visible AS (
    SELECT f.event_id, f.published_at, f.confirmed + coalesce(s.confirmed, 0) AS confirmed, f.likely + coalesce(s.likely, 0) AS likely,
           f.possible + coalesce(s.possible, 0) AS possible, f.mitigated + coalesce(s.mitigated, 0) AS mitigated, coalesce(s.not_impacted, 0) AS not_impacted,
           coalesce(s.investigated_hit, 0) AS investigated_hit, coalesce(s.investigated_safe, 0) AS investigated_safe
      FROM security_event_feed f LEFT JOIN shift s ON s.event_id = f.event_id
     WHERE f.organization_id = $1 AND f.view = ${view} AND ${onEvent('f.event_id')}
    UNION ALL
    SELECT s.event_id, e.published_at, s.confirmed, s.likely, s.possible, s.mitigated, s.not_impacted, s.investigated_hit, s.investigated_safe
      FROM shift s JOIN security_event e ON e.event_id = s.event_id
     WHERE NOT EXISTS (SELECT 1 FROM security_event_feed f WHERE f.organization_id = $1 AND f.view = ${view} AND f.event_id = s.event_id)
  )`;
}
