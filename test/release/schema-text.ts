import type { Client } from 'pg';

/** Tables and functions of the service; those of the job engine belong to pg-boss. */
const OURS = `'public'::regnamespace`;

/** The schema as SQL that a reader can follow: each table with its comments, rules, indexes and triggers, then the functions; sorted by name. */
export async function schemaText(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ text: string }>(TABLES);
  const { rows: types } = await client.query<{ text: string }>(TYPES);
  const { rows: functions } = await client.query<{ text: string }>(FUNCTIONS);
  const head = `-- The schema as PostgreSQL shows it. Generated from a migrated database by \`npm run release:record\`: change the migrations instead.\n`;
  return `${[head, ...[...types, ...tables, ...functions].map(({ text }) => text)].join('\n').replace(/[ \t]+$/gm, '')}\n`;
}

const LINES = (sql: string) => `coalesce((SELECT string_agg(line || E';\\n', '' ORDER BY line) FROM (${sql}) l (line)), '')`;

const COLUMNS = `
  SELECT string_agg('  ' || line, E'\\n' ORDER BY place) FROM (
    SELECT a.attnum AS place,
           concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                     CASE WHEN a.attidentity <> '' THEN 'GENERATED ALWAYS AS IDENTITY'
                          WHEN a.attgenerated <> '' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, c.oid) || ') STORED'
                          WHEN d.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, c.oid) END)
           || ',' || coalesce(' -- ' || col_description(c.oid, a.attnum), '') AS line
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 10000 + row_number() OVER (ORDER BY contype DESC, conname),
           'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
           || CASE WHEN row_number() OVER (ORDER BY contype DESC, conname) < count(*) OVER () THEN ',' ELSE '' END
      FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('p', 'u', 'c', 'f')) lines`;

const TABLES = `
  SELECT coalesce('-- ' || obj_description(c.oid, 'pg_class') || E'\\n', '')
         || 'CREATE TABLE ' || c.relname || E' (\\n' || (${COLUMNS}) || E'\\n)'
         || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') || E';\\n'
         || ${LINES(`SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
                      WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u'))`)}
         || CASE WHEN c.relrowsecurity THEN 'ALTER TABLE ' || c.relname || E' ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\\n' ELSE '' END
         || ${LINES(`SELECT concat_ws(' ', 'CREATE POLICY', polname, 'ON', c.relname, CASE WHEN NOT polpermissive THEN 'AS RESTRICTIVE' END,
                            CASE polcmd WHEN 'r' THEN 'FOR SELECT' WHEN 'a' THEN 'FOR INSERT' WHEN 'w' THEN 'FOR UPDATE' WHEN 'd' THEN 'FOR DELETE' END,
                            CASE WHEN polroles <> '{0}' THEN 'TO ' || array_to_string(polroles::regrole[], ', ') END,
                            'USING ' || pg_get_expr(polqual, c.oid), 'WITH CHECK ' || pg_get_expr(polwithcheck, c.oid))
                       FROM pg_policy WHERE polrelid = c.oid`)}
         || ${LINES(`SELECT 'GRANT ' || string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type) || ' ON ' || c.relname || ' TO ' || g.grantee::regrole
                       FROM aclexplode(c.relacl) g WHERE g.grantee <> c.relowner GROUP BY g.grantee`)}
         || ${LINES(`SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal`)} AS text
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = ${OURS} ORDER BY c.relname`;

const TYPES = `
  SELECT 'CREATE TYPE ' || c.relname || ' AS (' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum) || E');\\n' AS text
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relkind = 'c' AND c.relnamespace = ${OURS} GROUP BY c.relname ORDER BY c.relname`;

const FUNCTIONS = `
  SELECT pg_get_functiondef(p.oid) || E';\\n'
         || ${LINES(`SELECT 'GRANT EXECUTE ON FUNCTION ' || p.proname || ' TO ' || CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END
                       FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g WHERE g.grantee <> p.proowner`)} AS text
    FROM pg_proc p WHERE p.pronamespace = ${OURS} ORDER BY p.proname, p.oid::regprocedure::text`;
