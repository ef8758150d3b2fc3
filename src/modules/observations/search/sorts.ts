/** A column of a sort order, or of its index. */
export interface SortKey {
  column: string;
  type: string;
}

/** A sort order: an index has its keys, then the id, then other columns. */
export interface ObservationSort {
  /** The table of the index. */
  table: 'observation' | 'observation_state';
  keys: readonly [SortKey, ...SortKey[]];
  /** The filter fields whose rules PostgreSQL checks in the index, each with its column. */
  indexed: Readonly<Record<string, string>>;
}

const FIRST_SEEN: SortKey = { column: 'first_seen', type: 'timestamptz' };
/** The last change of an observation is never before that of its row. */
const OF_ROWS = {
  SEVERITY: 'severity',
  FIRST_SEEN: 'first_seen',
  LAST_SEEN: 'last_seen',
  CREATED_AT: 'created_at',
  UPDATED_AT: 'updated_at',
};

export const OBSERVATION_SORTS = {
  firstSeen: { table: 'observation', keys: [FIRST_SEEN], indexed: OF_ROWS },
  lastSeen: { table: 'observation', keys: [{ column: 'last_seen', type: 'timestamptz' }], indexed: OF_ROWS },
  updatedAt: {
    table: 'observation_state',
    keys: [{ column: 'updated_at', type: 'timestamptz' }],
    indexed: { SEVERITY: 'severity', FIRST_SEEN: 'first_seen', CREATED_AT: 'created_at', UPDATED_AT: 'updated_at' },
  },
  severity: { table: 'observation', keys: [{ column: 'severity', type: 'smallint' }, FIRST_SEEN], indexed: OF_ROWS },
  // In tenths. Unscored observations rank below all others.
  cvssBaseScore: {
    table: 'observation',
    keys: [{ column: 'cvss_rank', type: 'smallint' }, FIRST_SEEN],
    indexed: { ...OF_ROWS, CVSS_BASE_SCORE: 'cvss_rank' },
  },
} as const satisfies Record<string, ObservationSort>;

/** The columns of a sort with the id, which a cursor has values for. */
export function columnsOf({ table, keys }: ObservationSort): SortKey[] {
  return [...keys, { column: table === 'observation' ? 'id' : 'observation_id', type: 'uuid' }];
}
