/** `tag=value; tag=value` as in DMARC, DKIM, MTA-STS and TLS-RPT records. Names are lower-cased; of two equal names the first applies. */
export function parseTagList(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    if (name !== '' && !tags.has(name)) tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

/** The first name that occurs twice, which makes a record invalid. */
export function repeatedTag(text: string): string | undefined {
  const names = text.split(';').map((part) =>
    part
      .slice(0, Math.max(0, part.indexOf('=')))
      .trim()
      .toLowerCase(),
  );
  const seen = new Set<string>();
  return names.find((name) => name !== '' && (seen.has(name) || !seen.add(name)));
}

/** Whether a TXT record starts with this version tag, without white space before it: `isVersion(text, 'DMARC1')`. */
export function isVersion(text: string, version: string): boolean {
  const [first = ''] = text.split(';', 1);
  const equals = first.indexOf('=');
  return equals !== -1 && first.slice(0, equals).trimEnd().toLowerCase() === 'v' && first.slice(equals + 1).trim() === version;
}
