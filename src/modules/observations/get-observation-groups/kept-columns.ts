import type { ObservationMode } from '#shared/observation.enums';

/** Columns of the roll-up observation_group g, for one mode. */
export interface KeptColumns {
  count: string;
  bySeverity: (severity: number) => string;
  flagged: string;
  vendors: string;
  firstSeen: string;
  lastSeen: string;
  maxCvss: string;
  knownExploited: string;
}

const oneState = (state: 'open' | 'closed'): KeptColumns => ({
  count: `g.${state}_count`,
  bySeverity: (severity) => `g.${state}_by_severity[${severity}]`,
  flagged: `g.${state}_flagged`,
  vendors: `g.${state}_vendors`,
  firstSeen: `g.${state}_first_seen`,
  lastSeen: `g.${state}_last_seen`,
  maxCvss: `g.${state}_max_cvss`,
  knownExploited: `g.${state}_known_exploited`,
});

export const KEPT: Record<ObservationMode, KeptColumns> = {
  OBSERVATION_MODE_OPEN: oneState('open'),
  OBSERVATION_MODE_RESOLVED: oneState('closed'),
  OBSERVATION_MODE_ALL: {
    count: '(g.open_count + g.closed_count)',
    bySeverity: (severity) => `(g.open_by_severity[${severity}] + g.closed_by_severity[${severity}])`,
    flagged: '(g.open_flagged + g.closed_flagged)',
    vendors: 'g.all_vendors',
    firstSeen: 'least(g.open_first_seen, g.closed_first_seen)',
    lastSeen: 'greatest(g.open_last_seen, g.closed_last_seen)',
    maxCvss: 'greatest(g.open_max_cvss, g.closed_max_cvss)',
    knownExploited: '(g.open_known_exploited OR g.closed_known_exploited)',
  },
};

export const SEVERITIES = [1, 2, 3, 4, 5];
