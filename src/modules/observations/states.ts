import type { ObservationMode } from '#shared/observation.enums';

/** Open and closed observations have separate indexes. */
export type State = 'open' | 'closed';

const STATES: Readonly<Record<ObservationMode, readonly State[]>> = {
  OBSERVATION_MODE_OPEN: ['open'],
  OBSERVATION_MODE_RESOLVED: ['closed'],
  OBSERVATION_MODE_ALL: ['open', 'closed'],
};

export function statesOf(mode: ObservationMode): readonly State[] {
  return STATES[mode];
}

/** The condition on a row of a state. It is literal SQL, because only then can a partial index serve it. */
export function whereState(state: State, alias = 'o'): string {
  return state === 'open' ? `${alias}.is_open` : `NOT ${alias}.is_open`;
}

/** The states of a mode as one condition, for statements that do not depend on an index order. */
export function whereMode(mode: ObservationMode): string {
  return `(${statesOf(mode)
    .map((state) => whereState(state))
    .join(' OR ')})`;
}
