import type { Coverage, FileSummary } from './finding-preparer';

const MAX_PROBLEMS = 5;

/** What closeMissing may resolve, and why it skips the rest. */
export interface Closing {
  covered: Coverage[];
  problems: string[];
}

/**
 * A file covers the parties and sources of its findings, and the vendor it was imported for. A rejected record that
 * identifies no finding may be about any finding of its source, so nothing of that source is resolved.
 */
export function closingOf(summary: FileSummary, fallback: { view: number; domain: string } | undefined, format: string): Closing {
  const { total, rejected, unidentified } = summary;
  if (total === 0 && !fallback)
    return { covered: [], problems: ['The file has no records and no vendor was named, so nothing was closed.'] };
  if (total > 0 && rejected === total) return { covered: [], problems: ['Every record of the file was rejected, so nothing was closed.'] };
  const nameless = unidentified.find(({ source }) => source === undefined);
  if (nameless) {
    return {
      covered: [],
      problems: [`The record in line ${nameless.line} identifies neither a finding nor a source, so nothing was closed.`],
    };
  }
  const blocked = new Set(unidentified.map(({ source }) => source));
  // A clean scan of the given vendor reports nothing: the earlier findings of its tool are resolved.
  const named = fallback ? [{ view: fallback.view, party: fallback.domain, source: format }] : [];
  return {
    covered: [...summary.covered, ...named].filter(({ source }) => !blocked.has(source)),
    problems: unidentified
      .slice(0, MAX_PROBLEMS)
      .map(
        ({ source, line }) =>
          `The record in line ${line} does not identify a finding of ${JSON.stringify(source)}, so nothing of that source was closed.`,
      ),
  };
}
