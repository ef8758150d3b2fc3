import type { AssetDraft } from '#modules/ingestion/observation-draft';
import type { ObservationCategory, ObservationConfidence, ObservationSeverity } from '#vocabulary/observation.enums';
import type { Look } from './look';

/** One entry of the catalogue: all that is the same for every finding of a check. */
export interface Check {
  /** Stable snake_case key; the observation type of its findings. */
  id: string;
  /** The same for every finding of the check, because it is part of the fingerprint: particulars belong into the evidence. */
  title: string;
  /** Why it matters, in a sentence or two. */
  description: string;
  category: ObservationCategory;
  severity: ObservationSeverity;
  /** CONFIRMED unless said otherwise. */
  confidence?: ObservationConfidence;
  remediation: string;
  /** URL of the standard or guideline. */
  reference: string;
  /** A fault of reachability, which may be short: opens at the second sighting, an hour later or more. */
  isReachability?: true;
  /** Not part of every look, so that its silence says nothing. */
  isWeekly?: true;
}

/** The names that a finding can be about. Addresses are left out: they change with every answer of a content network. */
export type CheckedAsset = Extract<AssetDraft, { dns: unknown } | { url: unknown }>;

interface Judged {
  check: Check;
  /** The host or domain the verdict is about. Check and host together are the key of a verdict from one look to the next. */
  host: string;
}

/** A check's verdict about one host. Only a fail opens a finding, only passes close it. A check that does not apply to a host says nothing about it. */
export type Judgement =
  | (Judged & { verdict: 'pass'; asset: CheckedAsset })
  | (Judged & {
      verdict: 'fail';
      asset: CheckedAsset;
      /** What was seen, so that a reader can see it for themselves. */
      evidence: string[];
      /** Where this case is worse or milder than the check says. */
      severity?: ObservationSeverity;
    })
  | (Judged & { verdict: 'unknown'; asset: CheckedAsset; reason: string });

/** A family of checks: its entries of the catalogue and the pure function that judges a look by them. */
export interface CheckFamily {
  checks: readonly Check[];
  judge(look: Look): Judgement[];
}
