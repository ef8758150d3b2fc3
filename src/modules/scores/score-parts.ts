import type { ScoreCell } from './score-model';

/** Open observations of one party that share category, severity and their first group. */
export interface ScorePart extends ScoreCell {
  groupKey: string;
}

/** One array per part: category, severity, group, and the three counts. */
export type PartRow = [category: number, severity: number, groupKey: string, open: number, exploited: number, ransomware: number];

/** The parts that weigh on a score, as JSON; $1 organization, $2 view. An observation with several CVEs is in the group of the first. */
export const partsOf = (party: string): string => `
  (SELECT coalesce(json_agg(json_build_array(p.category, p.severity, p.group_key, p.open, p.exploited, p.ransomware)), '[]'::json)
     FROM (SELECT o.category, o.severity, o.group_key, count(*) AS open, count(*) FILTER (WHERE o.is_known_exploited) AS exploited,
                  count(*) FILTER (WHERE o.is_ransomware_used) AS ransomware
             FROM observation o
            WHERE o.organization_id = $1 AND o.view = $2 AND o.party_domain = ${party} AND o.is_open AND o.is_listed
              AND (o.severity > 1 OR o.is_known_exploited OR o.is_ransomware_used)
            GROUP BY 1, 2, 3) p)`;

export function toPart([category, severity, groupKey, openCount, knownExploitedCount, ransomwareCount]: PartRow): ScorePart {
  return { category, severity, groupKey, openCount, knownExploitedCount, ransomwareCount };
}
