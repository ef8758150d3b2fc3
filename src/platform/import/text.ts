import { createHash } from 'node:crypto';
import { RecordError } from './json-stream/record-error';

const MAYBE_UNSTORABLE = /[\0\uD800-\uDFFF]/;
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
const CONTROL = /\p{Cc}/u;
const UNFIT = /[\p{Cc}\p{Surrogate}]/gu;
const NOT_SLUG = /[^a-z0-9]+/g;
const HASH_LENGTH = 8;

/** Display text: characters that PostgreSQL cannot store are replaced, and long text is truncated, both visibly. */
export function proseOf(value: string | undefined, limit: number): string | undefined {
  if (value === undefined) return undefined;
  const text = storable(cut(value.trim(), limit, '…'));
  return text === '' ? undefined : text;
}

/** Text that identifies something: accepted unchanged or refused, never repaired into another key. */
export function keyOf(value: string | undefined, field: string, limit: number): string | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (CONTROL.test(text) || storable(text) !== text) throw new RecordError(`${field} contains characters that cannot be stored`);
  return text === '' ? undefined : bounded(text, limit);
}

/** An id that is only compared with others: characters that cannot be stored are replaced, and a hash keeps it apart from similar ones. */
export function idOf(value: string | undefined, limit: number): string | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return undefined;
  const fit = text.replace(UNFIT, '\uFFFD');
  return bounded(fit === text ? text : `${fit} ${hashOf(text)}`, limit);
}

/** A stable snake_case key; undefined when the text has no letter or digit. */
export function slugOf(text: string, limit: number): string | undefined {
  const slug = text.toLowerCase().replace(NOT_SLUG, '_');
  const trimmed = slug.slice(slug.startsWith('_') ? 1 : 0, slug.endsWith('_') ? -1 : undefined);
  return trimmed === '' ? undefined : bounded(trimmed, limit);
}

/** A key of limited length; a hash keeps two long keys apart that differ only at the end. */
function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${cut(text, limit - HASH_LENGTH - 1, '')}_${hashOf(text)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}

/** Replaces NUL and unpaired surrogates, which PostgreSQL and JSON readers reject. */
export function storable(text: string): string {
  return MAYBE_UNSTORABLE.test(text) ? text.replace(UNSTORABLE, '\uFFFD') : text;
}

function cut(text: string, limit: number, mark: string): string {
  if (text.length <= limit) return text;
  let end = limit - mark.length;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  // Copied through bytes: a slice would keep the long original in memory.
  return Buffer.from(text.slice(0, end) + mark, 'utf16le').toString('utf16le');
}
