import type { Client } from 'pg';

interface Table {
  name: string;
  /** `area: what a row is`, from the comment of the table. */
  comment: string | null;
  key: { name: string; type: string }[];
}
interface Reference {
  from: string;
  to: string;
  by: string;
}
interface Firing {
  table: string;
  event: string;
  runs: string;
}

const TABLES = `
  SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
         coalesce(json_agg(json_build_object('name', a.attname, 'type', replace(format_type(a.atttypid, NULL), ' ', '_')) ORDER BY k.place)
                  FILTER (WHERE a.attname <> 'organization_id'), '[]') AS key
    FROM pg_class c
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    LEFT JOIN LATERAL unnest(i.indkey::smallint[]) WITH ORDINALITY AS k (attnum, place) ON true
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration'
   GROUP BY c.oid, c.relname ORDER BY c.relname`;
/** Foreign keys, and columns that are called like a table and its id: many references are not checked by the database. */
const REFERENCES = `
  SELECT DISTINCT c.relname AS "from", t.relname AS "to", a.attname AS by
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attname <> 'organization_id'
    JOIN pg_class t ON t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND t.oid <> c.oid
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     AND (a.attname = t.relname || '_id'
          OR EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = c.oid AND k.confrelid = t.oid AND k.conkey[cardinality(k.conkey)] = a.attnum))
   ORDER BY 1, 2, 3`;
/** BEFORE triggers fire first, then those of rows, then those of statements, each by name; deferred ones at commit. */
const FIRINGS = `
  SELECT c.relname AS table, e.event,
         string_agg('\`' || p.proname || '\`' || CASE WHEN t.tgdeferrable THEN ' (at commit)' ELSE '' END, ', ' ORDER BY t.tgdeferrable, t.tgtype & 2 = 0, t.tgtype & 1 = 0, t.tgname) AS runs
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid AND c.relnamespace = 'public'::regnamespace
    JOIN pg_proc p ON p.oid = t.tgfoid
    JOIN (VALUES (4, 'INSERT', 1), (16, 'UPDATE', 2), (8, 'DELETE', 3)) AS e (bit, event, place) ON t.tgtype & e.bit <> 0
   WHERE NOT t.tgisinternal GROUP BY c.relname, e.event, e.place ORDER BY c.relname, e.place`;

/** Pictures of the tables of each area, and what a write fires: docs/schema.md. */
export async function schemaPictures(client: Client): Promise<string> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: references } = await client.query<Reference>(REFERENCES);
  const { rows: firings } = await client.query<Firing>(FIRINGS);
  const areas = new Map<string, Table[]>();
  for (const table of tables) {
    const [area = ''] = (table.comment ?? '').split(': ');
    areas.set(area, [...(areas.get(area) ?? []), table]);
  }
  return [
    '# The tables of each area',
    '',
    'Generated from a migrated database by `npm run release:record`. Every column is in [migrations/schema.sql](../migrations/schema.sql). The pictures show',
    'primary keys without the `organization_id` that begins almost all of them; an arrow is a foreign key, or a column that is called like the table and its id.',
    '',
    ...[...areas].sort().flatMap(([area, own]) => [`## ${area}`, '', ...pictureOf(own, references), '', ...listOf(own), '']),
    '## What a write fires',
    '',
    'In this order. [architecture.md](architecture.md#what-triggers-derive) says what these functions derive, and under which lock.',
    '',
    '| Table | Write | Functions |',
    '|---|---|---|',
    ...firings.map(({ table, event, runs }) => `| \`${table}\` | ${event} | ${runs} |`),
    '',
  ].join('\n');
}

function pictureOf(tables: Table[], references: Reference[]): string[] {
  const names = new Set(tables.map(({ name }) => name));
  return [
    '```mermaid',
    'erDiagram',
    ...tables.map(({ name, key }) => `  ${name} {${key.map((column) => ` ${column.type} ${column.name}`).join('')} }`),
    ...references.filter(({ from }) => names.has(from)).map(({ from, to, by }) => `  ${to} ||--o{ ${from} : ${by}`),
    '```',
  ];
}

function listOf(tables: Table[]): string[] {
  return [
    '| Table | A row is |',
    '|---|---|',
    ...tables.map(({ name, comment }) => `| \`${name}\` | ${comment?.slice(comment.indexOf(': ') + 2) ?? ''} |`),
  ];
}
