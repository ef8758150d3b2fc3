import { Slices } from '#platform/time/next-turn';
import { MAX_CELLS, SLICE, TooManyCells } from './csv-records';

/** Describes why a file could not be split into records. Other errors are thrown again. */
export async function quoteProblem(text: string, error: unknown): Promise<string> {
  if (error instanceof TooManyCells) return `A row has more than ${MAX_CELLS} cells.`;
  const { code, lines } = error as { code?: unknown; lines?: unknown };
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `The quote opened on line ${await openQuoteLine(text)} is never closed.`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return `A stray quote on line ${String(lines)}: quote the whole cell and double the quotes inside it.`;
  }
  throw error;
}

/** The parser reports only the last line it saw. Quotes before the open cell come in pairs; a doubled quote belongs to its cell. */
async function openQuoteLine(text: string): Promise<number> {
  const slices = new Slices(SLICE);
  let opened = -1;
  let closed = -2;
  let open = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (open) closed = at;
    else if (at !== closed + 1) opened = at;
    open = !open;
    const pause = slices.spend(1);
    if (pause) await pause;
  }
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < opened; at = text.indexOf('\n', at + 1)) {
    line += 1;
    const pause = slices.spend(1);
    if (pause) await pause;
  }
  return line;
}
