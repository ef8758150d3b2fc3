import type { AssetDraft } from '#modules/ingestion/observation-draft';
import type { ObservationCategory, ObservationConfidence, ObservationSeverity } from '#shared/observation.enums';
import type { Scan } from './scan';

/** One entry of the catalogue: what all findings of a check share. */
export interface Check {
  /** Stable snake_case key; the observation type of its findings. */
  id: string;
  /** The same for every finding of the check, because it is part of the fingerprint: details belong in the evidence. */
  title: string;
  /** Why it matters, in a sentence or two. */
  description: string;
  category: ObservationCategory;
  severity: ObservationSeverity;
  /** CONFIRMED by default. */
  confidence?: ObservationConfidence;
  remediation: string;
  /** URL of the standard or guideline. */
  reference: string;
  /** A reachability fault, which may be short: opens at the second sighting, at least an hour later. */
  isReachability?: true;
  /** Not part of every scan, so a missing verdict means nothing. */
  isWeekly?: true;
}

/** The host names of a finding. Addresses are left out: a CDN changes them with every answer. */
export type CheckedAsset = Extract<AssetDraft, { dns: unknown } | { url: unknown }>;

interface Judged {
  check: Check;
  /** The host or domain of the verdict. Check and host identify a verdict across scans. */
  host: string;
}

/** A check's verdict about one host. Only a fail opens a finding, only passes close it. A check that does not apply gives no verdict. */
export type Judgement =
  | (Judged & { verdict: 'pass'; asset: CheckedAsset })
  | (Judged & {
      verdict: 'fail';
      asset: CheckedAsset;
      /** What was seen, so that readers can verify it. */
      evidence: string[];
      /** Set when this case is more or less severe than the check's default. */
      severity?: ObservationSeverity;
    })
  | (Judged & { verdict: 'unknown'; asset: CheckedAsset; reason: string });

/** A family of checks: its catalogue entries and the pure function that gives their verdicts. */
export interface CheckFamily {
  checks: readonly Check[];
  judge(scan: Scan): Judgement[];
}
