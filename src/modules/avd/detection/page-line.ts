import { hostName } from './host-name';
import type { DetectionRecord, ReadLine } from './record';
import { seenAtOf } from './seen-at';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const STARTS_WITH_HOST = /^[^/?#.\s][^/?#\s]*\.[^/?#\s]+/;

/** A page and the resources it loads. Resources without a host are the page's own and are ignored. */
export function readPageLine(line: Record<string, unknown>, fallbackSeenAt: string): ReadLine {
  const page = typeof line.page === 'string' ? webAddress(line.page) : undefined;
  if (!page) return { records: [], rejected: 'page is not an http(s) URL' };
  const seenAt = seenAtOf(line.timestamp, fallbackSeenAt);
  if (seenAt === undefined) return { records: [], rejected: 'timestamp is not an RFC 3339 time' };
  const resources = line.resources;
  if (!Array.isArray(resources)) return { records: [], rejected: 'resources is not a list' };

  const records: DetectionRecord[] = [];
  let rejected: string | undefined;
  for (const resource of resources as unknown[]) {
    const text = typeof resource === 'string' ? resource : addressOfObject(resource);
    if (text === undefined) rejected ??= `resources has an invalid entry: ${JSON.stringify(resource).slice(0, 80)}`;
    else {
      const address = webAddress(text);
      if (address && address.host !== page.host) records.push({ host: page.host, type: 'RESOURCE', value: address.text, seenAt });
    }
  }
  return rejected === undefined ? { records } : { records, rejected };
}

/** The host and path of an http(s) URL. Query and fragment are dropped: they may contain session or personal data. */
function webAddress(text: string): { host: string; text: string } | undefined {
  let whole = text.trim();
  if (whole.startsWith('//')) whole = `https:${whole}`;
  else if (!SCHEME.test(whole) && STARTS_WITH_HOST.test(whole)) whole = `https://${whole}`;
  if (!/^https?:/i.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const host = hostName(url.hostname);
  return host === undefined ? undefined : { host, text: `${url.protocol}//${host}${url.pathname}` };
}

function addressOfObject(resource: unknown): string | undefined {
  if (typeof resource !== 'object' || resource === null) return undefined;
  const { url, src, href } = resource as Record<string, unknown>;
  const address = url ?? src ?? href;
  return typeof address === 'string' ? address : undefined;
}
