import { isoTime } from '#platform/database/iso-time';
import { VENDOR_RESPONSE_STATUS } from './security-event.enums';
import type { View } from '#shared/view';

/** A row of EVENT_COLUMNS, with values in PostgreSQL's text format. */
export type EventText = (string | null)[];

/** The columns of renderEvent, in this order: v is a row of `visible`, e the event, o the caller's own latest response. */
export const EVENT_COLUMNS = `
  e.body, e.published_at, e.updated_at,
  v.confirmed + v.likely + v.possible - v.investigated_hit, v.investigated_hit + v.investigated_safe, v.mitigated + v.not_impacted - v.investigated_safe,
  o.response_status, to_json(o.message), o.expected_resolution_at, to_json(o.evidence_urls), o.recorded_at`;

/** Joins the caller's own latest response to events e. */
export const OWN_RESPONSE = `
  LEFT JOIN LATERAL (
    SELECT s.response_status, s.message, s.expected_resolution_at, s.evidence_urls, s.recorded_at
      FROM vendor_statement s
     WHERE s.organization_id = $1 AND s.event_id = e.event_id
     ORDER BY s.recorded_at DESC, s.id DESC LIMIT 1) o ON true`;

/** The JSON of one event: its rendered facts and its impact on the caller. */
export function renderEvent(row: EventText, view: View): string {
  const [body, published, updated, impacted, investigated, safe, status, message, expected, evidence, responded] = row as string[];
  return (
    `{${body},"view":"SECURITY_EVENT_VIEW_${view.name}","publishedAt":"${isoTime(published as string)}","updatedAt":"${isoTime(updated as string)}",` +
    `"impactSummary":{"impacted":${impacted},"underInvestigation":${investigated},"notImpacted":${safe}}` +
    (status
      ? `,"organizationResponse":{"responseStatus":"${VENDOR_RESPONSE_STATUS.toMember(Number(status))}",` +
        (message ? `"message":${message},` : '') +
        (expected ? `"expectedResolutionAt":"${isoTime(expected)}",` : '') +
        `"evidenceUrls":${evidence},"respondedAt":"${isoTime(responded as string)}"}`
      : '') +
    '}'
  );
}
