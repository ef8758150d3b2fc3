/** Adds the rows of a sub-select (sign, organization_id, view, is_open, field, value) to the kept counts. */
const upsert = (counted: string) => `
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, field, value, open, closed
      FROM (SELECT organization_id, view, field, value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (${counted}) d
             GROUP BY 1, 2, 3, 4) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count`;

export const keep = (counted: string): string => `${upsert(counted)};`;

/** The same, for a function that declares `kept record`. Deletes values that no row has any more. */
export const keepOrForget = (counted: string): string => `
    FOR kept IN ${upsert(counted)} RETURNING v.* LOOP
      IF kept.open_count = 0 AND kept.closed_count = 0 THEN
        DELETE FROM observation_value WHERE organization_id = kept.organization_id AND view = kept.view AND field = kept.field AND value = kept.value;
      END IF;
    END LOOP;`;

/** What a later edition of the functions also records for each value: the first and the last day on which rows with it were first seen. */
export interface Dating {
  /** The day of a row, and the column to group by. */
  day: string;
  by: string;
  /** The number of rows that meet a condition, minus the removed ones. */
  count: (condition: string) => string;
  /** What a sum by value, or by value and day, has beside the counts. */
  sums: string;
  /** The columns of observation_value, and how an upsert changes them. */
  columns: string;
  update: string;
  isChanged: string;
}

export const UNDATED: Dating = {
  day: '',
  by: '',
  count: (condition) => `sum(CASE WHEN ${condition} THEN sign ELSE 0 END)`,
  sums: '',
  columns: '',
  update: '',
  isChanged: 'open <> 0 OR closed <> 0',
};

/**
 * In sums by value and day, rows with other changes cancel out. What remains was added or removed. If a value moves from one row to
 * another, its count stays the same, and its range of days may widen.
 */
export const DATED: Dating = {
  day: `, (first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day`,
  by: ', day',
  count: UNDATED.count,
  sums: ', day',
  columns: ', first_day, last_day',
  update: ', first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day)',
  isChanged: 'open <> 0 OR closed <> 0 OR last_day > 0',
};

/** The same for rows that are all new: nothing cancels out, so one sum by value is enough. */
export const ADDED: Dating = {
  ...DATED,
  by: '',
  count: (condition) => `count(*) FILTER (WHERE ${condition})`,
  sums: ', min(day) AS first_day, max(day) AS last_day',
};

/** Sums counts by value and day up to counts by value, with the days of what was added. */
export const daysOfValues = (counted: string): string => `
      SELECT organization_id, view, field, value, sum(open) AS open, sum(closed) AS closed,
             coalesce(min(day) FILTER (WHERE open > 0 OR closed > 0), 2147483647) AS first_day, coalesce(max(day) FILTER (WHERE open > 0 OR closed > 0), 0) AS last_day
        FROM ${counted}
       GROUP BY 1, 2, 3, 4`;
