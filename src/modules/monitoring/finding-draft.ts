import type { ObservationDraft } from '#modules/ingestion/observation-draft';
import type { Check, CheckedAsset, Judgement } from './verdict';

/** The source name of all findings of the monitoring. */
export const MONITOR_SOURCE = 'monitor';

/** The finding of a check about a host, as the pipeline of imports takes it. */
export function findingDraft(vendorDomain: string, at: string, judgement: Extract<Judgement, { verdict: 'fail' }>): ObservationDraft {
  const { check, host, asset, evidence, severity } = judgement;
  return { ...identity(vendorDomain, at, check, host, asset), severity: severity ?? check.severity, evidence };
}

/** The same finding as gone. */
export function goneDraft(vendorDomain: string, at: string, check: Check, host: string, asset: CheckedAsset): ObservationDraft {
  return { ...identity(vendorDomain, at, check, host, asset), goneBecause: 'Not seen in two looks in a row' };
}

function identity(vendorDomain: string, at: string, check: Check, host: string, asset: CheckedAsset): ObservationDraft {
  return {
    hosts: host.endsWith(`.${vendorDomain}`) ? [host, vendorDomain] : [vendorDomain],
    title: check.title,
    description: check.description,
    observationType: check.id,
    category: check.category,
    severity: check.severity,
    confidence: check.confidence ?? 'OBSERVATION_CONFIDENCE_CONFIRMED',
    asset,
    cveIds: [],
    cweIds: [],
    cvssScores: [],
    references: [check.reference],
    tags: [],
    evidence: [],
    remediation: check.remediation,
    source: { name: MONITOR_SOURCE },
    lastSeen: at,
  };
}
