import { FormatError } from './format-error';
import type { JsonSplitter } from './json-stream/json-splitter';

/** A public catalogue: a JSON document with a list of entries. */
export interface Catalogue {
  list: string;
  name: string;
}

/** CISA's catalogue of known exploited vulnerabilities. */
export const KEV: Catalogue = { list: 'vulnerabilities', name: 'KEV catalogue' };

/** Refuses a file, read to its end, that had no list of entries: it is another file. */
export function assertHasList(splitter: JsonSplitter, { list, name }: Catalogue): void {
  if (!splitter.hasMet(list)) throw new FormatError(`The file is not a ${name}: it has no list "${list}".`);
}
