import { hash as oneShotHash } from 'node:crypto';
import { rowId } from '#platform/database/row-ids';
import { slugOf } from '#platform/import/text';
import {
  ASSET_IP_PORT_PROTOCOL,
  ASSET_TYPE,
  CVSS_SCORE_SEVERITY,
  OBSERVATION_CATEGORY,
  OBSERVATION_CONFIDENCE,
  OBSERVATION_SEVERITY,
  type AssetType,
} from '#shared/observation.enums';
import type { ColumnType, ColumnValue } from './binary-row';
import { LIMITS } from './formats/shared/finding';
import type { AssetDraft, ObservationDraft } from './observation-draft';
import type { Subject } from './subjects';

/** The columns of the staging table, in the order in which stagedRow writes them. */
export const STAGED_COLUMNS = [
  ['id', 'uuid'],
  ['view', 'smallint'],
  ['party_domain', 'text'],
  ['vendor_id', 'uuid'],
  ['vendor_name', 'text'],
  ['subject_domain', 'text'],
  ['fingerprint', 'bytea'],
  ['group_key', 'text'],
  ['observation_type', 'text'],
  ['title', 'text'],
  ['category', 'smallint'],
  ['severity', 'smallint'],
  ['confidence', 'smallint'],
  ['asset_type', 'smallint'],
  ['asset_ip', 'text'],
  ['asset_port', 'integer'],
  ['asset_protocol', 'smallint'],
  ['asset_domain', 'text'],
  ['asset_url', 'text'],
  ['cve_ids', 'text[]'],
  ['cwe_ids', 'text[]'],
  ['tags', 'text[]'],
  ['cvss_base_score', 'numeric(3,1)'],
  ['cvss_severity', 'smallint'],
  ['epss_score', 'numeric(7,6)'],
  ['epss_percentile', 'numeric(7,6)'],
  ['source_name', 'text'],
  ['first_seen', 'timestamptz(3)'],
  ['last_seen', 'timestamptz(3)'],
  ['body', 'text'],
  ['body_hash', 'bytea'],
] as const satisfies readonly (readonly [name: string, type: ColumnType])[];

export interface StagedRow {
  /** Findings with the same fingerprint are the same observation. */
  fingerprint: Buffer;
  /** Sightings with the same hash have the same content. */
  bodyHash: Buffer;
  lastSeen: string;
  /** In the order of the columns. */
  values: readonly ColumnValue[];
}

/** The row of a finding. */
export function stagedRow(draft: ObservationDraft, subject: Subject, now: string): StagedRow {
  const asset = assetColumns(draft);
  const seen = draft.lastSeen ?? draft.firstSeen ?? now;
  const firstSeen = draft.firstSeen ?? seen;
  const lastSeen = seen < firstSeen ? firstSeen : seen;
  const fingerprint = fingerprintWith(draft, subject, asset);
  const scores = draft.cvssScores.map(({ baseScore }) => baseScore);
  const severities = draft.cvssScores.map(({ baseSeverity }) => CVSS_SCORE_SEVERITY.toNumber(baseSeverity));
  const body = renderBody(draft, subject, asset.type, firstSeen);
  const bodyHash = hash(body.identity);
  const values: readonly ColumnValue[] = [
    rowId(),
    subject.view,
    subject.party,
    subject.vendorId,
    subject.vendorName,
    subject.subject,
    fingerprint,
    draft.cveIds[0] ?? draft.observationType,
    draft.observationType,
    draft.title,
    OBSERVATION_CATEGORY.toNumber(draft.category),
    OBSERVATION_SEVERITY.toNumber(draft.severity),
    draft.confidence ? OBSERVATION_CONFIDENCE.toNumber(draft.confidence) : undefined,
    asset.type ? ASSET_TYPE.toNumber(asset.type) : undefined,
    asset.ip,
    asset.port,
    asset.protocol,
    asset.domain,
    asset.url,
    draft.cveIds,
    draft.cweIds,
    draft.tags,
    highest(scores),
    highest(severities),
    draft.epss?.score,
    draft.epss?.percentile,
    draft.source.name,
    firstSeen,
    lastSeen,
    body.text,
    bodyHash,
  ];
  return { fingerprint, bodyHash, lastSeen, values };
}

