import type { CursorBinding } from '#platform/paging/cursor';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';

/** The few values of a sort key. Observations of the same class are sorted by the time they were first seen. */
export interface Classes {
  /** In ascending order. */
  keys: readonly number[];
  /** What filters compare with; undefined if the field is unset. */
  valueOf: (key: number) => number | undefined;
}

export interface ObservationSort {
  /** The sort expression of an observation o; never NULL. */
  key: string;
  type: string;
  /** The filter field with the same values, without its prefix. */
  field: string;
  classes?: Classes;
  /** The key in observation_state s, if the index of the sort is on that table. */
  stateKey?: string;
}

const HIGHEST_CVSS = 100;

/** The sort keys of observations. Each has one index for open and one for closed observations, or one whose first columns separate them. */
export const OBSERVATION_SORTS = {
  firstSeen: { key: 'o.first_seen', type: 'timestamptz', field: 'FIRST_SEEN' },
  lastSeen: { key: 'o.last_seen', type: 'timestamptz', field: 'LAST_SEEN' },
  updatedAt: {
    key: '(SELECT s.updated_at FROM observation_state s WHERE s.organization_id = o.organization_id AND s.observation_id = o.id)',
    type: 'timestamptz',
    field: 'UPDATED_AT',
    stateKey: 's.updated_at',
  },
  severity: {
    key: 'o.severity',
    type: 'smallint',
    field: 'SEVERITY',
    classes: { keys: Object.values(OBSERVATION_SEVERITY.stored).sort((a, b) => a - b), valueOf: (severity) => severity },
  },
  // In tenths. Unscored observations rank below all others.
  cvssBaseScore: {
    key: 'o.cvss_rank',
    type: 'smallint',
    field: 'CVSS_BASE_SCORE',
    classes: {
      keys: Array.from({ length: HIGHEST_CVSS + 2 }, (_, index) => index - 1),
      valueOf: (rank) => (rank < 0 ? undefined : rank / 10),
    },
  },
} as const satisfies Record<string, ObservationSort>;

/** A column of a sort order. */
export interface SortKey {
  sql: string;
  type: string;
  /** The filter field with the same values, without its prefix. */
  field: string;
  /** The name of the column in statements. */
  name: 'place' | 'tie';
}

const BY_CLASS: SortKey = { sql: OBSERVATION_SORTS.firstSeen.key, type: 'timestamptz', field: 'FIRST_SEEN', name: 'tie' };

/** The columns of a sort order, without the id at the end. A cursor has a value for each, and the id. */
export function sortKeys({ key, type, field, classes }: ObservationSort): [SortKey, ...SortKey[]] {
  const first: SortKey = { sql: key, type, field, name: 'place' };
  return classes ? [first, BY_CLASS] : [first];
}

/** The time that the rows of the sort are in order of: of all of them, or of those of a class. */
export function sortedTime(sort: ObservationSort): SortKey {
  return sort.classes ? BY_CLASS : sortKeys(sort)[0];
}

/** Binds a cursor to the number of sort keys: one from before a sort had its second key is refused. */
export function bindingWithKeys(binding: CursorBinding, sort: ObservationSort): CursorBinding {
  const { length } = sortKeys(sort);
  return length > 1 ? [...binding, length] : binding;
}
