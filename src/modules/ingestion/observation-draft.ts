import type {
  AssetDnsType,
  AssetIpPortProtocol,
  CvssScoreSeverity,
  CvssScoreVersion,
  ObservationCategory,
  ObservationConfidence,
  ObservationSeverity,
} from '#shared/observation.enums';

/** The asset of a finding: exactly one of the four forms, as in the API. */
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
  /** RFC 3339; the observation's first sighting by default. */
  firstSeen?: string;
}

/** One parsed finding, before the pipeline assigns its vendor and fingerprint. */
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
  /** Set when the source reports the finding as gone: the reason for the history. */
  goneBecause?: string;
}

/** Why a record was rejected, and its finding or source as far as they could be read. */
export interface Rejection {
  rejected: string;
  /** The finding that the record identifies. */
  names?: ObservationDraft;
  /** Otherwise its source. */
  source?: string;
}

/** The result for each record: a finding, or why there is none. `line` is the line or record number, from 1. */
export type ParsedRecord = { line: number } & (
  | { draft: ObservationDraft }
  | Rejection
  /** A record that reports no finding; `names` is a finding that it says nothing about, which stays as it is. */
  | { skipped: true; names?: ObservationDraft }
);

/** A file format: parses a stream of bytes into findings, in bounded memory. */
export interface ObservationFormat {
  readonly name: string;
  /** Throws FormatError when the file as a whole is not of this format (truncated, wrong encoding, hostile). */
  parse(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ParsedRecord>;
}
