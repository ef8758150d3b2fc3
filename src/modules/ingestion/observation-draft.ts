import type {
  AssetDnsType,
  AssetIpPortProtocol,
  CvssScoreSeverity,
  CvssScoreVersion,
  ObservationCategory,
  ObservationConfidence,
  ObservationSeverity,
} from '#vocabulary/observation.enums';

/** Where a finding was seen: exactly one of the four forms, as the API serves it. */
export type AssetDraft =
  | { ipPort: { address: string; port: number; protocol: AssetIpPortProtocol } }
  | { dns: { recordType: AssetDnsType; domain: string; record?: string; recordValue?: string } }
  | { url: { url: string } }
  | { credentials: { username?: string; emailDomain: string; breachName?: string; exposedAt?: string } };

export interface CvssDraft {
  version: CvssScoreVersion;
  baseScore: number;
  baseSeverity: CvssScoreSeverity;
  cvssVector: string;
  exploitabilityScore?: number;
  impactScore?: number;
  scoreSource: string;
  /** RFC 3339; the observation's first sighting when the tool does not say. */
  firstSeen?: string;
}

/** One finding as a format understood it, before the pipeline gives it a vendor, a fingerprint and a place in the table. */
export interface ObservationDraft {
  /** The host names, URLs or addresses the finding is about, most specific first; the pipeline finds the vendor from them. */
  hosts: string[];
  title: string;
  description?: string;
  /** Stable snake_case key of the kind of finding, such as `tls_weak_cipher`. */
  observationType: string;
  category: ObservationCategory;
  severity: ObservationSeverity;
  confidence?: ObservationConfidence;
  asset?: AssetDraft;
  cveIds: string[];
  cweIds: string[];
  cvssScores: CvssDraft[];
  epss?: { score: number; percentile: number };
  references: string[];
  tags: string[];
  evidence: string[];
  remediation?: string;
  source: { name: string; externalId?: string };
  /** RFC 3339 in UTC with milliseconds. */
  firstSeen?: string;
  lastSeen?: string;
  /** Set when its source says that the finding is gone: why, in the words of the history. */
  goneBecause?: string;
}

/** Why a record was rejected, and what it is about as far as that could be read. */
export interface Rejection {
  rejected: string;
  /** The finding it names. */
  names?: ObservationDraft;
  /** Otherwise the source it comes from. */
  source?: string;
}

/** What a format yields for each record it meets: a finding, or why there is none. `line` is the line or record number, from 1. */
export type ParsedRecord = { line: number } & (
  | { draft: ObservationDraft }
  | Rejection
  /** A record that reports no finding; `names` is the one it cannot judge, which stays as it is. */
  | { skipped: true; names?: ObservationDraft }
);

/** A file format: turns a stream of bytes into findings with bounded memory. */
export interface ObservationFormat {
  readonly name: string;
  /** Throws FormatError when the file as a whole is not of this format (truncated, wrong encoding, hostile). */
  parse(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ParsedRecord>;
}
