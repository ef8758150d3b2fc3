import type { Client } from 'pg';

/** The requirements of a schema on writers: the columns of each table, and its constraints, unique indexes and policies. */
export type SchemaShape = Record<string, { columns: Record<string, string>; rules: string[] }>;

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name,
         format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' THEN ' required' ELSE '' END AS form
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
   ORDER BY c.relname, a.attnum`;
/** Constraints, unique indexes and policies. A policy for one other role changes nothing for older code, which runs as the service. */
const RULES = `
  SELECT c.relname AS table, r.rule
    FROM pg_class c
    JOIN LATERAL (
      SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('c', 'f', 'u', 'p', 'x')
      UNION ALL SELECT regexp_replace(pg_get_indexdef(indexrelid), '^CREATE UNIQUE INDEX \\S+', 'UNIQUE INDEX') FROM pg_index WHERE indrelid = c.oid AND indisunique
      UNION ALL SELECT 'POLICY ' || coalesce(pg_get_expr(polqual, c.oid), '') || ' CHECK ' || coalesce(pg_get_expr(polwithcheck, c.oid), '') FROM pg_policy WHERE polrelid = c.oid AND 0 = ANY (polroles)
    ) r ON true
   WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
   ORDER BY 1, 2`;

export async function shapeOf(client: Client): Promise<SchemaShape> {
  const shape: SchemaShape = {};
  const { rows: columns } = await client.query<{ table: string; name: string; form: string }>(COLUMNS);
  for (const { table, name, form } of columns) (shape[table] ??= { columns: {}, rules: [] }).columns[name] = form;
  const { rows: rules } = await client.query<{ table: string; rule: string }>(RULES);
  for (const { table, rule } of rules) shape[table]?.rules.push(rule);
  return shape;
}

/** A policy that hides only rows with a new column set, which older code leaves unset, and lets everything be written. */
function sparesUnset(rule: string, older: Record<string, string>): boolean {
  const [, column] = /^POLICY \(\((\w+) IS NULL\) OR .* CHECK true$/.exec(rule) ?? [];
  return column !== undefined && !(column in older);
}

/** What a newer schema removed or newly requires, compared with an older one. */
export function demandsOf(newer: SchemaShape, older: SchemaShape): string[] {
  return Object.entries(older).flatMap(([table, { columns, rules }]) => {
    const now = newer[table];
    if (!now) return [`${table} is gone`];
    const kept = Object.entries(columns).filter(([name, form]) => now.columns[name] !== form && `${now.columns[name]} required` !== form);
    const asked = Object.entries(now.columns).filter(([name, form]) => !(name in columns) && form.endsWith(' required'));
    // Dropping a CHECK breaks nothing. ON CONFLICT, cascades and visibility depend on the other rules.
    const lost = rules.filter((rule) => !rule.startsWith('CHECK') && !now.rules.includes(rule));
    const ruled = now.rules.filter((rule) => !rules.includes(rule) && !sparesUnset(rule, columns));
    return [
      ...kept.map(([name]) => `${table}.${name} was ${columns[name]}, and is ${now.columns[name] ?? 'gone'}`),
      ...asked.map(([name]) => `${table}.${name} is new and has no default`),
      ...lost.map((rule) => `${table} has lost the rule ${rule}`),
      ...ruled.map((rule) => `${table} has the new rule ${rule}`),
    ];
  });
}
