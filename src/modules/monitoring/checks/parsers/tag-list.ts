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

/** Whether a TXT record starts with this version tag: `isVersion(text, 'DMARC1')`. */
export function isVersion(text: string, version: string): boolean {
  const [first = ''] = text.split(';', 1);
  const equals = first.indexOf('=');
  return equals !== -1 && first.slice(0, equals).trim().toLowerCase() === 'v' && first.slice(equals + 1).trim() === version;
}
