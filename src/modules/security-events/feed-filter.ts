import { readDomains } from '#platform/domains/read-domain';
import { assertForward } from '#platform/fields/time-range';
import { cveIdOf } from '#platform/import/identifiers';
import { SqlParams } from '#platform/database/sql-params';
import { Problem, readEach } from '#platform/errors/read-each';
import type { Enumeration } from '#platform/fields/enumeration';
import { isUuid } from '#platform/fields/uuid';
import { SECURITY_EVENT_IMPACT, SECURITY_EVENT_SEVERITY, SECURITY_EVENT_STATUS, SECURITY_EVENT_TYPE } from './security-event.enums';
import type { View } from '#shared/view';
import type { SecurityEventFilters } from './security-event-filters.dto';

const IMPACT_COLUMNS = ['confirmed', 'likely', 'possible', 'mitigated', 'not_impacted'];

export interface FeedFilter {
  /** Conditions on v, a row of `visible`, and e, the event. */
  where: string[];
  params: unknown[];
}

/** Compiles the filters of the feed to SQL; $1 is the organization, further parameters follow. */
export function compileFeedFilter(filters: SecurityEventFilters, view: View): FeedFilter {
  const params = new SqlParams<unknown>([], 1);
  const where: string[] = [];
  const among = (column: string, members: readonly string[] | undefined, type: Enumeration): void => {
    if (members?.length) where.push(`${column} = ANY (${params.add(numbers(type, members), 'smallint[]')})`);
  };

  if (filters.query) {
    const query = params.add(filters.query.toLowerCase(), 'text');
    const texts = ['e.event_id', 'e.title', 'e.summary', `array_to_string(e.affected_products, E'\\n')`];
    where.push(`(${texts.map((text) => `strpos(lower(${text}), ${query}) > 0`).join(' OR ')})`);
  }
  among('e.event_type', filters.eventTypes, SECURITY_EVENT_TYPE);
  among('e.severity', filters.severities, SECURITY_EVENT_SEVERITY);
  among('e.status', filters.statuses, SECURITY_EVENT_STATUS);
  if (filters.isRansomware !== undefined) where.push(`e.is_ransomware = ${params.add(filters.isRansomware, 'boolean')}`);
  assertForward('filters.publishedRange', filters.publishedRange);
  const { startTime, endTime } = filters.publishedRange ?? {};
  if (startTime !== undefined) where.push(`v.published_at >= ${params.add(startTime, 'timestamptz')}`);
  if (endTime !== undefined) where.push(`v.published_at < ${params.add(endTime, 'timestamptz')}`);
  if (filters.cveIds?.length) {
    where.push(
      `v.event_id IN (SELECT event_id FROM security_event_cve WHERE cve_id = ANY (${params.add(readCves(filters.cveIds), 'text[]')}))`,
    );
  }

  const companies = companyCondition(filters, view, params);
  if (companies !== undefined) where.push(companies);
  else if (filters.impacts?.length) {
    // Without a company filter the stored counts are enough.
    where.push(
      `(${numbers(SECURITY_EVENT_IMPACT, filters.impacts)
        .map((impact) => `v.${IMPACT_COLUMNS[impact - 1]} > 0`)
        .join(' OR ')})`,
    );
  }
  return { where, params: params.values };
}

/** The matching visible events. Joins the event only if a condition or the order needs it. */
export function matchedSql(where: readonly string[], key: string): string {
  const readsEvent = [...where, key].some((text) => /\be\./.test(text));
  return `matched AS MATERIALIZED (
    SELECT v.*, ${key} AS place
      FROM visible v ${readsEvent ? 'JOIN security_event e ON e.event_id = v.event_id' : ''} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
  )`;
}

/** Events that touch one of the wanted companies, in a wanted way. */
function companyCondition(filters: SecurityEventFilters, view: View, params: SqlParams): string | undefined {
  const { vendorDomains, vendorGroupIds, impacts } = filters;
  if (!vendorDomains?.length && !vendorGroupIds?.length) return undefined;
  const conditions: string[] = [];
  if (vendorDomains?.length) {
    conditions.push(`p.domain = ANY (${params.add(readDomains('filters.vendorDomains', vendorDomains), 'text[]')})`);
  }
  if (vendorGroupIds?.length) {
    // Own domains are in no group.
    const groups = params.add(vendorGroupIds.filter(isUuid), 'uuid[]');
    conditions.push(
      `p.domain IN (SELECT m.domain_name FROM vendor_group g
                      JOIN vendor_group_member gm ON gm.organization_id = $1 AND gm.group_id = g.id
                      JOIN vendor m ON m.organization_id = $1 AND m.id = gm.vendor_id
                     WHERE g.organization_id = $1 AND g.archived_at IS NULL AND g.id = ANY (${groups}) AND ${view.orn === 'vrm'})`,
    );
  }
  if (impacts?.length) conditions.push(`p.impact = ANY (${params.add(numbers(SECURITY_EVENT_IMPACT, impacts), 'smallint[]')})`);
  return `v.event_id IN (
    SELECT p.event_id
      FROM (SELECT i.event_id, i.party_domain AS domain, i.impact FROM security_event_impact i
             WHERE i.organization_id = $1 AND i.view = ${view.number} AND i.impact IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM overlay x WHERE x.event_id = i.event_id AND x.domain = i.party_domain)
            UNION ALL
            SELECT event_id, domain, impact FROM overlay) p
     WHERE ${conditions.join(' AND ')})`;
}

function numbers(type: Enumeration, members: readonly string[]): number[] {
  return members.map((member) => type.numberOf(member)).filter((number) => number !== undefined);
}

function readCves(texts: readonly string[]): string[] {
  return readEach('filters.cveIds', texts, (text) => cveIdOf(text) ?? new Problem('must be a CVE id'));
}
