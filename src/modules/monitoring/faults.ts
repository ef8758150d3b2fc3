import { checkById } from './judge';
import type { CheckedAsset, Judgement } from './verdict';

/** Looks in a row that must pass before a finding is resolved. */
export const PASSES_TO_RESOLVE = 2;

/** Something known to be wrong with a vendor. */
export interface Fault {
  host: string;
  checkId: string;
  asset: CheckedAsset;
  /** Looks in a row that have passed since. */
  passes: number;
}

/** What a look changes. */
export interface FaultChanges {
  failing: Extract<Judgement, { verdict: 'fail' }>[];
  /** Passed often enough: their findings are resolved. */
  mended: Fault[];
  /** Known faults as they are now, without the mended ones. */
  known: Fault[];
}

/**
 * Compares a look with the faults known before it. A fail makes or renews a fault. A pass counts towards its end, and so does silence: a
 * check that no longer applies to a host of which everything was seen. Unknown changes nothing.
 */
export function compareFaults(before: readonly Fault[], judgements: readonly Judgement[]): FaultChanges {
  const verdicts = new Map(judgements.map((judgement) => [keyOf(judgement.check.id, judgement.host), judgement]));
  const failing = judgements.filter((judgement) => judgement.verdict === 'fail');
  const blurred = new Set(judgements.filter(({ verdict }) => verdict === 'unknown').map(({ host }) => host));
  const known: Fault[] = failing.map(({ check, host, asset }) => ({ host, checkId: check.id, asset, passes: 0 }));
  const mended: Fault[] = [];
  for (const fault of before) {
    const verdict = verdicts.get(keyOf(fault.checkId, fault.host))?.verdict;
    if (verdict === 'fail') continue;
    const isOver = verdict === 'pass' || (verdict === undefined && !blurred.has(fault.host) && checkById(fault.checkId) !== undefined);
    const passes = fault.passes + (isOver ? 1 : 0);
    if (passes >= PASSES_TO_RESOLVE) mended.push({ ...fault, passes });
    else known.push({ ...fault, passes });
  }
  return { failing, mended, known };
}

function keyOf(checkId: string, host: string): string {
  return `${checkId} ${host}`;
}
