import type { Reads } from '#platform/database/reader';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { VRM_VIEW } from '#shared/view';
import { readFiles, type EventAndCompany } from './company-file';
import { activitiesOf } from './impact-history';
import { impactReason } from './impact-reason';
import type { ImpactedCompany, LastActivity } from './impacted-company.dto';
import { SECURITY_EVENT_IMPACT, VENDOR_RESPONSE_STATUS } from './security-event.enums';
import { overlaySql } from './standing.sql';
import { VENDOR_RESPONSES } from './vendor-responses.sql';

/** A vendor related to an event, with its responses and requests. */
export interface CompanyRow extends EventAndCompany {
  vendorId: string;
  companyName: string;
  impact: number;
  said: number | null;
  isOnBehalf: boolean | null;
  isAnswered: boolean | null;
  requestDueAt: Date | null;
  isNamedVictim: boolean;
  openCount: number;
  closedCount: number;
  via: string | null;
}

/** Whether the vendor has responded since the request r. */
export const IS_ANSWERED = `EXISTS (
             SELECT 1 FROM ${VENDOR_RESPONSES} s WHERE s.domain = r.vendor_domain AND s.event_id = r.event_id AND s.responded_at >= r.sent_at)`;

/** $1 organization, $2 and $3 pairs of event and domain of a vendor. */
const FIND = `
  WITH ${overlaySql(VRM_VIEW.number, (column) => `${column} = ANY ($2::text[])`)}
  SELECT p.event_id AS "eventId", v.id AS "vendorId", v.domain_name AS domain, v.company_name AS "companyName",
         coalesce(x.impact, i.impact) AS impact, x.response_status AS said, x.is_on_behalf AS "isOnBehalf",
         r.is_answered AS "isAnswered", r.due_at AS "requestDueAt", coalesce(i.is_named_victim, false) AS "isNamedVictim",
         coalesce(i.open_count, 0) AS "openCount", coalesce(i.closed_count, 0) AS "closedCount", i.via_fourth_party_domain AS via
    FROM unnest($2::text[], $3::text[]) AS p (event_id, domain)
    JOIN security_event e ON e.event_id = p.event_id
    JOIN vendor v ON v.organization_id = $1 AND v.domain_name = p.domain AND v.lifecycle_status <> ${LIFECYCLE.OFFBOARDED}
    LEFT JOIN security_event_impact i
      ON i.organization_id = $1 AND i.view = ${VRM_VIEW.number} AND i.event_id = p.event_id AND i.party_domain = p.domain AND i.impact IS NOT NULL
    LEFT JOIN overlay x ON x.event_id = p.event_id AND x.domain = p.domain
    LEFT JOIN LATERAL (
      SELECT r.due_at, ${IS_ANSWERED} AS is_answered
        FROM vrm_request r WHERE r.organization_id = $1 AND r.event_id = p.event_id AND r.vendor_domain = p.domain
       ORDER BY r.sent_at DESC, r.id DESC LIMIT 1) r ON true
   WHERE i.event_id IS NOT NULL OR x.domain IS NOT NULL`;

/** Impacts of events on vendors, by event and domain; unrelated pairs are left out. */
export async function findImpacts(
  reads: Reads,
  organizationId: string,
  pairs: readonly EventAndCompany[],
): Promise<(ImpactedCompany & { eventId: string })[]> {
  const params = [organizationId, pairs.map(({ eventId }) => eventId), pairs.map(({ domain }) => domain)];
  const rows = await reads.read<CompanyRow>(organizationId, FIND, params);
  const companies = await toCompanies(reads, organizationId, rows);
  return companies.map((company, index) => Object.assign(company, { eventId: rows[index]?.eventId ?? '' }));
}

export async function toCompanies(reads: Reads, organizationId: string, rows: readonly CompanyRow[]): Promise<ImpactedCompany[]> {
  const files = await readFiles(reads, organizationId, VRM_VIEW, rows);
  return rows.map((row, index) => toCompany(row, files[index] && activitiesOf(files[index])[0]));
}

function toCompany(row: CompanyRow, last: LastActivity | undefined): ImpactedCompany {
  const said = row.said === null ? undefined : VENDOR_RESPONSE_STATUS.toMember(row.said);
  const viaFourthPartyDomain = row.via ?? undefined;
  return {
    organization: { vendorId: row.vendorId, domain: row.domain, companyName: row.companyName },
    impact: SECURITY_EVENT_IMPACT.toMember(row.impact),
    impactReason: impactReason({ ...row, said, isOnBehalf: row.isOnBehalf ?? false, viaFourthPartyDomain }),
    relatedObservationCount: row.openCount + row.closedCount,
    ...(viaFourthPartyDomain !== undefined && { viaFourthPartyDomain }),
    ...(said && { responseStatus: said }),
    ...(row.isOnBehalf && { isOnBehalf: true }),
    ...(row.isAnswered !== null && { requestStatus: row.isAnswered ? 'VRM_REQUEST_STATUS_ANSWERED' : 'VRM_REQUEST_STATUS_SENT' }),
    ...(row.requestDueAt && { requestDueAt: row.requestDueAt.toISOString() }),
    ...(last && { lastActivity: { activityType: last.activityType, occurredAt: last.occurredAt } }),
  };
}
