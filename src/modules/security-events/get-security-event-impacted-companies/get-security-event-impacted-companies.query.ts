import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { isUuid } from '#platform/fields/uuid';
import { Cursors } from '#platform/paging/cursors';
import { IS_ANSWERED, toCompanies, type CompanyRow } from '../impacted-company';
import { IMPACT, SECURITY_EVENT_IMPACT, VENDOR_RESPONSE_STATUS } from '../security-event.enums';
import { overlaySql } from '../standing.sql';
import { VRM_VIEW } from '#shared/view';
import { assertVrm } from '../view';
import { findVisibleEvent } from '../visible-event';
import type {
  GetSecurityEventImpactedCompaniesRequest,
  GetSecurityEventImpactedCompaniesResponse,
  ImpactedCompaniesSummary,
  ImpactedCompanyFilters,
} from './get-security-event-impacted-companies.dto';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';

export class GetSecurityEventImpactedCompanies extends Query<GetSecurityEventImpactedCompaniesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetSecurityEventImpactedCompaniesRequest,
  ) {
    super();
  }
}

/** Every vendor related to the event: $1 organization, $2 event. */
const COMPANIES = `
  ${overlaySql(VRM_VIEW.number, (column) => `${column} = $2`)}, latest_request AS (
    SELECT DISTINCT ON (r.vendor_domain) r.vendor_domain, r.due_at, ${IS_ANSWERED} AS is_answered
      FROM vrm_request r WHERE r.organization_id = $1 AND r.event_id = $2
     ORDER BY r.vendor_domain, r.sent_at DESC, r.id DESC
  ), company AS (
    SELECT v.id AS "vendorId", v.domain_name AS domain, v.company_name AS "companyName", coalesce(x.impact, i.impact) AS impact, x.response_status AS said, x.is_on_behalf AS "isOnBehalf", r.is_answered AS "isAnswered", r.due_at AS "requestDueAt",
           coalesce(i.is_named_victim, false) AS "isNamedVictim", coalesce(i.open_count, 0) AS "openCount", coalesce(i.closed_count, 0) AS "closedCount",
           i.via_fourth_party_domain AS via
      FROM vendor v
      LEFT JOIN security_event_impact i
        ON i.organization_id = $1 AND i.view = ${VRM_VIEW.number} AND i.event_id = $2 AND i.party_domain = v.domain_name AND i.impact IS NOT NULL
      LEFT JOIN overlay x ON x.domain = v.domain_name
      LEFT JOIN latest_request r ON r.vendor_domain = v.domain_name
     WHERE v.organization_id = $1 AND v.lifecycle_status <> ${LIFECYCLE.OFFBOARDED} AND (i.event_id IS NOT NULL OR x.domain IS NOT NULL)
  )`;

const SUMMARY = `
  WITH ${COMPANIES}, sent AS (
    SELECT count(*)::int AS sent, count(*) FILTER (WHERE ${IS_ANSWERED})::int AS answered
      FROM vrm_request r JOIN asked a ON a.domain = r.vendor_domain
     WHERE r.organization_id = $1 AND r.event_id = $2
  ), impacts AS (
    SELECT count(*)::int AS "totalVendors", count(*) FILTER (WHERE impact = ${IMPACT.CONFIRMED})::int AS confirmed, count(*) FILTER (WHERE impact = ${IMPACT.LIKELY})::int AS likely,
           count(*) FILTER (WHERE impact = ${IMPACT.POSSIBLE})::int AS possible, count(*) FILTER (WHERE impact = ${IMPACT.MITIGATED})::int AS mitigated,
           count(*) FILTER (WHERE impact = ${IMPACT.NOT_IMPACTED})::int AS "notImpacted"
      FROM company
  )
  SELECT impacts.*, sent.sent AS "requestsSent", sent.answered AS responded, sent.sent - sent.answered AS "awaitingResponse" FROM impacts, sent`;

@QueryHandler(GetSecurityEventImpactedCompanies)
export class GetSecurityEventImpactedCompaniesHandler implements IQueryHandler<GetSecurityEventImpactedCompanies> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetSecurityEventImpactedCompanies): Promise<GetSecurityEventImpactedCompaniesResponse> {
    assertVrm(caller);
    const { eventId } = request;
    const organization = caller.organizationId;
    const { where, params } = compile(request.filters ?? {}, [organization, eventId]);
    const page = await this.cursors.page([organization, 'GetSecurityEventImpactedCompanies', JSON.stringify([where, params])], request);
    await findVisibleEvent(this.database, caller, eventId, [VRM_VIEW]);

    const paged = new SqlParams(params);
    const after = paged.add(page.place?.[0] ?? '', 'text');
    const offset = paged.add(page.offset, 'bigint');
    const [rows, [counted], [summary]] = await Promise.all([
      this.database.lists.read<Omit<CompanyRow, 'eventId'>>(
        organization,
        `WITH ${COMPANIES} SELECT * FROM company WHERE ${where} AND domain > ${after} ORDER BY domain LIMIT ${page.fetched} OFFSET ${offset}`,
        paged.values,
      ),
      this.database.lists.read<{ total: number }>(
        organization,
        `WITH ${COMPANIES} SELECT count(*)::int AS total FROM company WHERE ${where}`,
        params,
      ),
      this.database.lists.read<ImpactedCompaniesSummary>(organization, SUMMARY, [organization, eventId]),
    ]);
    const { shown, next } = page.cut(rows, ({ domain }) => [domain]);
    return {
      summary: summary as ImpactedCompaniesSummary,
      companies: await toCompanies(
        this.database,
        organization,
        shown.map((row) => ({ ...row, eventId })),
      ),
      totalCount: counted?.total ?? 0,
      ...next,
    };
  }
}

function compile(filters: ImpactedCompanyFilters, first: unknown[]): { where: string; params: unknown[] } {
  const params = new SqlParams(first);
  const where = ['true'];
  if (filters.impacts?.length) {
    where.push(
      `impact = ANY (${params.add(
        filters.impacts.map((member) => SECURITY_EVENT_IMPACT.toNumber(member)),
        'smallint[]',
      )})`,
    );
  }
  if (filters.responseStatuses?.length) {
    where.push(
      `said = ANY (${params.add(
        filters.responseStatuses.map((member) => VENDOR_RESPONSE_STATUS.toNumber(member)),
        'smallint[]',
      )})`,
    );
  }
  if (filters.hasResponded !== undefined) where.push(`said IS ${filters.hasResponded ? 'NOT NULL' : 'NULL'}`);
  if (filters.requestStatuses?.length) {
    const answered = filters.requestStatuses.map((member) => member === 'VRM_REQUEST_STATUS_ANSWERED');
    where.push(`"isAnswered" = ANY (${params.add(answered, 'boolean[]')})`);
  }
  if (filters.vendorGroupIds?.length) {
    where.push(`"vendorId" IN (
      SELECT m.vendor_id FROM vendor_group g JOIN vendor_group_member m ON m.organization_id = $1 AND m.group_id = g.id
       WHERE g.organization_id = $1 AND g.archived_at IS NULL AND g.id = ANY (${params.add(filters.vendorGroupIds.filter(isUuid), 'uuid[]')}))`);
  }
  if (filters.query) {
    const query = params.add(filters.query.toLowerCase(), 'text');
    where.push(`(strpos(domain, ${query}) > 0 OR strpos(lower("companyName"), ${query}) > 0)`);
  }
  return { where: where.join(' AND '), params: params.values };
}
