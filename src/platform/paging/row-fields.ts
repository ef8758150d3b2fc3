import { fieldsOf, type Class } from '#platform/fields/field-definition';
import { Choices } from '#platform/fields/fields';
import { JsonText } from '#platform/http/json-text';
import { pick } from './pick';

/** The fields of the rows that a list or an export returns. */
export interface RowFields {
  row: Class;
  /** All fields that can be named. */
  names: readonly string[];
  /** Always returned. */
  ids: readonly string[];
  /** The default for agents: enough to decide what to do next. */
  brief: readonly string[];
}

type Row = Record<string, unknown>;
type NameOf<T> = keyof T & string;

const ROW_FIELDS = Symbol('row fields');
/** Means every field. */
export const ALL_FIELDS = '*';

/** The field `fields` of a request: some of a resource's fields, by name. */
export function FieldNames<T extends object>(
  row: Class<T>,
  ids: readonly NameOf<T>[],
  brief: readonly NameOf<T>[] = [],
): PropertyDecorator {
  const names = [...fieldsOf(row).keys(), ALL_FIELDS];
  const rowFields: RowFields = { row, names, ids, brief: brief.length > 0 ? [...new Set([...ids, ...brief])] : [ALL_FIELDS] };
  const choices = Choices(names, {
    optional: true,
    description: `Names of the fields to return; unset or ${ALL_FIELDS}: all. Always returned: ${ids.join(', ')}.`,
  });
  return (target, property) => {
    if (property !== 'fields') throw new Error('@FieldNames belongs on "fields".');
    Reflect.defineMetadata(ROW_FIELDS, rowFields, target);
    choices(target, property);
  };
}

/** Which fields a request can choose from; undefined when it cannot choose. */
export function rowFieldsOf(request: Class): RowFields | undefined {
  return Reflect.getMetadata(ROW_FIELDS, request.prototype as object) as RowFields | undefined;
}

/** The names to return, ids included; undefined for every field. */
export function chosenNames(ids: readonly string[], fields: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return !fields?.length || fields.includes(ALL_FIELDS) ? undefined : new Set([...ids, ...fields]);
}

/** The name of the rows in a response. */
export function rowsIn(response: Class, { row }: RowFields): string {
  const found = [...fieldsOf(response)].find(([, field]) => field.list && field.type?.() === row);
  if (!found) throw new Error(`${response.name} has no list of ${row.name}.`);
  return found[0];
}

/** A response whose rows have only the named fields. */
export function pickRows(body: object, rows: string, names: ReadonlySet<string>): object {
  const whole = (body instanceof JsonText ? JSON.parse(body.text) : body) as Row;
  return { ...whole, [rows]: (whole[rows] as Row[]).map((row) => pick(row, names)) };
}
