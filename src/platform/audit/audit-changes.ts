export interface AuditChange {
  field: string;
  /** Unset when the field had no value. */
  before?: string;
  after?: string;
}

const MASK = '[masked]';
const MAX_VALUE = 1_000;

/** Contact data and secrets: the log records that they changed, but not their values. */
const MASKED = /^(?:contacts|.*secret.*|.*email.*|.*phone.*)$/i;

/** The fields that differ between two states of an object. A new object has no state before, a deleted one no state after. */
export function changesBetween(before: object | undefined, after: object | undefined): AuditChange[] {
  const [old, current] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((field) => textOf(old[field]) !== textOf(current[field]))
    .map((field) => changeOf(field, old[field], current[field]));
}

export function changeOf(field: string, before: unknown, after: unknown): AuditChange {
  const shown = (value: unknown): string | undefined => {
    const text = textOf(value);
    if (text === undefined || MASKED.test(field)) return text && MASK;
    return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  };
  const [old, current] = [shown(before), shown(after)];
  return { field, ...(old !== undefined && { before: old }), ...(current !== undefined && { after: current }) };
}

/** Empty lists and null count as no value. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().replaceAll('\0', '');
}
