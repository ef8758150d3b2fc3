import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

/** Evaluating a longer policy would take longer than the rest of a scan. */
const MAX_POLICY = 8192;

/** Why a policy gives little protection, most serious first; undefined when it cannot be evaluated. */
export function cspWeaknesses(policy: string): string[] | undefined {
  if (policy.length > MAX_POLICY) return undefined;
  try {
    return new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter((finding) => finding.severity === Severity.HIGH || finding.severity === Severity.SYNTAX)
      .sort((one, other) => one.severity - other.severity)
      .map((finding) => `${finding.directive}: ${finding.description}`);
  } catch {
    return undefined;
  }
}

/** The names of the directives of a policy, in lower case. */
export function cspDirectives(policy: string): ReadonlySet<string> {
  return new Set(policy.split(';').map((part) => part.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''));
}
