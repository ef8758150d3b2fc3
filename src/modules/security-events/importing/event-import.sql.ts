/**
 * $1 events as JSON, $2 revision, $3 the organizations that see them (NULL: all). Returns the events that are new or changed; the
 * others are not touched. The time of publication never changes, because the feed is paged in that order.
 */
export const WRITE_EVENTS = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1::json) AS g (
      event_id text, title text, summary text, event_type smallint, severity smallint, status smallint, is_ransomware boolean,
      affected_products text[], published_at timestamptz, body text, content_hash text)
  )
  INSERT INTO security_event AS e (
    event_id, title, summary, event_type, severity, status, is_ransomware, affected_products, published_at, updated_at, body, content_hash, revision,
    visible_to)
  SELECT event_id, title, summary, event_type, severity, status, is_ransomware, affected_products, published_at, now(), body,
         decode(content_hash, 'hex'), $2::bigint, $3::uuid[]
    FROM given
   ORDER BY event_id
  ON CONFLICT (event_id) DO UPDATE SET
    title = excluded.title, summary = excluded.summary, event_type = excluded.event_type, severity = excluded.severity, status = excluded.status,
    is_ransomware = excluded.is_ransomware, affected_products = excluded.affected_products, updated_at = excluded.updated_at, body = excluded.body,
    content_hash = excluded.content_hash, revision = excluded.revision, visible_to = excluded.visible_to
   WHERE e.content_hash <> excluded.content_hash OR e.visible_to IS DISTINCT FROM excluded.visible_to
  RETURNING event_id AS id, xmax = 0 AS created`;

/** $1 events, $2 and $3 parallel arrays of events and CVEs, $4 the organizations that see them. */
export const REPLACE_CVES = replace('security_event_cve', 'cve_id');

/** $1 events, $2 and $3 parallel arrays of events and domains, $4 the organizations that see them. */
export const REPLACE_VICTIMS = replace('security_event_victim', 'domain');

function replace(table: string, column: string): string {
  return `
  WITH given AS (
    SELECT * FROM unnest($2::text[], $3::text[]) AS g (event_id, ${column})
  ), dropped AS (
    DELETE FROM ${table} t
     WHERE t.event_id = ANY ($1::text[]) AND NOT EXISTS (SELECT 1 FROM given g WHERE g.event_id = t.event_id AND g.${column} = t.${column})
  )
  INSERT INTO ${table} AS t (event_id, ${column}, visible_to) SELECT event_id, ${column}, $4::uuid[] FROM given ORDER BY 2, 1
  ON CONFLICT (${column}, event_id) DO UPDATE SET visible_to = excluded.visible_to WHERE t.visible_to IS DISTINCT FROM excluded.visible_to`;
}
