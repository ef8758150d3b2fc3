import type { Outcome } from './context';
import { SHARES, type FilterCase, type Share } from './filter-cases';
import { medianOf } from './measure';
import { median } from './percentile';

export interface Beside {
  ratio: number;
  ms: number;
}

/** Medians of a call with filters and of the same call without, made before and after it. */
export async function besideUnfiltered(rounds: number, plain: () => Promise<unknown>, filtered: () => Promise<unknown>): Promise<Beside> {
  await filtered();
  const plainMs: number[] = [];
  const filteredMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plainMs.push(await medianOf(3, plain));
    filteredMs.push(await medianOf(1, filtered));
  }
  return { ratio: median(filteredMs) / median(plainMs), ms: median(filteredMs) };
}

export const MAX_RATIO = 10;
export const MAX_RATIO_OF_COMBINATION = 20;

export function ratioOutcome(what: string, { ratio, ms }: Beside, wanted = MAX_RATIO): Outcome {
  return {
    target: 16,
    what: `${what} / unfiltered`,
    measured: ratio,
    wanted,
    better: 'less',
    unit: 'times',
    detail: `${ms.toFixed(1)} ms`,
    wholeData: true,
  };
}

/** The slowest filters of a field, one for each share of the rows. */
export async function slowestOf(
  what: string,
  cases: readonly FilterCase[],
  measure: (filter: object) => Promise<Beside>,
): Promise<Outcome> {
  const worst = new Map<Share, Beside & { comparison: string }>();
  for (const { share, comparison, filter } of cases) {
    const measured = { ...(await measure(filter)), comparison: comparison.replace('COMPARISON_', '') };
    if (measured.ratio > (worst.get(share)?.ratio ?? 0)) worst.set(share, measured);
  }
  const slowest = [...worst.values()].reduce((one, other) => (other.ratio > one.ratio ? other : one));
  const detail = SHARES.flatMap((share) => {
    const found = worst.get(share);
    return found ? [`${share} ${found.ratio.toFixed(1)} (${found.comparison}, ${found.ms.toFixed(1)} ms)`] : [];
  });
  return { ...ratioOutcome(`${what}: the slowest filter`, slowest), detail: detail.join('; ') };
}
