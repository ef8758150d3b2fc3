import type { SqlParams } from '#platform/database/sql-params';
import type { State } from '../states';
import type { Estimate, RangeAccess } from './estimate';
import { mapReadings } from './readings';
import type { KnownRule } from './rule-source';
import { MAX_FETCHED, MAX_FOUND, type Source } from './source';

/** The numbers that a statement reads for each rule. */
export const COUNTS = ['read', 'total', 'doubtful', 'largest'] as const;
export const NUMBERS = [...COUNTS, 'first_day', 'last_day'] as const;
export type Numbers = Readonly<Record<(typeof NUMBERS)[number], number>>;
export const NONE: Numbers = { read: 0, total: 0, doubtful: 0, largest: 0, first_day: 0, last_day: 0 };
/** Later than any day: the last day of values that were kept before days were recorded. */
const NO_LAST_DAY = 2_147_483_647;

/** The estimate of one rule in one state, from the numbers that were read. */
export function estimateRule(known: KnownRule | undefined, numbers: Numbers, state: State, total: number): Estimate {
  if (!known) return { atLeast: 0, bound: total };
  const { source, negates } = known;
  const certain = { all: numbers.total - numbers.doubtful, largest: numbers.largest, none: 0 }[source.certain];
  const isCut = numbers.read > MAX_FOUND;
  const atLeast = Math.min(certain, total);
  const isCounted = source.isCounted === true || numbers.read <= (source.countsTo ?? MAX_FOUND);
  const bound = isCounted ? Math.min(numbers.total, total) : total;
  if (negates) return { atLeast: total - bound, bound: total - atLeast };
  const readings = mapReadings(source, (read) => (params: SqlParams) => read(state, params, MAX_FOUND + 1));
  const access = isCut
    ? undefined
    : {
        bound,
        reads: bound * (source.readsPerRow ?? 1),
        intersects: source.intersects,
        write: (params: SqlParams) => source.condition(state, params),
        ...readings,
        rows: numbers.read >= (source.rowsFrom ?? 0) ? readings.rows : undefined,
      };
  const isDated = (isCut ? source.isDated === 'whole' : source.isDated !== undefined) && numbers.last_day < NO_LAST_DAY;
  const days = isDated ? { first: numbers.first_day, last: numbers.last_day } : undefined;
  return { atLeast, bound, access, days, range: isCut ? rangeAccess(source, state) : undefined };
}

function rangeAccess(source: Source, state: State): RangeAccess | undefined {
  const limit = MAX_FETCHED + 1;
  const { counted } = source;
  return (
    counted && {
      ...mapReadings(source, (read) => (params: SqlParams, most: number) => read(state, params, most)),
      count: (params) => counted(state, params, limit),
      write: (params) => source.condition(state, params, limit),
      beside: source.beside,
      isForEvery: source.isForEvery,
    }
  );
}
