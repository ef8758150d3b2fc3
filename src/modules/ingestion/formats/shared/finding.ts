import type { ObservationCategory, ObservationConfidence, ObservationSeverity } from '#shared/observation.enums';
import { RecordError } from '#platform/import/json-stream/record-error';
import type { AssetDraft, CvssDraft, ObservationDraft } from '../../observation-draft';
import { isWebUrl, portNumber } from '#platform/import/host';
import { idOf, keyOf, proseOf, slugOf } from '#platform/import/text';

/** Limits of one finding: characters of a text, entries of a list. */
export const LIMITS = {
  hosts: 10,
  title: 500,
  description: 8000,
  observationType: 100,
  cveIds: 50,
  cweIds: 50,
  cvssScores: 20,
  references: 50,
  reference: 2048,
  tags: 50,
  tag: 100,
  evidence: 20,
  evidenceItem: 2000,
  remediation: 8000,
  sourceName: 100,
  externalId: 500,
  url: 2048,
} as const;

type Texts = readonly (string | undefined)[];

/** A finding as parsed, before its texts and lists are truncated. */
export interface Finding {
  hosts: Texts;
  title: string | undefined;
  description?: string | undefined;
  /** Any text that identifies the kind of finding. */
  observationType: string | undefined;
  category: ObservationCategory;
  severity: ObservationSeverity;
  confidence?: ObservationConfidence | undefined;
  asset?: AssetDraft | undefined;
  cveIds?: Texts;
  cweIds?: Texts;
  cvssScores?: readonly (CvssDraft | undefined)[];
  epss?: { score: number; percentile: number } | undefined;
  references?: Texts;
  tags?: Texts;
  evidence?: Texts;
  remediation?: string | undefined;
  source: { name: string | undefined; externalId?: string | undefined };
  firstSeen?: string | undefined;
  lastSeen?: string | undefined;
}

/** A rejected record that identifies its finding. */
export class NamedRecordError extends RecordError {
  constructor(
    reason: string,
    readonly draft: ObservationDraft,
  ) {
    super(reason);
  }
}

/** Collects problems in fields that do not identify a finding, so that a rejected record still identifies its finding. */
export class Faults {
  private first: string | undefined;

  /** The result of `read`, or the stand-in when it throws. */
  or<T>(standIn: T, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.first ??= error.message;
      return standIn;
    }
  }

  /** The finding; throws when there were problems. */
  check(draft: ObservationDraft): ObservationDraft {
    if (this.first !== undefined) throw new NamedRecordError(this.first, draft);
    return draft;
  }
}

/** The result of `read`, or undefined when it throws RecordError. */
export function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordError) return undefined;
    throw error;
  }
}

/** Truncates and cleans a parsed finding; throws when something required is missing. */
export function draftOf(finding: Finding): ObservationDraft {
  const title = proseOf(finding.title, LIMITS.title);
  if (title === undefined) throw new RecordError('no title');
  const observationType = slugOf(finding.observationType ?? '', LIMITS.observationType);
  if (observationType === undefined) throw new RecordError('no observation type');
  const sourceName = keyOf(finding.source.name, 'the source name', LIMITS.sourceName);
  if (sourceName === undefined) throw new RecordError('no source name');

  const draft: ObservationDraft = {
    hosts: distinct(finding.hosts, LIMITS.hosts),
    title,
    observationType,
    category: finding.category,
    severity: finding.severity,
    cveIds: distinct(finding.cveIds, LIMITS.cveIds),
    cweIds: distinct(finding.cweIds, LIMITS.cweIds),
    cvssScores: distinctScores(finding.cvssScores ?? []),
    references: distinct(finding.references, LIMITS.references, webReference),
    tags: distinct(finding.tags, LIMITS.tags, (tag) => proseOf(tag, LIMITS.tag)),
    evidence: distinct(finding.evidence, LIMITS.evidence, (item) => proseOf(item, LIMITS.evidenceItem)),
    source: { name: sourceName },
  };
  const externalId = idOf(finding.source.externalId, LIMITS.externalId);
  if (externalId !== undefined) draft.source.externalId = externalId;
  const description = proseOf(finding.description, LIMITS.description);
  if (description !== undefined) draft.description = description;
  const remediation = proseOf(finding.remediation, LIMITS.remediation);
  if (remediation !== undefined) draft.remediation = remediation;
  if (finding.confidence !== undefined) draft.confidence = finding.confidence;
  if (finding.asset !== undefined) draft.asset = finding.asset;
  if (finding.epss !== undefined) draft.epss = finding.epss;
  if (finding.firstSeen !== undefined) draft.firstSeen = finding.firstSeen;
  if (finding.lastSeen !== undefined) draft.lastSeen = finding.lastSeen;
  return draft;
}

/** An http or https URL as an asset, limited in length; undefined for any other text. */
export function urlAsset(url: string | undefined): AssetDraft | undefined {
  const text = keyOf(url, 'the URL', LIMITS.url);
  return !isWebUrl(text) ? undefined : { url: { url: text } };
}

/** A port of an address as an asset; 0 when the finding is about the whole address. */
export function portAsset(address: string | undefined, port: unknown, protocol?: string): AssetDraft | undefined {
  if (address === undefined) return undefined;
  const isUdp = protocol?.toLowerCase() === 'udp';
  return {
    ipPort: { address, port: portNumber(port) ?? 0, protocol: isUdp ? 'ASSET_IP_PORT_PROTOCOL_UDP' : 'ASSET_IP_PORT_PROTOCOL_TCP' },
  };
}

/** EPSS score and percentile, when both are probabilities. */
export function epssOf(score: number | undefined, percentile: number | undefined): { score: number; percentile: number } | undefined {
  return isProbability(score) && isProbability(percentile) ? { score, percentile } : undefined;
}

function isProbability(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= 1;
}

/** A usable reference URL; a longer one is dropped, because truncation would change the URL. */
function webReference(text: string): string | undefined {
  const reference = text.trim();
  return reference.length <= LIMITS.reference && isWebUrl(reference) ? proseOf(reference, LIMITS.reference) : undefined;
}

function distinct(values: Texts | undefined, limit: number, clean: (text: string) => string | undefined = (text) => text): string[] {
  const kept = new Set<string>();
  for (const value of values ?? []) {
    if (kept.size === limit) break;
    const text = value === undefined ? undefined : clean(value);
    if (text !== undefined) kept.add(text);
  }
  return [...kept];
}

function distinctScores(scores: readonly (CvssDraft | undefined)[]): CvssDraft[] {
  const kept = new Map<string, CvssDraft>();
  for (const score of scores) {
    if (kept.size === LIMITS.cvssScores) break;
    if (!score) continue;
    const source = proseOf(score.scoreSource, LIMITS.sourceName) ?? 'unknown';
    const key = `${score.version} ${score.baseScore} ${score.cvssVector} ${source}`;
    if (!kept.has(key)) kept.set(key, { ...score, scoreSource: source });
  }
  return [...kept.values()];
}
