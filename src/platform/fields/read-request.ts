import { validateSync, type ValidationError } from 'class-validator';
import { InvalidArgument, type FieldViolation } from '#platform/errors/api-error';
import { FileText } from '#platform/http/file-text';
import { fieldsOf, passesFastChecks, type Class, type FieldDefinition } from './field-definition';
import { nearestName } from '#platform/names/nearest-name';
import { toDeadline, toUtc } from '#platform/time/rfc3339';

const MAX_VIOLATIONS = 100;
const UNKNOWN = 'is not a field of this request';
/** The nearest name is looked for in the first violations only. */
const MAX_SUGGESTIONS = 5;
const MAX_NAME = 200;

export interface ReadOptions {
  /** For query strings: parses numbers and booleans from text. */
  fromText?: boolean;
}

/** Validates input against a request class; the error lists every invalid field. */
export function readRequest<T extends object>(type: Class<T>, raw: unknown, options: ReadOptions = {}): T {
  const violations: FieldViolation[] = [];
  const request = build(type, raw, '', options, violations) as T;
  if (violations.length === 0 && passesFastChecks(type, request)) return request;
  if (violations[0]?.field !== 'body') {
    collect(validateSync(request, { stopAtFirstError: true, forbidUnknownValues: false }), '', violations);
  }
  if (violations.length > 0) {
    const first = violations[0] as FieldViolation;
    const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
    throw new InvalidArgument(`${first.field}: ${first.description}${more}`, 'INVALID_REQUEST', violations.slice(0, MAX_VIOLATIONS));
  }
  return request;
}

function build(type: Class, raw: unknown, path: string, options: ReadOptions, violations: FieldViolation[]): object {
  const request = new (type as new () => Record<string, unknown>)();
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    violations.push({ field: path || 'body', description: 'must be an object' });
    return request;
  }
  const fields = fieldsOf(type);
  for (const key of Object.keys(raw)) {
    const at = path ? `${path}.${key}` : key || '""';
    const spec = fields.get(key);
    if (!spec) {
      violations.push({ field: at.slice(0, 200), description: `${UNKNOWN}${suggestion(key, [...fields.keys()], violations)}` });
      continue;
    }
    const given = (raw as Record<string, unknown>)[key];
    const value = given instanceof FileText && spec.kind !== 'file' ? given.toString() : given;
    if (value === null || value === undefined) {
      if (spec.nullable && value === null) request[key] = null;
      continue;
    }
    const read = spec.list ? readList(spec, value, at, options, violations) : readOne(spec, value, at, options, violations);
    if (read !== undefined) request[key] = read;
  }
  return request;
}

function readList(spec: FieldDefinition, value: unknown, path: string, options: ReadOptions, violations: FieldViolation[]): unknown {
  const given = options.fromText ? listFromText(spec, value) : value;
  if (!Array.isArray(given)) return given;
  const list = (given.slice(0, (spec.maxItems ?? given.length) + 1) as unknown[]).map((item) => fullName(spec, item));
  if (spec.unspecified !== undefined && list.includes(spec.unspecified)) {
    const named = list.filter((item) => item !== spec.unspecified);
    if (named.length === 0) return unset(spec); // all members are UNSPECIFIED
    if (named.every((item) => spec.item?.(item))) return named; // otherwise keep the positions, which violations refer to
  }
  return list.map((item, index) => readOne(spec, item, `${path}[${index}]`, options, violations));
}

/** In a query string a list is one value or several; words may also be separated by commas. */
function listFromText(spec: FieldDefinition, value: unknown): unknown {
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (spec.kind !== 'member' || !Array.isArray(list)) return list;
  return list.flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));
}

function readMember(spec: FieldDefinition, value: unknown): unknown {
  return value === spec.unspecified && !spec.list ? unset(spec) : value;
}

