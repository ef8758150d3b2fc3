/** The keys of an observation's groups, in order: each of its CVEs, or else its type. The table alias is o. */
export const GROUP_KEYS = `observation_group_keys(o.group_key, o.cve_ids)`;

/** The keys after the first, separated by spaces; NULL for most observations, which have one group. */
export const FURTHER_GROUP_KEYS = `CASE WHEN cardinality(o.cve_ids) > 1 THEN array_to_string(o.cve_ids[2:], ' ') END`;
