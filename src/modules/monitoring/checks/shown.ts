/** Characters that a terminal, browser or spreadsheet might interpret: controls, direction marks, invisible characters, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFC]+/gu;
const MAX_SHOWN = 300;
/** Only this much of a text is cleaned, so that an endless header costs little. */
const MAX_READ = 4 * MAX_SHOWN;

/** Untrusted text for evidence: one bounded line of printable characters. */
export function shown(text: string, limit = MAX_SHOWN): string {
  const clean = text
    .slice(0, Math.max(limit * 4, MAX_READ))
    .replace(UNSAFE, ' ')
    .trim();
  const points = [...clean];
  return points.length <= limit && text.length <= Math.max(limit * 4, MAX_READ) ? clean : `${points.slice(0, limit - 1).join('')}…`;
}

/** A list of untrusted texts on one line, limited to the first few. */
export function shownList(texts: readonly string[], most = 10): string {
  const some = texts.slice(0, most).map((text) => shown(text, 120));
  return texts.length > most ? `${some.join(', ')} and ${texts.length - most} more` : some.join(', ');
}
