export interface ObservationSort {
  /** What is sorted by, never NULL, as in the index. */
  key: string;
  type: string;
}

/** What observations can be sorted by; each has an index for open and one for closed ones. */
export const OBSERVATION_SORTS = {
  firstSeen: { key: 'o.first_seen', type: 'timestamptz' },
  lastSeen: { key: 'o.last_seen', type: 'timestamptz' },
  updatedAt: { key: 'o.updated_at', type: 'timestamptz' },
  severity: { key: 'o.severity', type: 'smallint' },
  // Unscored ones come after all others, as if they scored less than nothing.
  cvssBaseScore: { key: 'o.cvss_rank', type: 'smallint' },
} as const satisfies Record<string, ObservationSort>;
