export interface ObservationSort {
  /** The sort expression of an observation o; never NULL. */
  key: string;
  type: string;
  /** Where the index of the sort is not on observations but on their state s: its key there. */
  stateKey?: string;
}

/** The sort keys of observations; each has one index for open and one for closed observations, or one that begins with that. */
export const OBSERVATION_SORTS = {
  firstSeen: { key: 'o.first_seen', type: 'timestamptz' },
  lastSeen: { key: 'o.last_seen', type: 'timestamptz' },
  updatedAt: {
    key: '(SELECT s.updated_at FROM observation_state s WHERE s.organization_id = o.organization_id AND s.observation_id = o.id)',
    type: 'timestamptz',
    stateKey: 's.updated_at',
  },
  severity: { key: 'o.severity', type: 'smallint' },
  // Unscored observations rank below all others.
  cvssBaseScore: { key: 'o.cvss_rank', type: 'smallint' },
} as const satisfies Record<string, ObservationSort>;
