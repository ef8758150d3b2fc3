import 'reflect-metadata';
import type { Enumeration } from './enumeration';

export type Class<T = object> = new (...args: never[]) => T;

export type FieldKind = 'text' | 'file' | 'int' | 'int64' | 'number' | 'boolean' | 'date' | 'member' | 'object' | 'json';

/** What readRequest needs to know about a field beyond its validation rules. */
export interface FieldDefinition {
  kind: FieldKind;
  list: boolean;
  /** Of a list. More are not even built: one too many is enough to refuse it. */
  maxItems?: number;
  nullable: boolean;
  trim: boolean;
  required: boolean;
  unspecified?: string;
  /** Of a member: its full name is also found by its short one. */
  enumeration?: Enumeration;
  /** Of a date: a date without a time is the end of that day. */
  isDeadline?: boolean;
  /** The class of an object, or of the rows of a list that its handler validates one by one. */
  type?: () => Class;
  /** A fast check that accepts only valid values. class-validator decides about all others; it takes about twenty times as long (ADR 12). */
  accepts: Check;
  /** Whether an item of a list of texts or members is valid: finds the invalid items of a list. */
  item?: Check;
}

export type Check = (value: unknown) => boolean;

const FIELDS = Symbol('fields');

/** Cache, because it is read for each entry of a large request. The fields of a class do not change once it is defined. */
const known = new WeakMap<Class, ReadonlyMap<string, FieldDefinition>>();

/** The fields of a class, own and inherited, by name. */
export function fieldsOf(type: Class): ReadonlyMap<string, FieldDefinition> {
  let fields = known.get(type);
  if (!fields) {
    fields = (Reflect.getMetadata(FIELDS, type.prototype as object) as Map<string, FieldDefinition> | undefined) ?? new Map();
    known.set(type, fields);
  }
  return fields;
}

/** Adds a field to a class. */
export function remember(spec: FieldDefinition): PropertyDecorator {
  return (target, property) => {
    const fields = new Map(Reflect.getMetadata(FIELDS, target) as Map<string, FieldDefinition> | undefined);
    Reflect.defineMetadata(FIELDS, fields.set(String(property), spec), target);
  };
}

/** Whether the fast check accepts every field of a request: then class-validator need not run. */
export function passesFastChecks(type: Class, request: object): boolean {
  for (const [name, spec] of fieldsOf(type)) {
    const value = (request as Record<string, unknown>)[name];
    const fine = value === undefined ? !spec.required : value === null ? spec.nullable : spec.accepts(value);
    if (!fine) return false;
  }
  return true;
}
