import type { Statements } from '#platform/database/database';

/** A stored derived value: the stored rows, and a query that counts them from the facts. */
export interface Derived {
  name: string;
  /** The columns by which both queries are joined. */
  key: readonly string[];
  /** Queries with the same columns; $1 is the organization. */
  kept: string;
  counted: string;
}

export interface Difference {
  key: Cells;
  /** The fields that differ; null where the row is missing. */
  kept: Cells | null;
  counted: Cells | null;
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
    found: { kept: Cells | null; counted: Cells | null }[];
  }[];
  if (!row) throw new Error('The comparison must return one row.');
  return { ...row, found: row.found.map(({ kept, counted }) => narrow(derived.key, kept, counted)) };
}

function comparison({ key, kept, counted }: Derived): string {
  return `
    WITH kept AS MATERIALIZED (${kept}), counted AS MATERIALIZED (${counted}),
    compared AS MATERIALIZED (
      SELECT to_jsonb(k) AS kept, to_jsonb(c) AS counted FROM kept k FULL JOIN counted c USING (${key.join(', ')})
    ), differing AS MATERIALIZED (
      SELECT kept, counted FROM compared WHERE kept IS DISTINCT FROM counted
    )
    SELECT (SELECT count(*) FROM compared)::int AS rows, (SELECT count(*) FROM differing)::int AS differences,
           coalesce((SELECT json_agg(d) FROM (SELECT * FROM differing ORDER BY coalesce(counted, kept)::text LIMIT ${SHOWN}) d), '[]') AS found`;
}

/** Keeps only the fields that differ. */
function narrow(key: readonly string[], kept: Cells | null, counted: Cells | null): Difference {
  const same = (name: string) => kept !== null && counted !== null && JSON.stringify(kept[name]) === JSON.stringify(counted[name]);
  const differing = (row: Cells | null) => row && pick(row, (name) => !key.includes(name) && !same(name));
  return { key: pick(counted ?? kept ?? {}, (name) => key.includes(name)), kept: differing(kept), counted: differing(counted) };
}

function pick(row: Cells, wanted: (name: string) => boolean): Cells {
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted(name)));
}

/** The same for values that are computed in code. */
export function recountRows<Row extends Cells>(
  rows: readonly Row[],
  key: readonly string[],
  compare: (row: Row) => [kept: Cells | null, counted: Cells | null],
): Recount {
  const differing = rows.map(compare).filter(([kept, counted]) => JSON.stringify(kept) !== JSON.stringify(counted));
  return { rows: rows.length, differences: differing.length, found: differing.slice(0, SHOWN).map((pair) => narrow(key, ...pair)) };
}
