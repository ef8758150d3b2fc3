import { badge } from './elements.js';
import { client } from './session.js';

const PAGE = 25;
const dateOf = (time) => (time ? time.slice(0, 10) : '');
const word = (member, prefix) => (member ? member.slice(prefix.length).toLowerCase().replaceAll('_', ' ') : '');
const rule = (kind, field, comparison, value) => ({
  rule: { field: { [`${kind}Field`]: `${kind.toUpperCase()}_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value },
});

/** Observations that pass the filters. */
function observations(filters) {
  return {
    columns: ['Finding', 'Vendor', 'Host', 'Severity', 'First seen', 'Due'],
    async page(cursor) {
      const body = await client.observations.list({ limit: PAGE, filters, ...(cursor && { cursor }) }).page();
      return {
        rows: body.observations.map((one) => [
          one.title,
          one.vendor?.companyName ?? '',
          one.subjectDomain,
          word(one.severity, 'OBSERVATION_SEVERITY_'),
          dateOf(one.firstSeen),
          dateOf(one.dueAt),
        ]),
        next: body.nextCursor,
        total: body.totalCountType === 'TOTAL_COUNT_TYPE_LOWER_BOUND' ? `more than ${body.totalCount}` : body.totalCount,
      };
    },
  };
}

const IS_CRITICAL = rule('observations', 'SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' });

export const criticalsOfAge = ({ firstSeenStart, firstSeenEnd }) =>
  observations([
    IS_CRITICAL,
    ...(firstSeenStart ? [rule('observations', 'FIRST_SEEN', 'GREATER_THAN_OR_EQUAL', { dateValue: firstSeenStart })] : []),
    rule('observations', 'FIRST_SEEN', 'LESS_THAN', { dateValue: firstSeenEnd }),
  ]);

export const criticals = () => observations([IS_CRITICAL]);

export const overdue = () => observations([rule('observations', 'OVERDUE', 'EQUALS', { boolValue: true })]);

export const ofVendor = (domain) => observations([rule('observations', 'VENDOR', 'EQUALS', { stringValue: domain })]);

/** Vendors with a score in the range. */
export function vendorsBetween(lowest, highest) {
  const filters = [rule('vendors', 'SCORE', 'BETWEEN', { numberRangeValue: { min: lowest, max: highest } })];
  return vendors(filters, 'score', 'SORT_ORDER_ASC');
}

export const everyVendor = () => vendors([], 'companyName', 'SORT_ORDER_ASC');

function vendors(filters, sortField, sortOrder) {
  return {
    columns: ['Vendor', 'Domain', 'Grade', 'Score', 'Open observations'],
    async page(cursor) {
      const body = await client.vendors.list({ limit: PAGE, filters, sortField, sortOrder, ...(cursor && { cursor }) }).page();
      return {
        rows: body.vendors.map((one) => [
          one.companyName,
          one.domainName,
          one.scoreGrade ? badge(one.scoreGrade) : '',
          String(one.score ?? ''),
          one.openObservationCount,
        ]),
        next: body.nextCursor,
        total: body.totalCount,
      };
    },
  };
}

/** Companies that have not answered a request about the event. */
export function awaiting(eventId) {
  return {
    columns: ['Vendor', 'Domain', 'Impact', 'Due'],
    async page(cursor) {
      const filters = { requestStatuses: ['VRM_REQUEST_STATUS_SENT'] };
      const body = await client.securityEvents.listImpactedCompanies({ eventId, limit: PAGE, filters, ...(cursor && { cursor }) }).page();
      return {
        rows: body.companies.map((one) => [
          one.organization.companyName,
          one.organization.domain,
          word(one.impact, 'SECURITY_EVENT_IMPACT_'),
          dateOf(one.requestDueAt),
        ]),
        next: body.nextCursor,
        total: body.totalCount,
      };
    },
  };
}

/** Vendors that depend on a fourth party. */
export function dependentsOf(fourthPartyDomain) {
  return {
    columns: ['Vendor', 'Domain', 'Connection', 'First seen'],
    async page(cursor) {
      const body = await client.fourthParties.listVendors({ fourthPartyDomain, limit: PAGE, ...(cursor && { cursor }) }).page();
      return {
        rows: body.vendors.map((one) => [
          one.vendor.companyName,
          one.vendor.domainName,
          one.connectionTypes.map((type) => word(type, 'FOURTH_PARTY_CONNECTION_TYPE_')).join(', '),
          dateOf(one.firstSeen),
        ]),
        next: body.nextCursor,
        total: body.totalCount,
      };
    },
  };
}

/** The days of a vendor's history on which something happened, newest first. */
export function historyOf(days) {
  const signed = (number) => (number > 0 ? `+${number}` : String(number));
  const eventful = days.filter((day) => day.openedCount + day.resolvedCount + day.movers.length > 0).reverse();
  return {
    columns: ['Day', 'Score', 'Opened', 'Resolved', 'What moved it'],
    page: async () => ({
      rows: eventful.map((day) => [
        day.date,
        String(day.overallScore),
        String(day.openedCount),
        String(day.resolvedCount),
        day.movers.map((mover) => `${word(mover.category, 'OBSERVATION_CATEGORY_')} ${signed(mover.scoreChange)}`).join(', '),
      ]),
      total: eventful.length,
    }),
  };
}

export const summary = async () => (await client.portfolio.getSummary()).summary;

export async function histories(vendorDomains, days) {
  if (vendorDomains.length === 0) return new Map();
  const startTime = new Date(Date.now() - (days - 1) * 86_400_000).toISOString();
  const body = await client.observations.getVendorScoreHistory({ vendorDomains, range: { startTime } });
  return new Map(body.histories.map((one) => [one.vendorDomain, one.days]));
}
