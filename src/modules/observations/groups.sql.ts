/** The keys of an observation's groups, the first one first: each of its CVEs, or else its type. The table is called o. */
export const GROUP_KEYS = `CASE WHEN cardinality(o.cve_ids) > 1 THEN o.cve_ids ELSE ARRAY[o.group_key] END`;

/** The further keys in one text, with spaces between; NULL for most observations, as they have one group. */
export const FURTHER_GROUP_KEYS = `CASE WHEN cardinality(o.cve_ids) > 1 THEN array_to_string(o.cve_ids[2:], ' ') END`;

/** Whether a condition holds for one of an observation's keys. Both parts are look-ups by index. $1 is the organization. */
export function inGroup(condition: (column: string) => string): string {
  const further = `SELECT x.observation_id FROM observation_cve x WHERE x.organization_id = $1 AND x.is_further AND ${condition('x.cve_id')}`;
  return `(${condition('o.group_key')} OR o.id = ANY (ARRAY(${further})))`;
}
