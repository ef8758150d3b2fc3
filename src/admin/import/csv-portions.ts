/** Rows and characters of a portion: each is written in a transaction of its own, and others wait for its locks. */
const MAX_ROWS = 5_000;
const MAX_TEXT = 4 * 1024 * 1024;

/** Splits a CSV file of any size into files with the same header, at ends of records. A line break inside quotes ends none. */
export async function* csvPortions(texts: AsyncIterable<string>, maxRows = MAX_ROWS, maxText = MAX_TEXT): AsyncGenerator<string> {
  let header: string | undefined;
  let held = '';
  let rows = 0;
  let ended = 0; // up to here, `held` is complete records
  let scanned = 0;
  let inQuotes = false;
  let yielded = false;
  for await (const text of texts) {
    held += text;
    for (; scanned < held.length; scanned++) {
      const character = held[scanned];
      if (character === '"') inQuotes = !inQuotes;
      if (character !== '\n' || inQuotes) continue;
      ended = scanned + 1;
      if (header === undefined) header = held.slice(0, ended);
      else rows += 1;
      if (rows === 0 || (rows < maxRows && ended < maxText)) continue;
      yield yielded ? header + held.slice(0, ended) : held.slice(0, ended);
      yielded = true;
      held = held.slice(ended);
      scanned = -1;
      rows = ended = 0;
    }
    // A quote that is never closed: the reader of the portion reports it.
    if (held.length - ended > maxText) break;
  }
  if (held !== '' || !yielded) yield yielded ? (header ?? '') + held : held;
}
