import type { Outcome } from './context';
import { SHARES, type FilterCase, type Share } from './filter-cases';
import type { ListOrder } from './list-orders';
import { medianOf, timed } from './measure';
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

/** How often filtered and unfiltered calls take turns. */
export interface Rounds {
  /** For all cases. */
  first: number;
  /** For the slowest: the slowest of hundreds after few rounds is often one that something else slowed down. */
  final: number;
}

export function roundsOf(quick: boolean): Rounds {
  return quick ? { first: 2, final: 2 } : { first: 5, final: 15 };
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

/** The slowest filters of a field, one for each share of the rows, measured again in more rounds. */
export async function slowestOf(
  what: string,
  cases: readonly FilterCase[],
  measure: (filter: object, rounds: number) => Promise<Beside>,
  rounds: Rounds,
): Promise<Outcome> {
  const worst = new Map<Share, Beside & { comparison: string; filter: object }>();
  for (const { share, comparison, filter } of cases) {
    const measured = { ...(await measure(filter, rounds.first)), filter, comparison: comparison.replace('COMPARISON_', '') };
    if (measured.ratio > (worst.get(share)?.ratio ?? 0)) worst.set(share, measured);
  }
  for (const [share, { filter, comparison }] of worst) worst.set(share, { ...(await measure(filter, rounds.final)), filter, comparison });
  const slowest = [...worst.values()].reduce((one, other) => (other.ratio > one.ratio ? other : one));
  const detail = SHARES.flatMap((share) => {
    const found = worst.get(share);
    return found ? [`${share} ${found.ratio.toFixed(1)} (${found.comparison}, ${found.ms.toFixed(1)} ms)`] : [];
  });
  return { ...ratioOutcome(`${what}: the slowest filter`, slowest), detail: detail.join('; ') };
}

export type NamedBeside = Beside & { name: string };

/** The slowest of these, with the three slowest in its detail. */
export function slowestNamed(what: string, measured: readonly NamedBeside[], wanted = MAX_RATIO): Outcome {
  const slowest = [...measured].sort((a, b) => b.ratio - a.ratio).slice(0, 3);
  const detail = slowest.map(({ name, ratio, ms }) => `${name} ${ratio.toFixed(1)} (${ms.toFixed(1)} ms)`).join('; ');
  return { ...ratioOutcome(what, slowest[0] as Beside, wanted), detail };
}

/** Number of pages that are measured side by side with the unfiltered list, after all were timed once. */
const FINALISTS = 3;

interface TimedPage {
  name: string;
  ratio: number;
  plain: () => Promise<unknown>;
  filtered: () => Promise<unknown>;
}

/**
 * The slowest page of these filters in any order, first or later. Each is timed once, and again if it is slow; the slowest few are then
 * measured side by side with the first page of the unfiltered list in the same order.
 */
export async function slowestPage(
  what: string,
  filters: Readonly<Record<string, object[]>>,
  orders: readonly ListOrder[],
  call: (request: object) => Promise<unknown>,
  rounds: Rounds,
  wanted = MAX_RATIO,
): Promise<Outcome> {
  const timedPages: TimedPage[] = [];
  for (const order of orders) {
    const plain = () => call(order.unfiltered);
    const plainMs = await medianOf(3, plain);
    for (const [filter, rules] of Object.entries(filters))
      for (const { name, request } of await order.pages(rules)) {
        const filtered = () => call(request);
        const once = await timed(filtered);
        const ms = once > (plainMs * wanted) / 2 ? Math.min(once, await medianOf(3, filtered)) : once;
        timedPages.push({ name: `${filter} ${order.name}, ${name}`, plain, filtered, ratio: ms / plainMs });
      }
  }
  const finalists = timedPages.sort((a, b) => b.ratio - a.ratio).slice(0, FINALISTS);
  const measured: NamedBeside[] = [];
  for (const { name, plain, filtered } of finalists) measured.push({ name, ...(await besideUnfiltered(rounds.final, plain, filtered)) });
  const outcome = slowestNamed(`${what}, ${orders.length} orders, first and later pages: the slowest`, measured, wanted);
  return { ...outcome, detail: `of ${timedPages.length} pages: ${outcome.detail}` };
}
