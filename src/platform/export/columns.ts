import { fieldsOf, type Class, type FieldDefinition } from '#platform/fields/field-definition';

export type ColumnType = 'text' | 'int32' | 'int64' | 'double' | 'boolean' | 'time' | 'json';

/** One column of a table: a field of the resource, or of an object inside it. Structured-cloneable. */
export interface Column {
  /** For example vendor.domainName. */
  name: string;
  path: readonly string[];
  type: ColumnType;
}

const TYPES: Readonly<Record<Exclude<FieldDefinition['kind'], 'object'>, ColumnType>> = {
  text: 'text',
  file: 'text',
  member: 'text',
  int: 'int32',
  int64: 'int64',
  number: 'double',
  boolean: 'boolean',
  date: 'time',
  json: 'json',
};

/** The columns of a resource. An object becomes one column per field; a list becomes one JSON column. */
export function columnsOf(type: Class, path: readonly string[] = []): Column[] {
  return [...fieldsOf(type)].flatMap(([name, { kind, list, type: inner }]): Column[] => {
    const own = [...path, name];
    if (kind === 'object' && !list && inner) return columnsOf(inner(), own);
    return [{ name: own.join('.'), path: own, type: list || kind === 'object' ? 'json' : TYPES[kind] }];
  });
}