/** The member that a short name, or one in another case, stands for. */
function fullName({ enumeration }: FieldDefinition, value: unknown): unknown {
  if (!enumeration || typeof value !== 'string' || enumeration.numberOf(value) !== undefined) return value;
  const isUnspecified = [enumeration.unspecified, 'UNSPECIFIED'].includes(value.slice(0, MAX_NAME).toUpperCase());
  return isUnspecified ? enumeration.unspecified : (enumeration.parse(value) ?? value);
}

/** Names the nearest known name, for a misspelling. */
function suggestion(name: string, known: readonly string[], violations: readonly FieldViolation[]): string {
  const nearest = violations.length < MAX_SUGGESTIONS ? nearestName(name, known) : undefined;
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The meaning of an UNSPECIFIED member: it clears a nullable field like null; elsewhere it counts as omitted. */
function unset({ nullable }: FieldDefinition): null | undefined {
  return nullable ? null : undefined;
}

/** An invalid row fails alone, but an unknown field is a misspelling and fails the call. */
function refuseUnknown(type: Class, rows: readonly unknown[], path: string, violations: FieldViolation[]): void {
  const fields = fieldsOf(type);
  for (const [index, row] of rows.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) continue;
    for (const key of Object.keys(row)) {
      if (!fields.has(key)) violations.push({ field: `${path}[${index}].${key}`.slice(0, 200), description: UNKNOWN });
    }
  }
}

function readOne(spec: FieldDefinition, value: unknown, path: string, options: ReadOptions, violations: FieldViolation[]): unknown {
  switch (spec.kind) {
    case 'text':
      return spec.trim && typeof value === 'string' ? value.trim() : value;
    case 'file':
      return typeof value === 'string' ? FileText.of(value) : value;
    case 'int':
    case 'number':
      return options.fromText && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case 'boolean':
      return options.fromText && (value === 'true' || value === 'false') ? value === 'true' : value;
    case 'int64':
      return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    case 'date':
      return typeof value === 'string' ? ((spec.isDeadline ? toDeadline(value) : toUtc(value)) ?? value) : value;
    case 'member':
      return readMember(spec, fullName(spec, value));
    case 'object':
      return build((spec.type as () => Class)(), value, path, options, violations);
    case 'json':
      if (spec.type && Array.isArray(value)) refuseUnknown(spec.type(), value, path, violations);
      return value;
  }
}

function collect(errors: readonly ValidationError[], path: string, violations: FieldViolation[]): void {
  for (const error of errors) {
    const at = /^\d+$/.test(error.property) ? `${path}[${error.property}]` : path ? `${path}.${error.property}` : error.property;
    if (violations.some(({ field }) => field === at)) continue; // not an object: its members are not reported as missing
    const [rule, message] = Object.entries(error.constraints ?? {})[0] ?? [];
    if (rule !== undefined && message !== undefined) violations.push(...describe(error, at, rule, message));
    if (error.children && error.children.length > 0) collect(error.children, at, violations);
  }
}

/** The violations of a field; for a list, one per invalid item. */
function describe({ property, value, target }: ValidationError, at: string, rule: string, message: string): FieldViolation[] {
  if (value === undefined) return [{ field: at, description: 'is required' }];
  const description = message.replace('each value in ', '').replace(`${property} `, '');
  const { item, enumeration } = (target && fieldsOf(target.constructor as Class).get(property)) ?? {};
  const meant = (given: unknown) => (enumeration && typeof given === 'string' ? suggestion(given, enumeration.members, []) : '');
  if (!item || !Array.isArray(value) || rule.startsWith('array')) return [{ field: at, description: `${description}${meant(value)}` }];
  return (value as unknown[])
    .flatMap((each, index) => (item(each) ? [] : [{ index, each }]))
    .map(({ index, each }, turn) => ({
      field: `${at}[${index}]`,
      description: `${description}${turn < MAX_SUGGESTIONS ? meant(each) : ''}`,
    }));
}
