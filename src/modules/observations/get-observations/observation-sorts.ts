export interface ObservationSort {
  /** The sort expression of an observation o; never NULL. */
  key: string;
  type: string;
  /** The filter field with the same values, without its prefix. */
  field: string;
  /** Whether the key is the value of the field in tenths, and negative if the field is unset. */
  isTenths?: boolean;
  /** The key in observation_state s, if the index of the sort is on that table. */
  stateKey?: string;
}

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
  severity: { key: 'o.severity', type: 'smallint', field: 'SEVERITY' },
  // Unscored observations rank below all others.
  cvssBaseScore: { key: 'o.cvss_rank', type: 'smallint', field: 'CVSS_BASE_SCORE', isTenths: true },
} as const satisfies Record<string, ObservationSort>;
