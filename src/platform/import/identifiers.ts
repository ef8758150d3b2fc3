const CVE = /^CVE-\d{4}-\d{4,19}$/;
const CVE_ANYWHERE = /\bCVE-\d{4}-\d{4,19}(?!\d)/gi;
const CWE_ANYWHERE = /(?:^|[^a-z0-9])cwe[-_: ]?0{0,9}([1-9]\d{0,5})(?!\d)/i;
const DIGITS = /^0{0,9}([1-9]\d{0,5})$/;
const SEARCHED = 20_000;

/** `CVE-2021-44228` from any case; undefined when the text is not a CVE id. */
export function cveIdOf(text: string | undefined): string | undefined {
  const id = text?.trim().toUpperCase();
  return id !== undefined && CVE.test(id) ? id : undefined;
}

/** The CVE ids that texts mention. */
export function cveIdsIn(...texts: (string | undefined)[]): string[] {
  return texts.flatMap((text) => text?.slice(0, SEARCHED).match(CVE_ANYWHERE) ?? []).map((id) => id.toUpperCase());
}

/** `CWE-79` from `cwe-079`, `CWE-79: Cross-site Scripting` or `external/cwe/cwe-079`. */
export function cweIdOf(text: string | undefined): string | undefined {
  const number = text === undefined ? undefined : CWE_ANYWHERE.exec(text.slice(0, 500))?.[1];
  return number === undefined ? undefined : `CWE-${number}`;
}

/** The same for a field that holds a CWE, so that bare digits are accepted too. */
export function cweIdOfField(text: string | undefined): string | undefined {
  const number = text === undefined ? undefined : DIGITS.exec(text.trim())?.[1];
  return number === undefined ? cweIdOf(text) : `CWE-${number}`;
}
