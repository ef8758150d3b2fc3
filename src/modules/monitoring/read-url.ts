/** Characters up to the path, which include the host. */
const UP_TO_PATH = /^[^\\/?#]*[\\/]*[^\\/?#]*/;
/** A longer host is none, even percent-encoded; converting thousands of foreign letters takes seconds. */
const MAX_FOREIGN = 1000;
const FOREIGN = /[^\x20-\x7e]|%|xn--/i;

/** Dropped from a URL wherever they are. */
const DROPPED = /[\t\n\r]+/g;

/** A URL in a server's answer, relative or absolute; undefined when it is none. */
export function readUrl(text: string, base?: string): URL | undefined {
  const [start = ''] = UP_TO_PATH.exec(text.replace(DROPPED, '')) ?? [];
  if (start.length > MAX_FOREIGN && FOREIGN.test(start)) return undefined;
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
