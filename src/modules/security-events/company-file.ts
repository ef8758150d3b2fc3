import type { Reads } from '#platform/database/reader';
import type { VrmRequester } from './activity.dto';
import type { CompanyFile } from './impact-history';
import { SECURITY_EVENT_IMPACT, VENDOR_RESPONSE_STATUS, type SecurityEventImpact } from './security-event.enums';
import type { View } from '#shared/view';
import { VENDOR_RESPONSES } from './vendor-responses.sql';

/** A row of FILES: changes, statements and requests in one shape. */
interface Row {
  kind: 'derived' | 'change' | 'statement' | 'request';
  eventId: string;
  domain: string;
  id: string | null;
  at: Date;
  before: number | null;
  after: number | null;
  message: string | null;
  until: Date | null;
  evidence: string[] | null;
  asker: string | null;
  askerName: string | null;
  isOnBehalf: boolean | null;
}

/** $1 organization, $2 and $3 pairs of event and domain. Requests are those the caller sent in the VRM view, those it received in the self view. */
const PAIRS = `(SELECT * FROM unnest($2::text[], $3::text[]))`;
const FILES = (view: View) => `
  SELECT 'derived' AS kind, event_id AS "eventId", party_domain AS domain, NULL::uuid AS id, first_seen_at AS at, NULL::smallint AS before, impact AS after,
         NULL::text AS message, NULL::timestamptz AS until, NULL::text[] AS evidence, NULL::text AS asker, NULL::text AS "askerName", NULL::boolean AS "isOnBehalf"
    FROM security_event_impact
   WHERE organization_id = $1 AND view = ${view.number} AND (event_id, party_domain) IN ${PAIRS} AND first_seen_at IS NOT NULL
  UNION ALL
  SELECT 'change', event_id, party_domain, id, occurred_at, from_impact, to_impact, NULL, NULL, NULL, NULL, NULL, NULL
    FROM security_event_impact_change
   WHERE organization_id = $1 AND view = ${view.number} AND (event_id, party_domain) IN ${PAIRS}
  UNION ALL
  SELECT 'statement', event_id, domain, id, responded_at, NULL, response_status, message, expected_resolution_at, evidence_urls, NULL, NULL, is_on_behalf
    FROM ${VENDOR_RESPONSES} s
   WHERE (event_id, domain) IN ${PAIRS}
  UNION ALL
  SELECT 'request', r.event_id, r.vendor_domain, r.id, r.sent_at, NULL, NULL, r.message, r.due_at, NULL, ${view.orn === 'vrm' ? 'NULL, NULL' : 'a.domain, a.name'}, NULL
    FROM vrm_request r ${view.orn === 'vrm' ? '' : 'JOIN organization a ON a.id = r.organization_id'}
   WHERE (r.event_id, r.vendor_domain) IN ${PAIRS}${view.orn === 'vrm' ? ' AND r.organization_id = $1' : ''}`;

/** A company and an event that may affect it. */
export interface EventAndCompany {
  eventId: string;
  domain: string;
}

const keyOf = ({ eventId, domain }: EventAndCompany) => `${domain}/${eventId}`;

/** The records about each pair of event and company, in the order of the pairs. */
export async function readFiles(
  reads: Reads,
  organizationId: string,
  view: View,
  pairs: readonly EventAndCompany[],
): Promise<CompanyFile[]> {
  const files = new Map(
    pairs.map(({ eventId, domain }): [string, CompanyFile] => [
      keyOf({ eventId, domain }),
      { eventId, domain, changes: [], statements: [], requests: [] },
    ]),
  );
  const params = [organizationId, pairs.map(({ eventId }) => eventId), pairs.map(({ domain }) => domain)];
  const rows = await reads.read<Row>(organizationId, FILES(view), params, { prepared: true });
  for (const row of rows) {
    const file = files.get(keyOf(row));
    if (file) put(file, row);
  }
  return [...files.values()];
}

function put(file: CompanyFile, row: Row): void {
  const id = row.id ?? '';
  const at = row.at.toISOString();
  const message = row.message === null ? {} : { message: row.message };
  if (row.kind === 'derived') {
    file.derivedSince = at;
    if (row.after !== null) file.derived = SECURITY_EVENT_IMPACT.toMember(row.after);
  } else if (row.kind === 'change') {
    file.changes.push({ id, at, ...impact('from', row.before), ...impact('to', row.after) });
  } else if (row.kind === 'statement') {
    const responseStatus = VENDOR_RESPONSE_STATUS.toMember(row.after ?? 0);
    const expected = row.until && { expectedResolutionAt: row.until.toISOString() };
    const onBehalf = row.isOnBehalf ? { isOnBehalf: true } : {};
    file.statements.push({ id, at, responseStatus, ...message, ...expected, evidenceUrls: row.evidence ?? [], ...onBehalf });
  } else {
    const due = row.until && { dueAt: row.until.toISOString() };
    file.requests.push({ id, at, ...message, ...due, ...requester(row) });
  }
}

function impact<Side extends 'from' | 'to'>(side: Side, number: number | null): Partial<Record<Side, SecurityEventImpact>> {
  return number === null ? {} : ({ [side]: SECURITY_EVENT_IMPACT.toMember(number) } as Record<Side, SecurityEventImpact>);
}

function requester({ asker, askerName }: Row): { requester?: VrmRequester } {
  return asker === null ? {} : { requester: { domain: asker, companyName: askerName ?? asker } };
}
