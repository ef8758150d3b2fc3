import { cveIdOf } from '#platform/import/identifiers';
import { LineSplitter, type Line } from '#platform/import/json-stream/line-splitter';
import { FormatError } from '#platform/import/format-error';
import { textBytes } from './text-bytes';

export interface EpssEntry {
  cve: string;
  score: string;
  percentile: string;
}

const COLUMNS = ['cve', 'epss', 'percentile'];
const MAX_LINE_BYTES = 4096;
const PROBABILITY = /^(?:0|1)?(?:\.\d{1,20})?(?:e-\d{1,2})?$/i;

/** FIRST's daily EPSS file: comment lines, a header, then one line per CVE. */
export async function* readEpss(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<EpssEntry> {
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  let places: number[] | undefined;
  const read = (line: Line): EpssEntry | undefined => {
    const text = textOf(line);
    if (text === '' || text.startsWith('#')) return undefined;
    const cells = text.split(',').map(unquoted);
    if (places) return readEntry(cells, places, line.line);
    places = COLUMNS.map((column) => cells.map((cell) => cell.toLowerCase()).indexOf(column));
    if (places.includes(-1)) throw new FormatError(`Line ${line.line}: the header of an EPSS file must contain cve, epss and percentile.`);
    return undefined;
  };

  for await (const chunk of textBytes(bytes)) {
    for (const line of splitter.push(chunk)) {
      const entry = read(line);
      if (entry) yield entry;
    }
  }
  for (const line of splitter.end()) {
    const entry = read(line);
    if (entry) yield entry;
  }
  if (!places) throw new FormatError('The file is not an EPSS file: it has no header cve,epss,percentile.');
}

function textOf(line: Line): string {
  if ('problem' in line) throw new FormatError(`Line ${line.line}: ${line.problem}.`);
  return line.bytes.toString('utf8').trim();
}

function readEntry(cells: readonly string[], [cveAt = 0, scoreAt = 1, percentileAt = 2]: readonly number[], line: number): EpssEntry {
  const cve = cveIdOf(cells[cveAt] ?? '');
  const score = cells[scoreAt] ?? '';
  const percentile = cells[percentileAt] ?? '';
  if (cve === undefined || !isProbability(score) || !isProbability(percentile)) {
    throw new FormatError(`Line ${line} is not a CVE id with a score and a percentile from 0 to 1.`);
  }
  return { cve, score, percentile };
}

function isProbability(text: string): boolean {
  return text !== '' && PROBABILITY.test(text) && Number(text) <= 1;
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
