/** Longer than any header. */
const MAX_HEADER = 4096;
const DELIMITERS = [',', ';', '\t'];

/** The delimiter of a CSV file: the most frequent one in its header, because no column name contains one. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().slice(0, MAX_HEADER).split('\n', 1);
  const uses = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best));
}
