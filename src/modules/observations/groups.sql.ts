/** The keys of an observation's groups, in order: each of its CVEs, or else its type. The table alias is o. */
export const GROUP_KEYS = `CASE WHEN cardinality(o.cve_ids) > 1 THEN o.cve_ids ELSE ARRAY[o.group_key] END`;

/** The keys after the first, separated by spaces; NULL for most observations, which have one group. */
export const FURTHER_GROUP_KEYS = `CASE WHEN cardinality(o.cve_ids) > 1 THEN array_to_string(o.cve_ids[2:], ' ') END`;

/** Whether a condition holds for any of an observation's group keys. Both parts use an index. $1 is the organization. */
export function inGroup(condition: (column: string) => string): string {
  const further = `SELECT x.observation_id FROM observation_cve x WHERE x.organization_id = $1 AND x.is_further AND ${condition('x.cve_id')}`;
  return `(${condition('o.group_key')} OR o.id = ANY (ARRAY(${further})))`;
}
