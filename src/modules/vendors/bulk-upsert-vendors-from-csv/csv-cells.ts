import { normalizeDomain } from '#platform/domains/domain-name';
import type { Enumeration } from '#platform/fields/enumeration';
import { toUtc } from '#platform/time/rfc3339';

const MAX_TEXT = 255;
/** Longer than a list of all members of any enumeration. */
const MAX_CELL = 4096;
const GREATEST_INT64 = 9_223_372_036_854_775_807n;

type RejectionCode =
  | 'MISSING_DOMAIN'
  | 'INVALID_DOMAIN'
  | 'INVALID_ENUM'
  | 'INVALID_NUMBER'
  | 'INVALID_DATE'
  | 'INVALID_BOOLEAN'
  | 'FIELD_TOO_LONG'
  | 'COLUMN_COUNT_MISMATCH';

/** Why a row is rejected. */
export interface Refusal {
  code: RejectionCode;
  message: string;
}

/** The stored value of a cell, or why it is refused. */
export type Reading<T> = { value: T | undefined } | Refusal;

export function readDomain(cell: string): Reading<string> {
  const result = normalizeDomain(cell);
  return 'domain' in result
    ? { value: result.domain }
    : { code: 'INVALID_DOMAIN', message: `${quoted(cell)} is not a company's domain. ${result.problem}` };
}

export function readText(cell: string): Reading<string> {
  // A character outside the Basic Multilingual Plane counts once, as in the database.
  if (cell.length > MAX_TEXT && (cell.length > 2 * MAX_TEXT || [...cell].length > MAX_TEXT)) {
    return { code: 'FIELD_TOO_LONG', message: `longer than ${MAX_TEXT} characters.` };
  }
  return { value: cell };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

export function readBoolean(cell: string): Reading<boolean> {
  const value = BOOLEANS.get(cell.toLowerCase());
  return value === undefined
    ? { code: 'INVALID_BOOLEAN', message: `${quoted(cell)} is not one of true, false, yes, no, 1, 0.` }
    : { value };
}

export function readMember(members: Enumeration, cell: string): Reading<number> {
  const read = readMembers(members, cell, [cell]);
  return 'code' in read ? read : { value: read.value?.[0] };
}

export function readMembers(members: Enumeration, cell: string, names?: string[]): Reading<number[]> {
  if (cell.length > MAX_CELL) return { code: 'FIELD_TOO_LONG', message: `longer than ${MAX_CELL} characters.` };
  const values = new Set<number>();
  for (const name of (names ?? cell.split('|')).map((each) => each.trim()).filter((each) => each !== '')) {
    const member = members.parse(name);
    if (member !== undefined) values.add(members.toNumber(member));
    else if (!isUnspecified(members, name)) {
      return { code: 'INVALID_ENUM', message: `${quoted(name)} is not one of ${members.short.join(', ')}.` };
    }
  }
  return { value: values.size > 0 ? [...values] : undefined };
}

/** UNSPECIFIED means "unset" on input, which in a file is an empty cell. */
function isUnspecified(members: Enumeration, name: string): boolean {
  const upper = name.toUpperCase();
  return upper === 'UNSPECIFIED' || upper === members.unspecified;
}

export function readInt64(cell: string): Reading<string> {
  const value = /^\d{1,30}$/.test(cell) ? BigInt(cell) : undefined;
  return value === undefined || value > GREATEST_INT64
    ? { code: 'INVALID_NUMBER', message: `${quoted(cell)} is not a whole number from 0 to ${GREATEST_INT64}.` }
    : { value: value.toString() };
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export function readDate(cell: string): Reading<Date> {
  const instant = toUtc(DATE.test(cell) ? `${cell}T00:00:00Z` : cell, { lenient: true });
  return instant === undefined
    ? { code: 'INVALID_DATE', message: `${quoted(cell)} is neither a date such as 2030-12-31 nor an RFC 3339 date-time.` }
    : { value: new Date(instant) };
}

export function quoted(cell: string): string {
  const characters = [...cell.slice(0, 120)];
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : cell);
}
