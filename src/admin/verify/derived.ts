import type { Statements } from '#platform/database/database';

/** A number that the database keeps although it could be counted: what is kept, and how to count it from the facts. */
export interface Derived {
  name: string;
  /** The columns that both selections are matched by. */
  key: readonly string[];
  /** Selections of the same columns; $1 is the organization. */
  kept: string;
  counted: string;
}

export interface Difference {
  key: Cells;
  /** The fields that differ; null where there is no such row. */
  kept: Cells | null;
  counted: Cells | null;
}

/** What a recount found. */
export interface Recount {
  /** Rows compared. */
  rows: number;
  differences: number;
  /** The first of them. */
  found: Difference[];
}

export type Cells = Readonly<Record<string, unknown>>;

const SHOWN = 20;

/** Recounts in one statement, so that nothing written meanwhile is taken for a difference. */
export async function recount(tx: Statements, organizationId: string, derived: Derived): Promise<Recount> {
  const [row] = (await tx.query(comparison(derived), [organizationId])) as {
    rows: number;
    differences: number;
    found: { kept: Cells | null; counted: Cells | null }[];
  }[];
  if (!row) throw new Error('A comparison answers one row.');
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

/** Only what differs is worth reading. */
function narrow(key: readonly string[], kept: Cells | null, counted: Cells | null): Difference {
  const same = (name: string) => kept !== null && counted !== null && JSON.stringify(kept[name]) === JSON.stringify(counted[name]);
  const differing = (row: Cells | null) => row && pick(row, (name) => !key.includes(name) && !same(name));
  return { key: pick(counted ?? kept ?? {}, (name) => key.includes(name)), kept: differing(kept), counted: differing(counted) };
}

function pick(row: Cells, wanted: (name: string) => boolean): Cells {
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted(name)));
}

/** The same for numbers that only code can count. */
export function recountRows<Row extends Cells>(
  rows: readonly Row[],
  key: readonly string[],
  compare: (row: Row) => [kept: Cells | null, counted: Cells | null],
): Recount {
  const differing = rows.map(compare).filter(([kept, counted]) => JSON.stringify(kept) !== JSON.stringify(counted));
  return { rows: rows.length, differences: differing.length, found: differing.slice(0, SHOWN).map((pair) => narrow(key, ...pair)) };
}
