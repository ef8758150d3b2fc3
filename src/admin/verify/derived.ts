import type { Statements } from '#platform/database/database';

/** A stored derived value: the stored rows, and a query that counts them from the facts. */
export interface Derived {
  name: string;
  /** The columns by which both queries are joined. */
  key: readonly string[];
  /** Queries with the same columns; $1 is the organization. */
  stored: string;
  recounted: string;
}

export interface Difference {
  key: Cells;
  /** The fields that differ; null where the row is missing. */
  stored: Cells | null;
  recounted: Cells | null;
}

/** The result of a recount. */
export interface Recount {
  /** Rows compared. */
  rows: number;
  differences: number;
  /** The first differences. */
  found: Difference[];
}

export type Cells = Readonly<Record<string, unknown>>;

const SHOWN = 20;

/** Recounts in one statement, so that concurrent writes are not reported as differences. */
export async function recount(tx: Statements, organizationId: string, derived: Derived): Promise<Recount> {
  const [row] = (await tx.query(comparison(derived), [organizationId])) as {
    rows: number;
    differences: number;
    found: { stored: Cells | null; recounted: Cells | null }[];
  }[];
  if (!row) throw new Error('The comparison must return one row.');
  return { ...row, found: row.found.map(({ stored, recounted }) => narrow(derived.key, stored, recounted)) };
}

function comparison({ key, stored, recounted }: Derived): string {
  return `
    WITH stored AS MATERIALIZED (${stored}), recounted AS MATERIALIZED (${recounted}),
    compared AS MATERIALIZED (
      SELECT to_jsonb(s) AS stored, to_jsonb(r) AS recounted FROM stored s FULL JOIN recounted r USING (${key.join(', ')})
    ), differing AS MATERIALIZED (
      SELECT stored, recounted FROM compared WHERE stored IS DISTINCT FROM recounted
    )
    SELECT (SELECT count(*) FROM compared)::int AS rows, (SELECT count(*) FROM differing)::int AS differences,
           coalesce((SELECT json_agg(d) FROM (SELECT * FROM differing ORDER BY coalesce(recounted, stored)::text LIMIT ${SHOWN}) d), '[]') AS found`;
}

/** Keeps only the fields that differ. */
function narrow(key: readonly string[], stored: Cells | null, recounted: Cells | null): Difference {
  const same = (name: string) => stored !== null && recounted !== null && JSON.stringify(stored[name]) === JSON.stringify(recounted[name]);
  const differing = (row: Cells | null) => row && pick(row, (name) => !key.includes(name) && !same(name));
  return { key: pick(recounted ?? stored ?? {}, (name) => key.includes(name)), stored: differing(stored), recounted: differing(recounted) };
}

function pick(row: Cells, wanted: (name: string) => boolean): Cells {
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted(name)));
}

/** The same for values that are computed in code. */
export function recountRows<Row extends Cells>(
  rows: readonly Row[],
  key: readonly string[],
  compare: (row: Row) => [stored: Cells | null, recounted: Cells | null],
): Recount {
  const differing = rows.map(compare).filter(([stored, recounted]) => JSON.stringify(stored) !== JSON.stringify(recounted));
  return { rows: rows.length, differences: differing.length, found: differing.slice(0, SHOWN).map((pair) => narrow(key, ...pair)) };
}
