import type { ObservationSeverity } from '#shared/observation.enums';
import type { Scan, Seen } from '../scan';
import type { Check, CheckedAsset, CheckFamily, Judgement } from '../verdict';
import { messageOf } from '../scanning/seen';
import { webAsset } from './assets';
import { shown } from './shown';

/** The result of a check for its subject. Undefined when the check does not apply: then there is no verdict. */
export type Outcome = 'pass' | { fail: string[]; severity?: ObservationSeverity } | { unknown: string } | undefined;

/** An entry of the catalogue and the function that gives its verdict. */
export interface Rule<Subject> extends Check {
  judge(subject: Subject): Outcome;
}

/** The input of the rules of a family. */
export interface Subject<T> {
  host: string;
  asset: CheckedAsset;
  /** `gone` when the host or its page no longer exists: then all its faults are gone too. */
  seen: Seen<T> | 'gone';
}

const MAX_EVIDENCE = 20;
const MAX_EVIDENCE_LENGTH = 1000;

/** Rules with the same subjects. */
export function family<T>(rules: readonly Rule<T>[], subjectsOf: (scan: Scan) => Subject<T>[]): CheckFamily {
  return {
    checks: rules,
    judge: (scan) => subjectsIn(scan, subjectsOf).flatMap((subject) => rules.flatMap((rule) => judgement(rule, subject) ?? [])),
  };
}

/** Subjects that cannot be read leave their own checks unknown, at every host that may have a fault. */
function subjectsIn<T>(scan: Scan, subjectsOf: (scan: Scan) => Subject<T>[]): Subject<T>[] {
  try {
    return subjectsOf(scan);
  } catch (error) {
    const hosts = new Set([scan.apex, ...scan.hosts.map(({ host }) => host), ...('seen' in scan.dns.zone ? [scan.dns.zone.seen] : [])]);
    return [...hosts].map((host) => ({ host, asset: webAsset(host), seen: broken(error) }));
  }
}

/** What a check throws concerns that check alone. */
function broken(error: unknown): { unknown: string } {
  return { unknown: `The check failed: ${messageOf(error)}` };
}

function judgement<T>(check: Rule<T>, { host, asset, seen }: Subject<T>): Judgement | undefined {
  const outcome = outcomeOf(check, seen);
  if (outcome === undefined) return undefined;
  if (outcome === 'pass') return { check, host, asset, verdict: 'pass' };
  if ('unknown' in outcome) return { check, host, asset, verdict: 'unknown', reason: shown(outcome.unknown) };
  const evidence = outcome.fail.slice(0, MAX_EVIDENCE).map((item) => shown(item, MAX_EVIDENCE_LENGTH));
  return { check, host, asset, verdict: 'fail', evidence, ...(outcome.severity && { severity: outcome.severity }) };
}

function outcomeOf<T>(rule: Rule<T>, seen: Subject<T>['seen']): Outcome {
  if (seen === 'gone') return 'pass';
  if ('unknown' in seen) return { unknown: seen.unknown };
  try {
    return rule.judge(seen.seen);
  } catch (error) {
    return broken(error);
  }
}

/** A fail when there is evidence, a pass otherwise. */
export function failsWith(evidence: readonly (string | undefined)[]): Outcome {
  const given = evidence.filter((item) => item !== undefined);
  return given.length > 0 ? { fail: given } : 'pass';
}

/**
 * Combines the verdicts about several things: one fault fails, and a pass needs all of them to have been seen. `hint` is appended to the
 * evidence.
 */
export function anyFault<T>(items: readonly Seen<T>[], faultOf: (item: T) => string | undefined, hint?: string): Outcome {
  const faults = items.flatMap((item) => ('seen' in item ? (faultOf(item.seen) ?? []) : []));
  // DNS rotates its answers. Evidence that changes with every scan would count as a change.
  if (faults.length > 0) return failsWith([...faults.sort(), hint]);
  const missed = items.find((item) => 'unknown' in item);
  return missed ?? 'pass';
}

/** Maps the seen value of an answer. */
export function mapSeen<T, U>(seen: Seen<T>, map: (value: T) => U): Seen<U> {
  return 'seen' in seen ? { seen: map(seen.seen) } : seen;
}
