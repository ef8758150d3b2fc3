import { VENDOR_FILTERS } from '#modules/vendors/vendor-filters';
import { besideUnfiltered, roundsOf, slowestNamed, slowestOf, type Beside, type NamedBeside } from '../beside-unfiltered';
import { BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { casesOf } from '../filter-cases';
import { callsOf, knownVendorIds } from '../known-ids';
import { loadVendorOrganization, vendorValues } from '../vendor-organization';
import { relationsClient } from './relations';

const VENDORS = 20_000;
const QUICK_VENDORS = 2_000;

/** Target 16 for the other lists: vendors, security events, fourth parties and the values of filter options. */
export async function listFilters(context: BenchContext): Promise<Outcome[]> {
  return [...(await vendors(context)), ...(await relationLists(context)), ...(await optionValues(context))];
}

async function vendors({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const size = quick ? QUICK_VENDORS : VENDORS;
  const domain = `vendor-filters-${size}-bench.com`;
  const { rows } = await environment.admin.query(`SELECT 1 FROM organization WHERE domain = $1`, [domain]);
  const isLoaded = rows.length > 0;
  const client = isLoaded
    ? await BenchClient.of(environment, service, domain)
    : await BenchClient.create(environment, service, domain, size);
  if (!isLoaded) await loadVendorOrganization(environment.admin, client.organizationId, size);
  const list = (filters: object[]) => () => client.exchange('POST', 'vendors', { filters });
  const cases = casesOf(VENDOR_FILTERS, vendorValues(size, await knownVendorIds(callsOf(client))));
  const outcomes: Outcome[] = [];
  for (const field of Object.keys(VENDOR_FILTERS.fields)) {
    const ofField = cases.filter((one) => one.field === field);
    const measure = (filter: object, rounds: number) => besideUnfiltered(rounds, list([]), list([filter]));
    const what = `list of ${size} vendors by ${field.replace('VENDORS_FIELD_', '')}`;
    outcomes.push(await slowestOf(what, ofField, measure, roundsOf(quick)));
  }
  return outcomes;
}

const EVENTS = {
  'a text that no event contains': { query: 'no such text' },
  'a text that every event contains': { query: 'event' },
  'event type': { eventTypes: ['SECURITY_EVENT_TYPE_DATA_BREACH'] },
  severity: { severities: ['SECURITY_EVENT_SEVERITY_LOW'] },
  status: { statuses: ['SECURITY_EVENT_STATUS_CLOSED'] },
  vendor: { vendorDomains: ['load-1.com'] },
  'unknown vendor': { vendorDomains: ['nowhere.com'] },
  CVE: { cveIds: ['CVE-2010-1000'] },
  impact: { impacts: ['SECURITY_EVENT_IMPACT_CONFIRMED'] },
  ransomware: { isRansomware: true },
  time: { publishedRange: { startTime: '2024-01-02T00:00:00Z', endTime: '2024-01-03T00:00:00Z' } },
};

const FOURTH_PARTIES = {
  'a text that no name contains': { query: 'no such text' },
  'a text that every name contains': { query: 'o' },
  vendor: { vendorDomains: ['load-1.com'] },
  'fourth party': { fourthPartyDomains: ['party-1.com'] },
  'new ones': { statuses: ['FOURTH_PARTY_STATUS_NEW'] },
  'inactive ones': { statuses: ['FOURTH_PARTY_STATUS_INACTIVE'] },
  'connection type': { connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_CDN'] },
  'in the directory': { isInDirectory: true },
  'not in the directory': { isInDirectory: false },
  'first seen': { firstSeenRange: { startTime: '2000-01-01T00:00:00Z', endTime: '2000-02-01T00:00:00Z' } },
};

async function relationLists({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const client = await relationsClient(environment, service, quick);
  const lists: [string, string, Record<string, object>][] = [
    ['security events', 'security-events/feed', EVENTS],
    ['fourth parties', 'avd/fourth-parties', FOURTH_PARTIES],
    ['fourth-party groups', 'avd/fourth-parties/groups', FOURTH_PARTIES],
  ];
  const outcomes: Outcome[] = [];
  for (const [what, path, all] of lists) {
    const call = (filters: object) => () => client.exchange('POST', path, { filters });
    const named = Object.entries(all);
    outcomes.push(await slowestFilter(what, named, (filters) => besideUnfiltered(quick ? 2 : 15, call({}), call(filters))));
  }
  return outcomes;
}

/** A field with few values, and those with the most. */
const OPTIONS = [
  'SEVERITY',
  'VENDOR',
  'VENDOR_ID',
  'VENDOR_GROUP',
  'SUBJECT_DOMAIN',
  'CVE',
  'TAG',
  'GROUP',
  'ASSIGNEE',
  'EXTERNAL_REFERENCE',
  'OVERDUE',
];

/** Beside the unfiltered list of the same organization. */
async function optionValues({ client, quick }: BenchContext): Promise<Outcome[]> {
  const list = () => client.exchange('POST', 'observations', { filters: [] });
  const values = (field: string, query: string) => () =>
    client.exchange(
      'GET',
      `observations/filter-options/values?${new URLSearchParams({ field: `OBSERVATIONS_FIELD_${field}`, query }).toString()}`,
    );
  const cases = OPTIONS.flatMap((field) =>
    ['', 'load', 'no such text'].map((query): [string, string[]] => [`${field} "${query}"`, [field, query]]),
  );
  const measure = ([field = '', query = '']: string[]) => besideUnfiltered(quick ? 2 : 15, list, values(field, query));
  return [await slowestFilter('values of filter options', cases, measure)];
}

async function slowestFilter<T>(what: string, cases: readonly [string, T][], measure: (one: T) => Promise<Beside>): Promise<Outcome> {
  const measured: NamedBeside[] = [];
  for (const [name, one] of cases) measured.push({ name, ...(await measure(one)) });
  return slowestNamed(`${what}: the slowest of ${measured.length} filters`, measured);
}
