import { assertHasList, KEV } from '#platform/import/catalogue';
import { cveIdOf } from '#platform/import/identifiers';
import { asText, recordOf, type JsonRecord } from '#platform/import/json-value';
import { proseOf } from '#platform/import/text';
import { JsonSplitter, type JsonPiece } from '#platform/import/json-stream/json-splitter';
import { parseJson } from '#platform/import/json-stream/parse-json';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { toUtc } from '#platform/time/rfc3339';
import type { EventDraft, ParsedEvent } from './event-draft';
import { LIMITS } from './limits';

const CATALOGUE = 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog';
const ADDRESS = /https?:\/\/[^\s;,<>"]+/g;

/** The catalogue of known exploited vulnerabilities. Each entry is an event with an id derived from its CVE, so that a later edition updates it. */
export async function* kev(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedEvent> {
  const splitter = new JsonSplitter([`${KEV.list}[*]`]);
  for await (const chunk of plainBytes(bytes)) {
    for (const piece of splitter.push(chunk)) yield parsed(piece);
  }
  splitter.end();
  assertHasList(splitter, KEV);
}

function parsed(piece: JsonPiece): ParsedEvent {
  const { line } = piece;
  if ('problem' in piece) return { line, rejected: piece.problem };
  try {
    return { line, draft: readEntry(recordOf(parseJson(piece.bytes))) };
  } catch (error) {
    if (error instanceof RecordError) return { line, rejected: error.message };
    throw error;
  }
}

/** Every entry is exploited, so its severity is HIGH; CRITICAL if ransomware groups use it. */
function readEntry(entry: JsonRecord): EventDraft {
  const cveId = cveIdOf(asText(entry['cveID']));
  if (cveId === undefined) throw new RecordError('cveID is missing or not a CVE id');
  const added = day(entry, 'dateAdded');
  if (added === undefined) throw new RecordError('dateAdded is missing or not a date');
  const due = day(entry, 'dueDate');
  const isRansomware = asText(entry['knownRansomwareCampaignUse'])?.toLowerCase() === 'known';
  const action = proseOf(asText(entry['requiredAction']), LIMITS.description);
  const product = [asText(entry['vendorProject']), asText(entry['product'])].filter((part) => part !== undefined).join(' ');
  return {
    eventId: `kev-${cveId.toLowerCase()}`,
    title: proseOf(asText(entry['vulnerabilityName']), LIMITS.title) ?? cveId,
    summary: proseOf(asText(entry['shortDescription']), LIMITS.summary) ?? `${cveId} is known to be exploited.`,
    eventType: 'SECURITY_EVENT_TYPE_VULNERABILITY_EXPLOITATION',
    severity: isRansomware ? 'SECURITY_EVENT_SEVERITY_CRITICAL' : 'SECURITY_EVENT_SEVERITY_HIGH',
    status: 'SECURITY_EVENT_STATUS_ONGOING',
    publishedAt: added,
    cveIds: [cveId],
    affectedProducts: [proseOf(product, LIMITS.product)].filter((name) => name !== undefined),
    isRansomware,
    timeline: [
      { occurredAt: added, title: 'Listed as known to be exploited' },
      ...(due === undefined ? [] : [{ occurredAt: due, title: 'Remediation due', ...(action !== undefined && { description: action }) }]),
    ],
    sources: [
      { name: 'CISA Known Exploited Vulnerabilities Catalog', url: `${CATALOGUE}?search_api_fulltext=${cveId}`, publishedAt: added },
      ...addressesIn(asText(entry['notes'])),
    ],
    victims: [],
  };
}

function day(entry: JsonRecord, field: string): string | undefined {
  const text = asText(entry[field]);
  return text === undefined ? undefined : toUtc(`${text.slice(0, 10)}T00:00:00Z`);
}

/** Notes are prose with URLs; each URL becomes a source named after its host. */
function addressesIn(notes: string | undefined): EventDraft['sources'] {
  const found = new Set(notes?.match(ADDRESS)?.map((address) => address.replace(/[).]+$/, '')));
  return [...found]
    .filter((url) => url.length <= LIMITS.url && URL.canParse(url))
    .slice(0, LIMITS.sources - 1)
    .map((url) => ({ name: new URL(url).hostname, url }));
}
