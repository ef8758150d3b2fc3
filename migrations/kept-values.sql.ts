/** Adds to the kept counts what a sub-select of sign, organization_id, view, is_open, field and value says. */
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

/** The same in a function that declares `kept record`, without leaving behind what no row has any more. */
export const keepOrForget = (counted: string): string => `
    FOR kept IN ${upsert(counted)} RETURNING v.* LOOP
      IF kept.open_count = 0 AND kept.closed_count = 0 THEN
        DELETE FROM observation_value WHERE organization_id = kept.organization_id AND view = kept.view AND field = kept.field AND value = kept.value;
      END IF;
    END LOOP;`;