/** The lists of one finding are short. */
function highest(numbers: readonly number[]): number | undefined {
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

/** The identity of a finding within the organization. */
export function fingerprintOf(draft: ObservationDraft, subject: Subject): Buffer {
  return fingerprintWith(draft, subject, assetColumns(draft));
}

function fingerprintWith(draft: ObservationDraft, subject: Subject, asset: AssetColumns): Buffer {
  const { observationType, cveIds, title } = draft;
  const id = draft.source.externalId ?? '';
  const parts = [subject.view, subject.subject, observationType, asset.identity ?? id, cveIds[0] ?? title];
  // A scanner may report several results of one type about one asset; an id that only repeats the type is left out.
  if (asset.identity !== undefined && id !== '' && slugOf(id, LIMITS.observationType) !== observationType) parts.push(id);
  return hash(parts.join('\u001f'));
}

interface AssetColumns {
  type?: AssetType;
  ip?: string;
  port?: number;
  protocol?: number;
  domain?: string;
  url?: string;
  /** What distinguishes the asset from others. */
  identity?: string;
}

function assetColumns({ asset }: ObservationDraft): AssetColumns {
  if (!asset) return {};
  if ('ipPort' in asset) {
    const { address, port, protocol } = asset.ipPort;
    const number = ASSET_IP_PORT_PROTOCOL.toNumber(protocol);
    return { type: 'ASSET_TYPE_IP_PORT', ip: address, port, protocol: number, identity: `${address.toLowerCase()}:${port}/${number}` };
  }
  if ('dns' in asset) {
    const { recordType, domain, record } = asset.dns;
    return { type: 'ASSET_TYPE_DNS', domain: domain.toLowerCase(), identity: `${recordType} ${domain.toLowerCase()} ${record ?? ''}` };
  }
  if ('url' in asset) return { type: 'ASSET_TYPE_URL', url: asset.url.url, identity: normalUrl(asset.url.url) };
  const { username, emailDomain, breachName } = asset.credentials;
  return {
    type: 'ASSET_TYPE_CREDENTIALS',
    domain: emailDomain.toLowerCase(),
    identity: `${username ?? ''}@${emailDomain.toLowerCase()} ${breachName ?? ''}`,
  };
}

/** A normalized URL: host in lower case, without default port and fragment. */
function normalUrl(text: string): string {
  try {
    const url = new URL(text);
    url.hash = '';
    return url.href;
  } catch {
    return text;
  }
}

/** The JSON of display-only fields, without braces. For comparison (identity), fields that default to the import time are omitted. */
function renderBody(
  draft: ObservationDraft,
  subject: Subject,
  assetType: AssetType | undefined,
  firstSeen: string,
): { text: string; identity: string } {
  const content = {
    title: draft.title,
    description: draft.description,
    observationType: draft.observationType,
    category: draft.category,
    severity: draft.severity,
    confidence: draft.confidence,
    subjectDomain: subject.subject,
    assetType: assetType ?? ASSET_TYPE.unspecified,
    asset: shownAsset(draft.asset),
    cveIds: draft.cveIds,
    cweIds: draft.cweIds,
    references: draft.references,
    tags: draft.tags,
    evidence: draft.evidence,
    remediation: draft.remediation,
    source: draft.source,
  };
  const rest = JSON.stringify(content).slice(1, -1);
  const scores = JSON.stringify(draft.cvssScores.map((score) => ({ ...score, firstSeen: score.firstSeen ?? firstSeen })));
  return { text: `${rest},"cvssScores":${scores}`, identity: `${rest}${JSON.stringify(draft.cvssScores)}` };
}

function shownAsset(asset: AssetDraft | undefined): unknown {
  if (!asset) return undefined;
  if ('ipPort' in asset) return { ipPort: { ...asset.ipPort, port: String(asset.ipPort.port) } };
  if (!('credentials' in asset)) return asset;
  const { username, ...rest } = asset.credentials;
  return { credentials: { ...(username && { username: mask(username) }), ...rest } };
}

/** Masks an account name: enough to recognize it, not enough to use it. */
function mask(username: string): string {
  const characters = [...username];
  return `${characters[0] ?? ''}***${characters.length > 4 ? (characters.at(-1) ?? '') : ''}`;
}

function hash(text: string): Buffer {
  return oneShotHash('sha256', text, 'buffer').subarray(0, 16);
}
