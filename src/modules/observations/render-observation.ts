import { isoTime } from '#platform/database/iso-time';
import { APPROVAL_STATUS, OBSERVATION_STATE } from './observation.enums';
import { printGroupOrn } from './orn';
import type { View } from './view';

/** A row of OBSERVATION_COLUMNS, each value in PostgreSQL's own text. */
export type ObservationText = (string | null)[];

/** What renderObservation reads, in this order; the table is called o. The flag is looked up only for rows that are shown. */
export const OBSERVATION_COLUMNS = `
  o.id, o.approval_status,
  (SELECT f.flagged_at FROM observation_flag f WHERE f.organization_id = o.organization_id AND f.observation_id = o.id),
  o.vendor_id, o.party_domain, o.vendor_name, o.group_key, o.regression_count,
  o.first_seen, o.last_seen, o.resolved_at, o.created_at, o.updated_at, o.enrichment, o.body`;

export const OBSERVATION_COLUMN_COUNT = 15;

const STATUS_JSON = [
  '',
  ...APPROVAL_STATUS.members.map((member, index) => {
    const state = index >= 3 ? 'OBSERVATION_STATE_RESOLVED' : 'OBSERVATION_STATE_OPEN';
    if (!OBSERVATION_STATE.members.includes(state)) throw new Error(`${state} is not a state.`);
    return `"state":"${state}","approvalStatus":"${member}"`;
  }),
];

/**
 * The JSON of one observation, put together from the rendered body and the columns that change. Written by hand because
 * this is the hottest loop there is: fifty rows a call.
 */
export function renderObservation(row: ObservationText, view: View, owner: string): string {
  const [
    id,
    status,
    flaggedAt,
    vendorId,
    party,
    vendorName,
    groupKey,
    regressions,
    first,
    last,
    resolved,
    created,
    updated,
    enrichment,
    body,
  ] = row as string[];
  return (
    `{"orn":"orn:1:observation:${view.orn}:${id}:${owner}","view":"${view.member}",${STATUS_JSON[Number(status)]},` +
    (flaggedAt ? `"isFlagged":true,"flaggedAt":"${isoTime(flaggedAt)}",` : '"isFlagged":false,') +
    (vendorId ? `"vendor":{"id":"${vendorId}","domainName":"${party}","companyName":${JSON.stringify(vendorName)}},` : '') +
    `"groupOrn":"${printGroupOrn({ view: view.orn, key: groupKey as string, owner })}","regressionCount":${regressions},` +
    `"firstSeen":"${isoTime(first as string)}","lastSeen":"${isoTime(last as string)}",` +
    (resolved ? `"resolvedAt":"${isoTime(resolved)}",` : '') +
    `"createdAt":"${isoTime(created as string)}","updatedAt":"${isoTime(updated as string)}",${enrichment ?? '"capec":[]'},${body}}`
  );
}
