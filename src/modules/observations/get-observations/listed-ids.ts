import type { FilterList } from '#platform/filters/filter-tree';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import type { FilterEstimate, Ids } from '../search/estimate';
import type { State } from '../states';
import type { Walk } from './index-entries';
import type { ObservationSort } from './observation-sorts';

/** Checking a row costs as much as listing and hashing this many ids. */
const HASH_GAIN = 2;
/** The same if checking a row takes a look-up by id, because the list or the filter is on another table. */
const HASH_GAIN_BY_ID = 4;
/** Ids that a statement compares with, at most. */
const MAX_LISTED = 50_000;

/** The ids of all matches. */
export interface Listed {
  matches: number;
  ids: Readonly<Partial<Record<State, Ids>>>;
  /** Whether they are ids of a range of a time of observations. */
  isTimeRange: boolean;
  /** Whether the index that lists them has the time of the last change, too. */
  hasLastChange: boolean;
}

/** The ids of all matches, if they are not too many, an index lists them, and comparing with them is faster than looking up each row. */
export function listedIds({ states, bound, total }: FilterEstimate, { fetched, sort, selection }: Walk): Listed | undefined {
  if (isOnSortKey(selection.filter, sort)) return undefined;
  const matching = states.filter((state) => state.bound > 0);
  const gain = sort.stateKey === undefined && !selection.condition.includes('SELECT') ? HASH_GAIN : HASH_GAIN_BY_ID;
  const max = Math.min(MAX_LISTED, Math.sqrt(gain * fetched * total));
  if (bound > max || !matching.every(({ access, range }) => (access ?? range)?.ids)) return undefined;
  const ids = matching.map(({ state, access, range }): [State, Ids] => [
    state,
    (params) => access?.ids?.(params) ?? (range?.ids?.(params, MAX_LISTED + 1) as string),
  ]);
  const isEvery = (reading: 'rows' | 'states') => matching.every(({ access, range }) => (access ?? range)?.[reading]);
  return { matches: bound, ids: Object.fromEntries(ids), isTimeRange: isEvery('rows'), hasLastChange: isEvery('states') };
}

/** Whether the matches are one range of the index of the sort: then a walk meets nothing else. */
function isOnSortKey({ nodes: [only, ...others] }: FilterList, { field }: ObservationSort): boolean {
  return only?.kind === 'rule' && others.length === 0 && !only.negated && only.field === `${OBSERVATION_FIELD_PREFIX}${field}`;
}
