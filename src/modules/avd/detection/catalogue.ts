import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDomain } from 'tldts';
import { projectRoot } from '#platform/config/project-root';
import type { FourthPartyConfidence, FourthPartyConnectionType } from '../avd.enums';
import { nearest } from './host-name';
import { normalValue } from './record-values';
import { expanded, formOf, type MatchForm, signatureFile, type SignalKind, type SignatureEntry } from './signature-schema';

export interface FourthParty {
  domain: string;
  company: string;
  /** The registrable domain of `domain`. */
  registrable: string;
  /** The company's own domains, so that it is never reported as its own fourth party. */
  ownDomains: Set<string>;
}

/** The meaning of a matched pattern. */
export interface Signal {
  party: FourthParty;
  product: string;
  connectionType: FourthPartyConnectionType;
  confidence: FourthPartyConfidence;
}

/** Routing mail, DNS or traffic to a company proves use. A token, a permission or a shared address only suggests it. */
const DEFAULT_CONFIDENCE: Readonly<Record<SignalKind, FourthPartyConfidence>> = {
  mx: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
  ns: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
  cname: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
  spf: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
  resource: 'FOURTH_PARTY_CONFIDENCE_CONFIRMED',
  txt: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
  caa: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
  soa: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
  a: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
  aaaa: 'FOURTH_PARTY_CONFIDENCE_LIKELY',
};

/** Kinds whose host patterns are the company's own names. CAA is not among them: its identifiers can outlive a sale of the brand. */
const OWNED_KINDS: ReadonlySet<SignalKind> = new Set(['mx', 'ns', 'cname', 'spf', 'resource']);

const BUCKET = 3;

interface Placed {
  signal: Signal;
  where: string;
  operators: boolean;
}

