import { client } from '../page/session.js';
import { badge } from './elements.js';

const PAGE = 25;
const DAY_MS = 86_400_000;
/** Vendors that one call to the score history takes. */
const HISTORY_VENDORS = 50;
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

export const scoredVendors = () => vendorsBetween(0, 100);

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

/** Vendors that had the grade at the end of the day so many days ago. Their histories are read one page of vendors after the other. */
export function vendorsOnceGraded(grade, daysAgo, total) {
  const startTime = new Date(Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS).toISOString();
  const endTime = new Date(Date.parse(startTime) + DAY_MS).toISOString();
  async function some(cursor) {
    const body = await client.vendors.list({ limit: HISTORY_VENDORS, sortField: 'companyName', ...(cursor && { cursor }) }).page();
    const byDomain = await historiesIn(
      body.vendors.map(({ domainName }) => domainName),
      { startTime, endTime },
    );
    const rows = body.vendors.flatMap(({ companyName, domainName, score }) => {
      const [day] = byDomain.get(domainName) ?? [];
      return day?.overallGrade === grade ? [[companyName, domainName, badge(grade), String(day.overallScore), String(score ?? '')]] : [];
    });
    return { rows, next: body.nextCursor };
  }
  return {
    columns: ['Vendor', 'Domain', 'Grade then', 'Score then', 'Score now'],
    page: async (cursor) => ({ ...(await filled(some, cursor)), total }),
  };
}

/** Requests about the events that nobody has answered, event by event. */
export function awaiting(events, total, isWanted = () => true) {
  async function some({ index, cursor } = { index: 0 }) {
    const { eventId, title } = events[index];
    const filters = { requestStatuses: ['VRM_REQUEST_STATUS_SENT'] };
    const body = await client.securityEvents.listImpactedCompanies({ eventId, limit: PAGE, filters, ...(cursor && { cursor }) }).page();
    const rows = body.companies
      .filter(isWanted)
      .map((one) => [
        title,
        one.organization.companyName,
        one.organization.domain,
        word(one.impact, 'SECURITY_EVENT_IMPACT_'),
        dateOf(one.requestDueAt),
      ]);
    if (body.nextCursor) return { rows, next: { index, cursor: body.nextCursor } };
    return { rows, next: index + 1 < events.length ? { index: index + 1 } : undefined };
  }
  return {
    columns: ['Event', 'Vendor', 'Domain', 'Impact', 'Due'],
    page: async (place) => ({ ...(events.length > 0 ? await filled(some, place) : { rows: [] }), total }),
  };
}

/** Reads on until the rows fill a page. */
async function filled(some, place) {
  const rows = [];
  let next = place;
  do {
    const more = await some(next);
    rows.push(...more.rows);
    next = more.next;
  } while (next !== undefined && rows.length < PAGE);
  return { rows, next };
}

export const isOverdue = ({ requestDueAt }) => requestDueAt !== undefined && Date.parse(requestDueAt) < Date.now();

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

export function histories(vendorDomains, days) {
  return historiesIn(vendorDomains, { startTime: new Date(Date.now() - (days - 1) * DAY_MS).toISOString() });
}

async function historiesIn(vendorDomains, range) {
  if (vendorDomains.length === 0) return new Map();
  const body = await client.observations.getVendorScoreHistory({ vendorDomains, range });
  return new Map(body.histories.map((one) => [one.vendorDomain, one.days]));
}
