export interface ObservationSort {
  /** The sort expression, as in the index; never NULL. */
  key: string;
  type: string;
}

/** The sort keys of observations; each has one index for open and one for closed observations. */
export const OBSERVATION_SORTS = {
  firstSeen: { key: 'o.first_seen', type: 'timestamptz' },
  lastSeen: { key: 'o.last_seen', type: 'timestamptz' },
  updatedAt: { key: 'o.updated_at', type: 'timestamptz' },
  severity: { key: 'o.severity', type: 'smallint' },
  // Unscored observations rank below all others.
  cvssBaseScore: { key: 'o.cvss_rank', type: 'smallint' },
} as const satisfies Record<string, ObservationSort>;