export class CatalogueError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The signature catalogue is invalid:\n${faults.join('\n')}`);
    this.name = 'CatalogueError';
  }
}

/** The signatures, indexed: a host lookup costs one hash per label, a text lookup one small bucket. */
export class Catalogue {
  private readonly byDomain = new Map<string, FourthParty>();
  private readonly suffixes = new Map<string, Placed>();
  private readonly exacts = new Map<string, Placed>();
  private readonly prefixes = new Map<string, { text: string; placed: Placed }[]>();

  get fourthParties(): FourthParty[] {
    return [...this.byDomain.values()];
  }

  /** The most specific signature for a host: the host itself, otherwise the longest suffix of whole labels. */
  matchHost(kind: SignalKind, host: string): Signal | undefined {
    const placed = this.exacts.get(`${kind} ${host}`) ?? nearest(host, (name) => this.suffixes.get(`${kind} ${name}`));
    return placed?.signal;
  }

  /** For texts and addresses: the whole value, otherwise the longest known prefix. Case-insensitive. */
  matchText(kind: SignalKind, value: string): Signal | undefined {
    const text = value.toLowerCase();
    const whole = this.exacts.get(`${kind} ${text}`);
    if (whole) return whole.signal;
    let best: { text: string; placed: Placed } | undefined;
    for (const candidate of this.prefixes.get(`${kind} ${text.slice(0, BUCKET)}`) ?? []) {
      if (text.startsWith(candidate.text) && candidate.text.length > (best?.text.length ?? 0)) best = candidate;
    }
    return best?.placed.signal;
  }

  /** Adds the entries of a file and returns their errors. An operator's pattern replaces a shipped one. */
  add(entries: readonly SignatureEntry[], file: string, operators: boolean): string[] {
    const faults: string[] = [];
    entries.forEach((entry, index) => {
      const where = `${file}, entry ${index + 1} (${entry.domain})`;
      const party = this.partyOf(entry);
      if (party.company !== entry.company) faults.push(`${where}: company is "${entry.company}", but "${party.company}" elsewhere`);
      for (const product of entry.products) {
        for (const signal of product.signals) {
          const placed = { signal: toSignal(party, product, signal), where, operators };
          const { form, text } = formOf(signal.match);
          for (const pattern of signal.kind === 'txt' ? [text] : expanded(text)) {
            if (OWNED_KINDS.has(signal.kind)) own(party, pattern);
            const rival = this.place(signal.kind, form, pattern, placed);
            if (rival) faults.push(`${where}: ${signal.kind} ${form} "${pattern}" is already used in ${rival}`);
          }
        }
      }
    });
    return faults;
  }

  private partyOf(entry: SignatureEntry): FourthParty {
    const { domain, company, ownDomains = [] } = entry;
    const party = this.byDomain.get(domain) ?? { domain, company, registrable: getDomain(domain) ?? domain, ownDomains: new Set<string>() };
    this.byDomain.set(domain, party);
    for (const other of ownDomains) party.ownDomains.add(other);
    return party;
  }

  /** Returns the location of a conflicting entry with the same pattern, if there is one. */
  private place(kind: SignalKind, form: MatchForm, pattern: string, placed: Placed): string | undefined {
    const text = kind === 'aaaa' ? (normalValue('AAAA', pattern) ?? pattern) : pattern.toLowerCase();
    if (form === 'prefix') {
      const key = `${kind} ${text.slice(0, BUCKET)}`;
      const bucket = this.prefixes.get(key) ?? [];
      this.prefixes.set(key, bucket);
      const existing = bucket.findIndex((other) => other.text === text);
      const rival = bucket[existing]?.placed;
      if (rival?.operators === placed.operators) return rival.where;
      bucket.splice(existing === -1 ? bucket.length : existing, 1, { text, placed });
      return undefined;
    }
    const index = form === 'suffix' ? this.suffixes : this.exacts;
    const rival = index.get(`${kind} ${text}`);
    if (rival?.operators === placed.operators) return rival.where;
    index.set(`${kind} ${text}`, placed);
    return undefined;
  }
}

/** The shipped catalogue plus the operator's files (every *.json in their folder). Reports the errors of all files at once. */
export function loadCatalogue(operatorFolder?: string): Catalogue {
  const catalogue = new Catalogue();
  const faults = addFolder(catalogue, join(projectRoot(), 'src', 'modules', 'avd', 'signatures'), false);
  if (operatorFolder !== undefined) faults.push(...addFolder(catalogue, operatorFolder, true));
  if (faults.length > 0) throw new CatalogueError(faults);
  return catalogue;
}

function addFolder(catalogue: Catalogue, folder: string, operators: boolean): string[] {
  let files: string[];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  } catch (error) {
    return [`${folder}: ${(error as Error).message}`];
  }
  return files.sort().flatMap((file) => addFile(catalogue, join(folder, file), operators));
}

function addFile(catalogue: Catalogue, file: string, operators: boolean): string[] {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return [`${file}: ${(error as Error).message}`];
  }
  const parsed = signatureFile.safeParse(document);
  if (parsed.success) return catalogue.add(parsed.data, file, operators);
  return parsed.error.issues.map(({ path, message }) => `${file}${placeOf(path, document)}: ${message}`);
}

/** The entry by number and domain, and the path in it: `, entry 3 (example.com), products.0.signals.1.match`. */
function placeOf(path: readonly PropertyKey[], document: unknown): string {
  const [index, ...inside] = path;
  if (typeof index !== 'number') return '';
  const entry: unknown = Array.isArray(document) ? document[index] : undefined;
  const domain = typeof entry === 'object' && entry !== null && 'domain' in entry ? ` (${String(entry.domain)})` : '';
  return `, entry ${index + 1}${domain}${inside.length > 0 ? `, ${inside.map(String).join('.')}` : ''}`;
}

function toSignal(
  party: FourthParty,
  product: SignatureEntry['products'][number],
  signal: SignatureEntry['products'][number]['signals'][number],
): Signal {
  return {
    party,
    product: product.name,
    connectionType: `FOURTH_PARTY_CONNECTION_TYPE_${product.connectionType}`,
    confidence: signal.confidence ? `FOURTH_PARTY_CONFIDENCE_${signal.confidence}` : DEFAULT_CONFIDENCE[signal.kind],
  };
}

function own(party: FourthParty, pattern: string): void {
  const host = pattern.split('/', 1)[0] ?? pattern;
  // A customer of a hosting company owns its host there, not the domain of the company.
  const registrable = getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host);
  if (registrable !== null) party.ownDomains.add(registrable);
}
