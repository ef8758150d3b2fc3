import { bitsOf, bitsWithUrlOf } from './observation-bits.sql';

/**
 * Forces look-ups by index, however many rows there were when the plan was made: a plan for many rows would read whole tables for one row.
 */
const BY_INDEX = `SET enable_hashjoin = off SET enable_mergejoin = off`;

/**
 * The due date of a policy: that of the KEV catalogue for a known exploited finding, otherwise a number of days after the first sighting.
 * Without days there is no policy.
 */
const DUE = `
CREATE FUNCTION observation_due(days integer[], severity smallint, first_seen timestamptz, exploited boolean, enrichment text)
RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN days IS NOT NULL THEN
           coalesce(CASE WHEN exploited THEN substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz END, first_seen + days[severity] * interval '24 hours')
         END
$$`;

const DUE_OF = (row: string) => `observation_due(p.days, ${row}.severity, ${row}.first_seen, ${row}.is_known_exploited, ${row}.enrichment)`;

/** The columns that the state of an observation is derived from. Every change of what the API returns sets a new updated_at. */
const FOLLOWED = `organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, is_known_exploited,
            CASE WHEN is_known_exploited THEN enrichment END AS enrichment`;

/** The bits are derived from these, too. Two changes within a millisecond set the same updated_at. */
const OF_BITS = `, approval_status, body_hash, epss_score, is_ransomware_used`;

/**
 * Creates, updates and deletes states with their observations. Each copied column is one of `observation` and of the state; the bits are
 * expressions by column of the state.
 */
function follow(create: string, copied: readonly string[], bits?: (row: string) => Readonly<Record<string, string>>): string {
  const columns = [...copied, ...Object.keys(bits?.('a') ?? {})];
  const list = (values: readonly string[]) => values.map((value) => `, ${value}`).join('');
  const added = list(columns);
  const values = (row: string) => list([...copied.map((column) => `a.${column}`), ...Object.values(bits?.(row) ?? {})]);
  const followed = FOLLOWED + (bits ? OF_BITS : '');
  // Few of many rows that are seen again change. Their other columns are looked up.
  const lookedUp = bits ? `\n      JOIN observation o ON o.organization_id = a.organization_id AND o.id = a.id` : '';
  const changed = columns
    .map(
      (column) => `,
          ${column} = excluded.${column}`,
    )
    .join('');
  return `
${create} FUNCTION observation_state_follow() RETURNS trigger LANGUAGE plpgsql ${BY_INDEX} AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_state (organization_id, observation_id, view, is_open, is_listed, updated_at, due_at${added})
    SELECT a.organization_id, a.id, a.view, a.is_open, a.is_listed, a.updated_at, ${DUE_OF('a')}${values('a')}
      FROM added a LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO observation_state AS s (organization_id, observation_id, view, is_open, is_listed, updated_at, due_at${added})
    SELECT a.organization_id, a.id, a.view, a.is_open, a.is_listed, a.updated_at, ${DUE_OF('a')}${values('o')}
      FROM (SELECT ${followed} FROM added
            EXCEPT
            SELECT ${followed} FROM removed) a${lookedUp}
      LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id
     ORDER BY 1, 2
    ON CONFLICT (organization_id, observation_id) DO UPDATE
      SET view = excluded.view, is_open = excluded.is_open, is_listed = excluded.is_listed,
          updated_at = greatest(s.updated_at, excluded.updated_at), due_at = coalesce(s.set_due_at, excluded.due_at)${changed};
    UPDATE observation_reference r SET view = m.view, is_open = m.is_open, is_listed = m.is_listed
      FROM (SELECT organization_id, id, view, is_open, is_listed FROM added
            EXCEPT
            SELECT organization_id, id, view, is_open, is_listed FROM removed) m
     WHERE r.organization_id = m.organization_id AND r.observation_id = m.id;
  ELSE
    DELETE FROM observation_state s USING removed o WHERE s.organization_id = o.organization_id AND s.observation_id = o.id;
    DELETE FROM observation_reference r USING removed o WHERE r.organization_id = o.organization_id AND r.observation_id = o.id;
  END IF;
  RETURN NULL;
END $$`;
}

/** After a change of the policy: updates every due date that was not set by hand. Returns the number of changed ones. */
const RESCHEDULE = `
CREATE FUNCTION observation_state_reschedule(p_organization uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  days integer[] := (SELECT p.days FROM remediation_policy p WHERE p.organization_id = p_organization);
  moved integer;
BEGIN
  UPDATE observation_state s
     SET due_at = d.due_at, updated_at = greatest(s.updated_at, statement_timestamp())
    FROM (SELECT o.id, observation_due(days, o.severity, o.first_seen, o.is_known_exploited, o.enrichment)::timestamptz(3) AS due_at
            FROM observation o WHERE o.organization_id = p_organization) d
   WHERE s.organization_id = p_organization AND s.observation_id = d.id AND s.set_due_at IS NULL AND s.due_at IS DISTINCT FROM d.due_at;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END $$`;

/** Flags are part of an observation's state too: they change its updated_at. */
const FLAGGED = `
CREATE FUNCTION observation_state_flagged() RETURNS trigger LANGUAGE plpgsql ${BY_INDEX} AS $$
BEGIN
  UPDATE observation_state s SET updated_at = greatest(s.updated_at, statement_timestamp())
    FROM touched_rows f WHERE s.organization_id = f.organization_id AND s.observation_id = f.observation_id;
  RETURN NULL;
END $$`;

export const STATE_FUNCTIONS = [DUE, follow('CREATE', []), RESCHEDULE, FLAGGED];

export const FOLLOW_WITH_FIRST_SEEN = follow('CREATE OR REPLACE', ['first_seen']);

export const FOLLOW_WITH_BITS = follow('CREATE OR REPLACE', ['first_seen'], bitsOf);

export const FOLLOW_WITH_URL_BITS = follow('CREATE OR REPLACE', ['first_seen'], bitsWithUrlOf);
