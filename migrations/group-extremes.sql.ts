/** In a group of more rows than this, the next extreme is first looked for along the index of a sort. */
const MANY = 500;
/** How many entries of that index are read. In an organization of N rows, a group of n has one among N / n on average. */
const WALKED = 1_000;

const STATES = { open: 'o.is_open', closed: 'NOT o.is_open' };
type State = keyof typeof STATES;

/** What a row that left a group may have been: the first or last seen, the one with the highest score, or a known exploited one. */
interface Extreme {
  /** In observation_group, after the state. */
  kept: string;
  /** In observation. */
  column: string;
  /** Of several rows. */
  of: 'min' | 'max' | 'bool_or';
  /** A condition: a row that left, with this value, held the extreme of its group. */
  isHeld: (left: string, kept: string) => string;
  /** Selects the next one of a group (h). Null if it was not found. */
  next: (state: State) => string;
  /** Of a group without rows. */
  ofNone: 'NULL' | 'false';
}

/** From the extreme that was held, along the index of a sort, to the first row of the same group. */
const along =
  (column: string, sorted: string, from: (state: State) => string, direction: 'ASC' | 'DESC') =>
  (state: State): string => `CASE WHEN h.open_count + h.closed_count > ${MANY} THEN (
             SELECT e.${column}
               FROM (SELECT o.${sorted} AS place, o.${column}, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND ${STATES[state]} AND o.is_listed
                        AND o.${sorted} ${direction === 'ASC' ? '>=' : '<='} ${from(state)}
                      ORDER BY o.${sorted} ${direction} LIMIT ${WALKED}) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place ${direction} LIMIT 1) END`;

const atLeast = (left: string, kept: string) => `coalesce(${left} >= ${kept}, ${left} IS NOT NULL)`;

const EXTREMES: readonly Extreme[] = [
  {
    kept: 'first_seen',
    column: 'first_seen',
    of: 'min',
    isHeld: (left, kept) => `coalesce(${left} <= ${kept}, ${left} IS NOT NULL)`,
    next: along('first_seen', 'first_seen', (state) => `h.${state}_first_seen`, 'ASC'),
    ofNone: 'NULL',
  },
  {
    kept: 'last_seen',
    column: 'last_seen',
    of: 'max',
    isHeld: atLeast,
    next: along('last_seen', 'last_seen', (state) => `h.${state}_last_seen`, 'DESC'),
    ofNone: 'NULL',
  },
  {
    kept: 'max_cvss',
    column: 'cvss_base_score',
    of: 'max',
    isHeld: atLeast,
    next: along('cvss_base_score', 'cvss_rank', (state) => `(h.${state}_max_cvss * 10)::smallint`, 'DESC'),
    ofNone: 'NULL',
  },
  {
    kept: 'known_exploited',
    column: 'is_known_exploited',
    of: 'bool_or',
    isHeld: (left) => `coalesce(${left}, false)`,
    // Usually all rows of a CVE are known exploited, or none.
    next: (state) => `(SELECT true FROM observation o
              WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.group_key = h.group_key AND ${STATES[state]} AND o.is_listed
                AND o.is_known_exploited LIMIT 1)`,
    ofNone: 'false',
  },
];

const STATE_NAMES = Object.keys(STATES) as State[];

const each = (separator: string, write: (extreme: Extreme, state: State, name: string) => string) =>
  STATE_NAMES.flatMap((state) => EXTREMES.map((extreme) => write(extreme, state, `${state}_${extreme.kept}`))).join(separator);

/** Each extreme of some rows (o). */
const OF_ROWS = each(', ', ({ of, column }, state, name) => `${of}(o.${column}) FILTER (WHERE ${STATES[state]}) AS ${name}`);

/** What is selected of a row that left a group, beside the key of the group. */
export const LEFT_COLUMNS = ['is_open', ...EXTREMES.map(({ column }) => column)];

/** Whether a group (g) has no row of a state, apart from rows that widen its extremes afterwards. The rows that it lost are those of l. */
const IS_EMPTY = {
  /** Its counts are those from before the statement. */
  beforeCounting: (state: State) => `l.${state}_lost >= g.${state}_count`,
  afterCounting: (state: State) => `g.${state}_count = 0`,
};

/**
 * Corrects the extremes of groups that lost a row. Only an extreme that such a row held can have changed. The next one is looked for beside
 * it; only if that does not find it are all members read. `members` is a FROM clause for one row of h.
 */
export const correctHeldExtremes = (members: string, counting: keyof typeof IS_EMPTY): string => `
  IF gone IS NOT NULL THEN
    EXECUTE format($sql$
      WITH lost AS (
        SELECT o.organization_id, o.view, o.group_key,
               ${STATE_NAMES.map((state) => `count(*) FILTER (WHERE ${STATES[state]}) AS ${state}_lost`).join(', ')}, ${OF_ROWS}
          FROM (%s) o
         GROUP BY 1, 2, 3
      ),
      held AS (
        SELECT g.*, ${STATE_NAMES.map((state) => `${IS_EMPTY[counting](state)} AS is_${state}_empty`).join(', ')},
               ${each(', ', ({ isHeld }, _, name) => `${isHeld(`l.${name}`, `g.${name}`)} AS holds_${name}`)}
          FROM lost l JOIN observation_group g ON g.organization_id = l.organization_id AND g.view = l.view AND g.group_key = l.group_key
      )
      UPDATE observation_group g
         SET ${each(', ', ({ ofNone }, _, name) => `${name} = CASE WHEN h.holds_${name} THEN coalesce(n.${name}, m.${name}, ${ofNone}) ELSE g.${name} END`)}
        FROM held h
       CROSS JOIN LATERAL (
         SELECT ${each(', ', ({ next }, state, name) => `CASE WHEN h.holds_${name} AND NOT h.is_${state}_empty THEN ${next(state)} END AS ${name}`)}
         OFFSET 0) n
       CROSS JOIN LATERAL (
         SELECT ${OF_ROWS}
           FROM ${members}
          WHERE ${each(' OR ', (_, state, name) => `h.holds_${name} AND NOT h.is_${state}_empty AND n.${name} IS NULL`)}) m
       WHERE (${each(' OR ', (_, __, name) => `h.holds_${name}`)})
         AND g.organization_id = h.organization_id AND g.view = h.view AND g.group_key = h.group_key
    $sql$, gone);
  END IF;`;
