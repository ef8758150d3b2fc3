import type { ObservationMode } from '#shared/observation.enums';

/** Columns of the roll-up observation_group g, for one mode. */
export interface GroupColumns {
  count: string;
  bySeverity: (severity: number) => string;
  flagged: string;
  vendors: string;
}

const oneState = (state: 'open' | 'closed'): GroupColumns => ({
  count: `g.${state}_count`,
  bySeverity: (severity) => `g.${state}_by_severity[${severity}]`,
  flagged: `g.${state}_flagged`,
  vendors: `g.${state}_vendors`,
});

export const GROUP_COLUMNS: Record<ObservationMode, GroupColumns> = {
  OBSERVATION_MODE_OPEN: oneState('open'),
  OBSERVATION_MODE_RESOLVED: oneState('closed'),
  OBSERVATION_MODE_ALL: {
    count: '(g.open_count + g.closed_count)',
    bySeverity: (severity) => `(g.open_by_severity[${severity}] + g.closed_by_severity[${severity}])`,
    flagged: '(g.open_flagged + g.closed_flagged)',
    vendors: 'g.all_vendors',
  },
};

export const SEVERITIES = [1, 2, 3, 4, 5];
