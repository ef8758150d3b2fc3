import { comparisonsOf, type FieldCatalogue, type FilterField } from '#platform/filters/field-catalogue';
import type { Comparison } from '#platform/filters/filter-expression';
import { timeOf } from './filter-organization';

/** How many rows a value matches: none, ten, one per cent, half of them. */
export const SHARES = ['nothing', 'few', 'percent', 'half'] as const;
export type Share = (typeof SHARES)[number];
type Of<T> = Readonly<Record<Share, T>>;

/** A filter of one rule. */
export interface FilterCase {
  field: string;
  comparison: Comparison;
  share: Share;
  filter: object;
}

/** A value of a text field, and a part that every value of the share contains. */
interface Words {
  whole: string;
  part: string;
}
type Range<T> = readonly [from: T, to: T];

/** What rules compare with: names, texts, or ends of a range. */
export type Values = Of<string> | Of<Words> | Of<boolean> | Of<Range<number>> | Of<Range<string>>;

/** Ids that only the loaded organization knows. */
export type KnownIds = Readonly<Record<'ORN' | 'GROUP' | 'VENDOR_ID' | 'VENDOR_GROUP', Of<string>>>;

export function each<T>(nothing: T, few: T, percent: T, half: T): Of<T> {
  return { nothing, few, percent, half };
}

const named = (before: string, after = ''): Of<string> =>
  each(`${before}nothing${after}`, `${before}few${after}`, `${before}percent${after}`, `${before}half${after}`);

export function words(before: string, after: string, rest = ''): Of<Words> {
  const { nothing, few, percent, half } = named(before, after);
  const value = (part: string) => ({ whole: `${part}${rest}`, part });
  return each(value(nothing), value(few), value(percent), value(half));
}

/** The values that loadFilterOrganization writes to so many rows, by field. An enumeration without a rare value repeats one. */
export function observationValues(rows: number, ids: KnownIds): Record<string, Values> {
  const members = (name: string, ...[nothing, few, percent, half]: [string, string, string, string]) =>
    each(`${name}_${nothing}`, `${name}_${few}`, `${name}_${percent}`, `${name}_${half}`);
  const range = (from: number, to: number) => [timeOf(from, rows), timeOf(to, rows)] as const;
  const day = (date: string) => [`${date}T00:00:00Z`, `${date}T12:00:00Z`] as const;
  const times = each(range(-2, -1), range(0, 11), range(0, rows / 100), range(0, rows / 2));
  return {
    ...ids,
    VENDOR: words('', '.vendor.com'),
    SUBJECT_DOMAIN: words('', '.subject.com'),
    TITLE: words('', ' finding ', '1'),
    OBSERVATION_TYPE: named('type_'),
    CATEGORY: members('OBSERVATION_CATEGORY', 'CLOUD_MISCONFIGURATION', 'VULNERABILITY', 'PATCHING_CADENCE', 'NETWORK_SECURITY'),
    SEVERITY: members('OBSERVATION_SEVERITY', 'INFO', 'CRITICAL', 'HIGH', 'LOW'),
    CONFIDENCE: members('OBSERVATION_CONFIDENCE', 'CONFIRMED', 'CONFIRMED', 'LIKELY', 'POSSIBLE'),
    APPROVAL_STATUS: members('APPROVAL_STATUS', 'EXCLUDED', 'TRIAGED_INTERNAL', 'TRIAGED_EXTERNAL', 'BACKLOG'),
    IS_FLAGGED: each(true, true, true, false),
    ASSET_TYPE: members('ASSET_TYPE', 'URL', 'DNS', 'CREDENTIALS', 'IP_PORT'),
    ASSET_IP: each('203.0.113.9', '203.0.113.1', '203.0.113.2', '203.0.113.3'),
    ASSET_PORT: each<Range<number>>([900, 999], [1, 1], [2, 2], [443, 443]),
    ASSET_PROTOCOL: members('ASSET_IP_PORT_PROTOCOL', 'UDP', 'UDP', 'UDP', 'TCP'),
    ASSET_DOMAIN: words('', '.host.com'),
    ASSET_URL: words('https://', '.site.com/', '1'),
    CVE: each('CVE-2020-1009', 'CVE-2020-1001', 'CVE-2020-1002', 'CVE-2020-1003'),
    CWE: each('CWE-9', 'CWE-1', 'CWE-2', 'CWE-3'),
    CVSS_BASE_SCORE: each<Range<number>>([10, 10], [9.9, 10], [9.5, 9.8], [5, 5]),
    CVSS_SEVERITY: members('CVSS_SCORE_SEVERITY', 'LOW', 'CRITICAL', 'HIGH', 'MEDIUM'),
    EPSS_SCORE: each<Range<number>>([0.999, 1], [0.99, 1], [0.95, 0.96], [0, 0.5]),
    KNOWN_EXPLOITED: each(true, true, true, false),
    RANSOMWARE_USE: each(true, true, true, false),
    SOURCE: named('source-'),
    TAG: named('tag-'),
    FIRST_SEEN: times,
    LAST_SEEN: times,
    RESOLVED_AT: times,
    UPDATED_AT: times,
    CREATED_AT: times,
    FLAGGED_AT: times,
    EXTERNAL_REFERENCE: named('system-'),
    ASSIGNEE: words('', '@example.com'),
    DUE_AT: each(day('2025-12-01'), day('2026-01-01'), day('2026-02-01'), day('2026-03-01')),
    OVERDUE: each(true, true, true, false),
  };
}

/** A rule for every field of a catalogue, every comparison and every share. */
export function casesOf(catalogue: FieldCatalogue, values: Readonly<Record<string, Values>>): FilterCase[] {
  return Object.entries(catalogue.fields).flatMap(([name, field]) => {
    const known = values[name.replace(/^.*?_FIELD_/, '')];
    if (!known) throw new Error(`${name} has no values.`);
    return comparisonsOf(field).flatMap((comparison) => {
      const shares = comparison.endsWith('SET') ? (['half'] as const) : SHARES;
      const all = shares.map((share) => {
        const value = comparison.endsWith('SET') ? undefined : valueOf(field, comparison, known[share], known.nothing);
        const filter = { rule: { field: { [catalogue.form]: name }, comparison, ...(value && { value }) } };
        return { field: name, comparison, share, filter };
      });
      return all.filter(({ filter }, index) => all.findIndex((other) => JSON.stringify(other.filter) === JSON.stringify(filter)) === index);
    });
  });
}

function valueOf(field: FilterField, comparison: Comparison, value: Values[Share], nothing: Values[Share]): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'object' && 'length' in value) {
    const [from, to] = value;
    const end = comparison.includes('LESS') ? to : from;
    if (comparison !== 'COMPARISON_BETWEEN') return field.type === 'date' ? { dateValue: end } : { numberValue: end };
    return field.type === 'date' ? { dateRangeValue: { startTime: from, endTime: to } } : { numberRangeValue: { min: from, max: to } };
  }
  const whole = typeof value === 'string' ? value : value.whole;
  if (comparison.endsWith('IN')) {
    const absent = typeof nothing === 'object' && 'whole' in nothing ? nothing.whole : (nothing as string);
    return { stringListValue: { values: [whole, absent] } };
  }
  if (comparison === 'COMPARISON_ENDS_WITH') return { stringValue: whole.slice(1) };
  const isPart = /CONTAINS|STARTS/.test(comparison);
  return { stringValue: isPart && typeof value === 'object' ? value.part : whole };
}
