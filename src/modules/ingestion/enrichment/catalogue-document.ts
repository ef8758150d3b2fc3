import { JsonSplitter, type JsonPiece } from '#platform/import/json-stream/json-splitter';
import { parseJson } from '#platform/import/json-stream/parse-json';
import { RecordError } from '#platform/import/json-stream/record-error';
import { assertHasList, type Catalogue } from '#platform/import/catalogue';
import { FormatError } from '#platform/import/format-error';
import { textBytes } from './text-bytes';

export interface CatalogueValue {
  selector: string;
  line: number;
  value: unknown;
}

/**
 * The values at some paths of a JSON catalogue, one at a time. A catalogue is imported completely or not at all, so the first
 * invalid value throws.
 */
export async function* catalogueValues(
  bytes: AsyncIterable<Uint8Array>,
  catalogue: Catalogue,
  others: readonly string[] = [],
): AsyncGenerator<CatalogueValue> {
  const splitter = new JsonSplitter([...others, `${catalogue.list}[*]`]);
  for await (const chunk of textBytes(bytes)) {
    for (const piece of splitter.push(chunk)) yield { selector: piece.selector, line: piece.line, value: valueOf(piece) };
  }
  splitter.end();
  assertHasList(splitter, catalogue);
}

function valueOf(piece: JsonPiece): unknown {
  if ('problem' in piece) throw new FormatError(`Line ${piece.line}: an entry is ${piece.problem}.`);
  try {
    return parseJson(piece.bytes);
  } catch (error) {
    if (error instanceof RecordError) throw new FormatError(`Line ${piece.line}: an entry is ${error.message}.`);
    throw error;
  }
}
