import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { createInterface } from 'node:readline';
import { InvalidArgument } from '#platform/errors/api-error';

const LARGEST_DOCUMENT = 256 * 1024 * 1024;
const CVE = /^CVE-\d{4}-\d{4,19}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

export interface KevEntry {
  cve: string;
  dateAdded: string;
  dueDate: string | null;
  ransomware: boolean;
}

export interface EpssEntry {
  cve: string;
  score: string;
  percentile: string;
}

export interface CapecEntry {
  cwe: string;
  capec: string;
  summary: string;
  description: string;
}

function refuse(message: string): never {
  throw new InvalidArgument(message, 'FILE_UNREADABLE');
}

/** CISA's catalogue of known exploited vulnerabilities. */
export async function readKev(path: string): Promise<KevEntry[]> {
  const document = await readDocument(path);
  const entries = (document as { vulnerabilities?: unknown }).vulnerabilities;
  if (!Array.isArray(entries)) refuse('The file is no KEV catalogue: it has no list "vulnerabilities".');
  return entries.map((entry: Record<string, unknown>, index) => {
    const { cveID, dateAdded, dueDate, knownRansomwareCampaignUse } = entry;
    if (typeof cveID !== 'string' || !CVE.test(cveID)) refuse(`vulnerabilities[${index}].cveID is not a CVE id.`);
    if (typeof dateAdded !== 'string' || !DAY.test(dateAdded)) refuse(`vulnerabilities[${index}].dateAdded is not a day.`);
    return {
      cve: cveID,
      dateAdded,
      dueDate: typeof dueDate === 'string' && DAY.test(dueDate) ? dueDate : null,
      ransomware: knownRansomwareCampaignUse === 'Known',
    };
  });
}

/** FIRST's daily EPSS file, plain or gzipped: comment lines, a header, then cve,epss,percentile. */
export async function* readEpss(path: string): AsyncGenerator<EpssEntry> {
  const file = createReadStream(path);
  const lines = createInterface({ input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file, crlfDelay: Infinity });
  let number = 0;
  let sawHeader = false;
  for await (const line of lines) {
    number += 1;
    if (line === '' || line.startsWith('#')) continue;
    if (!sawHeader) {
      if (line.trim() !== 'cve,epss,percentile') refuse(`Line ${number} is not the header cve,epss,percentile.`);
      sawHeader = true;
      continue;
    }
    const [cve = '', score = '', percentile = ''] = line.split(',');
    if (!CVE.test(cve) || !isShare(score) || !isShare(percentile)) refuse(`Line ${number} is not cve,epss,percentile.`);
    yield { cve, score, percentile };
  }
  if (!sawHeader) refuse('The file is no EPSS file: it has no header cve,epss,percentile.');
}

/** A STIX 2.1 bundle of CAPEC attack patterns; each goes with the CWEs it refers to. */
export async function readCapec(path: string): Promise<CapecEntry[]> {
  const { objects } = (await readDocument(path)) as { objects?: unknown };
  if (!Array.isArray(objects)) refuse('The file is no STIX bundle: it has no list "objects".');
  return objects.flatMap((object: Record<string, unknown>) => {
    if (object.type !== 'attack-pattern' || object.x_capec_status === 'Deprecated' || object.revoked === true) return [];
    const references = Array.isArray(object.external_references) ? (object.external_references as Record<string, unknown>[]) : [];
    const idsOf = (source: string) =>
      references.filter((reference) => reference.source_name === source).map((reference) => String(reference.external_id));
    const [capec] = idsOf('capec');
    if (capec === undefined || typeof object.name !== 'string') return [];
    const summary = object.name.slice(0, 1024);
    const description = plainText(typeof object.description === 'string' ? object.description : object.name);
    return idsOf('cwe').map((cwe) => ({ cwe, capec, summary, description }));
  });
}

/** The descriptions carry markup here and there. */
function plainText(text: string): string {
  return text
    .replaceAll(/<[^>]{1,100}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 4000);
}

function isShare(text: string): boolean {
  const number = Number(text);
  return text !== '' && number >= 0 && number <= 1;
}

async function readDocument(path: string): Promise<object> {
  if ((await stat(path)).size > LARGEST_DOCUMENT) refuse(`The file is larger than ${LARGEST_DOCUMENT} bytes.`);
  try {
    const document: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof document === 'object' && document !== null) return document;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuse('The file is not a JSON document.');
}
