import { KEV } from '#platform/import/catalogue';
import { cveIdOf } from '#platform/import/identifiers';
import { asRecord, asText } from '#platform/import/json-value';
import { FormatError } from '#platform/import/format-error';
import { catalogueValues } from './catalogue-document';

export interface KevEntry {
  cve: string;
  dateAdded: string;
  dueDate: string | undefined;
  ransomware: boolean;
}

/** Set once the file is read: whether it has as many entries as it states. */
export interface KevExtent {
  isComplete: boolean;
}

/** CISA's catalogue of known exploited vulnerabilities. */
export async function* readKev(bytes: AsyncIterable<Uint8Array>, extent: KevExtent): AsyncGenerator<KevEntry> {
  let count: unknown;
  let entries = 0;
  for await (const { selector, line, value } of catalogueValues(bytes, KEV, ['count'])) {
    if (selector === 'count') {
      count = value;
    } else {
      yield readEntry(value, line);
      entries += 1;
    }
  }
  extent.isComplete = count === entries;
}

function readEntry(value: unknown, line: number): KevEntry {
  const entry = asRecord(value) ?? {};
  const cve = cveIdOf(asText(entry['cveID']));
  const dateAdded = dayOf(entry['dateAdded']);
  if (cve === undefined) throw new FormatError(`Line ${line}: the entry has no CVE id under "cveID".`);
  if (dateAdded === undefined) throw new FormatError(`Line ${line}: ${cve} has no day under "dateAdded".`);
  return { cve, dateAdded, dueDate: dayOf(entry['dueDate']), ransomware: entry['knownRansomwareCampaignUse'] === 'Known' };
}

function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}
