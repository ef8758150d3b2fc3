interface SpfTerm {
  /** The term as written, without its qualifier: `include:_spf.example.com`. */
  term: string;
  /** The domain in lower case; its leftmost labels may contain SPF macros. */
  domain: string;
  /** Whether the domain's own SPF record is evaluated too (include, redirect). */
  follows: boolean;
}

const VERSION = /^v=spf1(?: |$)/i;
const MECHANISM = /^[+~?]?(include|a|mx|ptr|exists):([^/]+)/i;
const REDIRECT = /^redirect=(.+)$/i;
const ALL = /^[+~?-]?all$/i;

export function isSpf(text: string): boolean {
  return VERSION.test(text);
}

/** The domains that an SPF record allows to send. Excludes `-` terms, and a redirect next to `all`, which is never used. */
export function spfTerms(text: string): SpfTerm[] {
  const words = text.split(/\s+/).slice(1);
  const hasAll = words.some((word) => ALL.test(word));
  const terms: SpfTerm[] = [];
  for (const word of words) {
    const mechanism = MECHANISM.exec(word);
    const redirect = mechanism || hasAll ? null : REDIRECT.exec(word);
    const named = mechanism?.[2] ?? redirect?.[1];
    if (named === undefined) continue;
    const follows = redirect !== null || mechanism?.[1]?.toLowerCase() === 'include';
    terms.push({ term: word.replace(/^[+~?]/, ''), domain: named.toLowerCase().replace(/\.$/, ''), follows });
  }
  return terms;
}
