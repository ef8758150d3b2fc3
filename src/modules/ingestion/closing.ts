import type { Coverage, FileSummary } from './finding-preparer';

const MAX_PROBLEMS = 5;

/** What closeMissing may close, and why not the rest. */
export interface Closing {
  covered: Coverage[];
  problems: string[];
}

/**
 * A file speaks for the parties and sources of its findings, and for the vendor it was imported for. Where a rejected record
 * does not say which finding it is about, it may be about any of its source: nothing of that source is closed.
 */
export function closingOf(summary: FileSummary, fallback: { view: number; domain: string } | undefined, format: string): Closing {
  const { total, rejected, unidentified } = summary;
  if (total > 0 && rejected === total) return { covered: [], problems: ['No record of the file could be taken, so nothing was closed.'] };
  const nameless = unidentified.find(({ source }) => source === undefined);
  if (nameless) {
    return { covered: [], problems: [`The record in line ${nameless.line} does not say what it is about, so nothing was closed.`] };
  }
  const blocked = new Set(unidentified.map(({ source }) => source));
  // A clean scan of a named vendor reports nothing at all: what its tool said before is closed.
  const named = fallback ? [{ view: fallback.view, party: fallback.domain, source: format }] : [];
  return {
    covered: [...summary.covered, ...named].filter(({ source }) => !blocked.has(source)),
    problems: unidentified
      .slice(0, MAX_PROBLEMS)
      .map(
        ({ source, line }) =>
          `The record in line ${line} does not say which finding of ${JSON.stringify(source)} it is about, so nothing of that source was closed.`,
      ),
  };
}
