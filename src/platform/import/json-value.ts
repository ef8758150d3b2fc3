import { RecordError } from './json-stream/record-error';

export type JsonRecord = Record<string, unknown>;

/** The record as an object; throws when it is not one. */
export function recordOf(value: unknown): JsonRecord {
  const record = asRecord(value);
  if (!record) throw new RecordError('not a JSON object');
  return record;
}

export function asRecord(value: unknown): JsonRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
}

/** A member that should be an object; undefined when the tool omits it or writes null. */
export function memberOf(record: JsonRecord | undefined, name: string): JsonRecord | undefined {
  return record === undefined ? undefined : asRecord(record[name]);
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of an array; other elements are dropped. */
export function recordsOf(value: unknown): JsonRecord[] {
  return asList(value)
    .map(asRecord)
    .filter((record) => record !== undefined);
}

/** Non-blank text; a number counts as its digits. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** A list of texts; some tools write one text, or one separated by commas. */
export function asTexts(value: unknown): string[] {
  const values = typeof value === 'string' ? value.split(',') : asList(value);
  return values.map(asText).filter((text) => text !== undefined);
}

/** A finite number, also written as text. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
