import type { ObservationDraft } from '#modules/ingestion/observation-draft';
import type { Fault } from './faults';
import { checkById } from './judge';
import type { Check, CheckedAsset, Judgement } from './verdict';

/** The source name of all monitoring findings. */
export const MONITOR_SOURCE = 'monitor';

/** The finding of a check about a host, in the form of the import pipeline. */
export function findingDraft(vendorDomain: string, at: string, judgement: Extract<Judgement, { verdict: 'fail' }>): ObservationDraft {
  const { check, host, asset, evidence, severity } = judgement;
  return { ...identity(vendorDomain, at, check, host, asset), severity: severity ?? check.severity, evidence };
}

export const FIXED = 'Not seen in two scans in a row';
export const NOT_CONFIRMED = 'Not confirmed: no scan could check it for 45 days';

/** The same finding as gone. */
export function goneDraft(vendorDomain: string, at: string, fault: Fault, goneBecause: string): ObservationDraft[] {
  const check = checkById(fault.checkId);
  return check ? [{ ...identity(vendorDomain, at, check, fault.host, fault.asset), goneBecause }] : [];
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
