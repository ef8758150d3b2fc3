import { types, type FieldDef } from 'pg';
import type { TextRow } from '#platform/database/wire-row';
import { piece } from '#platform/http/json-writer';
import type { WriteRow } from './line-stream';

/** Writes the object of a row in PostgreSQL's text format. */
export function textRows(toJson: (row: TextRow) => string): WriteRow {
  return (json, row) => {
    json.piece(piece(toJson(row.fields)));
  };
}

/** Writes the object of a row whose values have the driver's types. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the driver cannot say what a statement returns; the caller does
export function typedRows<Row>(toObject: (row: Row) => object): WriteRow {
  let described: readonly FieldDef[] | undefined;
  let parsers: { name: string; parse: (text: string) => unknown }[] = [];
  return (json, row, columns) => {
    if (columns !== described) {
      described = columns;
      const parserOf = types.getTypeParser as (type: number) => (text: string) => unknown;
      parsers = columns.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    }
    const texts = row.fields;
    const typed = Object.fromEntries(
      parsers.map(({ name, parse }, index) => {
        const text = texts[index] as string | null;
        return [name, text === null ? null : parse(text)];
      }),
    );
    json.piece(piece(JSON.stringify(toObject(typed as Row))));
  };
}
