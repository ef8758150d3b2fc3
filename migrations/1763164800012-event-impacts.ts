import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Impacts of events, maintained by the database itself: every write of observations, vendors, own domains or events updates the
 * impacts in the same transaction, as sets, at a cost proportional to the rows written. All of it happens under the
 * organization's lock on observations, so two writers never update a counter at the same time.
 */
export class EventImpacts1763164800012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [LOCKS, VIA, SETTLE, CATCH_UP, REFRESH, SIGHTED, VENDOR_MOVED, DOMAIN_ADDED]) await runner.query(statement);
    const triggers: [table: string, does: Change, runs: string][] = [
      ['observation', 'added', 'security_event_sighted'],
      ['observation', 'changed', 'security_event_sighted'],
      ['observation', 'removed', 'security_event_sighted'],
      ['vendor', 'added', 'security_event_vendor_moved'],
      ['vendor', 'changed', 'security_event_vendor_moved'],
      ['vendor', 'removed', 'security_event_vendor_moved'],
      ['organization_domain', 'added', 'security_event_domain_added'],
    ];
    for (const [table, does, runs] of triggers) {
      await runner.query(`CREATE TRIGGER ${runs}_${does} AFTER ${moment(does, table)} FOR EACH STATEMENT EXECUTE FUNCTION ${runs}()`);
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

type Change = 'added' | 'changed' | 'removed';

function moment(change: Change, table: string): string {
  if (change === 'added') return `INSERT ON ${table} REFERENCING NEW TABLE AS added`;
  if (change === 'removed') return `DELETE ON ${table} REFERENCING OLD TABLE AS removed`;
  return `UPDATE ON ${table} REFERENCING OLD TABLE AS removed NEW TABLE AS added`;
}

/**
 * A vendor added during an import of events must not be missed by both sides. A change of the directory takes this lock in
 * shared mode before it reads the events and holds it until commit. The import commits its events, waits until all such
 * transactions have ended, and only then reads the directory.
 */
const LOCKS = `
CREATE FUNCTION security_event_gate(p_organization uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT hashtextextended('security-events ' || p_organization, 0)
$$`;

/** Pairs of event and vendor where a current fourth party of the vendor is a named victim of the event. */
const VIA = `
CREATE FUNCTION security_event_via(p_organization uuid, p_events text[], p_domains text[])
RETURNS TABLE (event_id text, party_domain text, fourth_party text, seen_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT w.event_id, r.vendor_domain, min(r.fourth_party_domain), (array_agg(r.last_seen::timestamptz ORDER BY r.fourth_party_domain))[1]
    FROM security_event_victim w
    JOIN fourth_party_relationship r ON r.organization_id = p_organization AND r.fourth_party_domain = w.domain AND r.is_current
   WHERE (p_events IS NULL OR w.event_id = ANY (p_events)) AND (p_domains IS NULL OR r.vendor_domain = ANY (p_domains))
   GROUP BY w.event_id, r.vendor_domain
$$`;

/**
 * Derives the impacts of pairs of event and party again: named victim, open observations, fourth parties, resolved
 * observations, in this order. Writes the changes, their history and the counts of the feed. Each pair is passed once, with
 * the numbers of its open and closed observations if they were recounted.
 */
const SETTLE = `
CREATE FUNCTION security_event_settle(
  p_organization uuid, p_view smallint, p_events text[], p_domains text[], p_open integer[] DEFAULT NULL, p_closed integer[] DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  emptied bigint;
  moved bigint;
BEGIN
  WITH pair AS MATERIALIZED (
    SELECT * FROM unnest(p_events, p_domains, p_open, p_closed) AS p (event_id, party_domain, open_count, closed_count)
  ), party AS (
    SELECT DISTINCT party_domain AS domain FROM pair
  ), present AS (
    SELECT v.domain_name AS domain
      FROM party JOIN vendor v ON v.organization_id = p_organization AND v.domain_name = party.domain
     WHERE p_view = 1 AND v.lifecycle_status <> 4
    UNION ALL
    SELECT d.domain FROM party JOIN organization_domain d ON d.domain = party.domain WHERE p_view = 2 AND d.organization_id = p_organization
  ), via AS (
    SELECT v.event_id, v.party_domain, v.fourth_party
      FROM security_event_via(p_organization, ARRAY(SELECT DISTINCT event_id FROM pair), ARRAY(SELECT domain FROM party)) v
     WHERE p_view = 1
  ), known AS (
    SELECT p.event_id, p.party_domain, i.impact AS before, i.first_seen_at, i.event_id IS NOT NULL AS is_stored,
           coalesce(p.open_count, i.open_count, 0) AS open_count, coalesce(p.closed_count, i.closed_count, 0) AS closed_count,
           h.domain IS NOT NULL AS is_present, w.domain IS NOT NULL AS is_named_victim, v.fourth_party
      FROM pair p
      LEFT JOIN security_event_impact i
        ON i.organization_id = p_organization AND i.view = p_view AND i.party_domain = p.party_domain AND i.event_id = p.event_id
      LEFT JOIN present h ON h.domain = p.party_domain
      LEFT JOIN security_event_victim w ON w.domain = p.party_domain AND w.event_id = p.event_id
      LEFT JOIN via v ON v.event_id = p.event_id AND v.party_domain = p.party_domain
  ), derived AS MATERIALIZED (
    SELECT *, (CASE WHEN NOT is_present THEN NULL WHEN is_named_victim THEN 1 WHEN open_count > 0 THEN 2
                    WHEN fourth_party IS NOT NULL THEN 3 WHEN closed_count > 0 THEN 4 END)::smallint AS impact
      FROM known
  ), written AS (
    INSERT INTO security_event_impact AS i
      (organization_id, view, party_domain, event_id, open_count, closed_count, is_named_victim, via_fourth_party_domain, impact, first_seen_at)
    SELECT p_organization, p_view, party_domain, event_id, open_count, closed_count, is_named_victim, fourth_party, impact,
           CASE WHEN impact IS NOT NULL THEN moment END
      FROM derived WHERE is_stored OR impact IS NOT NULL OR open_count <> 0 OR closed_count <> 0
     ORDER BY party_domain, event_id
    ON CONFLICT (organization_id, view, party_domain, event_id) DO UPDATE SET
      open_count = excluded.open_count, closed_count = excluded.closed_count, is_named_victim = excluded.is_named_victim,
      via_fourth_party_domain = excluded.via_fourth_party_domain, impact = excluded.impact,
      first_seen_at = coalesce(i.first_seen_at, excluded.first_seen_at)
     WHERE (i.open_count, i.closed_count, i.is_named_victim, i.via_fourth_party_domain, i.impact)
           IS DISTINCT FROM (excluded.open_count, excluded.closed_count, excluded.is_named_victim, excluded.via_fourth_party_domain, excluded.impact)
  ), recorded AS (
    INSERT INTO security_event_impact_change (organization_id, view, party_domain, event_id, id, occurred_at, from_impact, to_impact)
    SELECT p_organization, p_view, party_domain, event_id, uuid_v7(), moment, before, impact
      FROM derived WHERE first_seen_at IS NOT NULL AND before IS DISTINCT FROM impact
  ), shift AS (
    SELECT event_id,
           count(*) FILTER (WHERE impact = 1) - count(*) FILTER (WHERE before = 1) AS confirmed,
           count(*) FILTER (WHERE impact = 2) - count(*) FILTER (WHERE before = 2) AS likely,
           count(*) FILTER (WHERE impact = 3) - count(*) FILTER (WHERE before = 3) AS possible,
           count(*) FILTER (WHERE impact = 4) - count(*) FILTER (WHERE before = 4) AS mitigated
      FROM derived WHERE before IS DISTINCT FROM impact
     GROUP BY event_id
  ), shifted AS (
    INSERT INTO security_event_feed AS f (organization_id, view, event_id, published_at, confirmed, likely, possible, mitigated)
    SELECT p_organization, p_view, s.event_id, e.published_at, s.confirmed, s.likely, s.possible, s.mitigated
      FROM shift s JOIN security_event e ON e.event_id = s.event_id
     ORDER BY s.event_id
    ON CONFLICT (organization_id, view, event_id) DO UPDATE SET
      confirmed = f.confirmed + excluded.confirmed, likely = f.likely + excluded.likely,
      possible = f.possible + excluded.possible, mitigated = f.mitigated + excluded.mitigated
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM shifted), (SELECT count(*) FROM derived WHERE impact IS NULL) INTO moved, emptied;

  IF emptied = 0 THEN RETURN; END IF;
  IF moved > 0 THEN
    DELETE FROM security_event_feed f
     WHERE f.organization_id = p_organization AND f.view = p_view AND f.event_id = ANY (p_events)
       AND f.confirmed = 0 AND f.likely = 0 AND f.possible = 0 AND f.mitigated = 0;
  END IF;
  -- A vendor that is gone for good leaves nothing behind.
  WITH gone AS (
    DELETE FROM security_event_impact i
     USING unnest(p_events, p_domains) AS p (event_id, party_domain)
     WHERE i.organization_id = p_organization AND i.view = p_view AND i.party_domain = p.party_domain AND i.event_id = p.event_id
       AND i.impact IS NULL AND i.open_count = 0 AND i.closed_count = 0
       AND (i.first_seen_at IS NULL
            OR p_view = 1 AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = i.party_domain))
    RETURNING i.party_domain, i.event_id
  )
  DELETE FROM security_event_impact_change c USING gone g
   WHERE c.organization_id = p_organization AND c.view = p_view AND c.party_domain = g.party_domain AND c.event_id = g.event_id;
END $$`;

/** Derives an organization's impacts of all events imported since its last update. Returns the number of pairs checked. */
const CATCH_UP = `
CREATE FUNCTION security_event_catch_up(p_organization uuid) RETURNS bigint LANGUAGE plpgsql SET work_mem = '64MB' AS $$
DECLARE
  newest bigint;
  seen bigint;
  t record;
  settled bigint := 0;
BEGIN
  PERFORM pg_advisory_lock(security_event_gate(p_organization));
  PERFORM pg_advisory_unlock(security_event_gate(p_organization));
  PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
  SELECT max(revision) INTO newest FROM security_event;
  SELECT coalesce(max(revision), 0) INTO seen FROM security_event_progress WHERE organization_id = p_organization;
  IF newest IS NULL OR newest <= seen THEN RETURN 0; END IF;

  FOR t IN
    WITH fresh AS MATERIALIZED (
      SELECT event_id FROM security_event WHERE revision > seen
    ), sighted AS MATERIALIZED (
      SELECT DISTINCT c.event_id, x.observation_id
        FROM fresh f
        JOIN security_event_cve c ON c.event_id = f.event_id
        JOIN observation_cve x ON x.organization_id = p_organization AND x.cve_id = c.cve_id
    ), linked AS (
      SELECT o.view, o.party_domain, s.event_id, (o.is_open)::int AS open, (NOT o.is_open)::int AS closed
        FROM sighted s JOIN observation o ON o.organization_id = p_organization AND o.id = s.observation_id
       WHERE o.is_listed
      UNION ALL
      SELECT i.view, i.party_domain, i.event_id, 0, 0
        FROM security_event_impact i JOIN fresh f ON f.event_id = i.event_id WHERE i.organization_id = p_organization
      UNION ALL
      SELECT 1, w.domain, w.event_id, 0, 0
        FROM fresh f JOIN security_event_victim w ON w.event_id = f.event_id
        JOIN vendor d ON d.organization_id = p_organization AND d.domain_name = w.domain
      UNION ALL
      SELECT 2, w.domain, w.event_id, 0, 0
        FROM fresh f JOIN security_event_victim w ON w.event_id = f.event_id
        JOIN organization_domain d ON d.organization_id = p_organization AND d.domain = w.domain
      UNION ALL
      SELECT 1, l.party_domain, l.event_id, 0, 0 FROM security_event_via(p_organization, ARRAY(SELECT event_id FROM fresh), NULL) l
    ), pair AS (
      SELECT view, party_domain, event_id, sum(open)::int AS open, sum(closed)::int AS closed FROM linked GROUP BY 1, 2, 3
    )
    SELECT view::smallint, array_agg(event_id) AS events, array_agg(party_domain) AS domains, array_agg(open) AS open, array_agg(closed) AS closed
      FROM pair GROUP BY view
  LOOP
    PERFORM security_event_settle(p_organization, t.view, t.events, t.domains, t.open, t.closed);
    settled := settled + cardinality(t.events);
  END LOOP;

  INSERT INTO security_event_progress (organization_id, revision) VALUES (p_organization, newest)
  ON CONFLICT (organization_id) DO UPDATE SET revision = excluded.revision;
  RETURN settled;
END $$`;

/** Called after a write of fourth-party relationships: derives the dependent impacts of the given vendors again. */
const REFRESH = `
CREATE FUNCTION security_event_refresh(p_organization uuid, p_vendor_domains text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  events text[];
  domains text[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(p_organization));
  SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
    FROM (SELECT i.event_id, i.party_domain
            FROM security_event_impact i
           WHERE i.organization_id = p_organization AND i.view = 1 AND i.party_domain = ANY (p_vendor_domains) AND i.via_fourth_party_domain IS NOT NULL
          UNION
          SELECT l.event_id, l.party_domain FROM security_event_via(p_organization, NULL, p_vendor_domains) l) p;
  IF events IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
    PERFORM security_event_settle(p_organization, 1::smallint, events, domains);
  END IF;
END $$`;

/**
 * Observations that were added, deleted or changed state: those with CVEs of events update the counts of their party. The
 * impact can change only when the first open or closed one is added or the last one removed.
 */
const SIGHTED = `
CREATE FUNCTION security_event_sighted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one text := 'SELECT %s AS sign, organization_id, view, party_domain, id, is_open, cve_ids FROM %I WHERE is_listed AND cve_ids <> ''{}''';
  delta text;
  t record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM security_event_cve) THEN RETURN NULL; END IF;
  delta := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN format(one, 1, 'added') END,
    CASE WHEN TG_OP <> 'INSERT' THEN format(one, -1, 'removed') END);

  FOR t IN EXECUTE format($sql$
    WITH hit AS (
      SELECT DISTINCT d.sign, d.organization_id, d.view, d.party_domain, c.event_id, d.id, d.is_open
        FROM (%s) d CROSS JOIN LATERAL unnest(d.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
    ), change AS (
      SELECT organization_id, view, party_domain, event_id,
             coalesce(sum(sign) FILTER (WHERE is_open), 0) AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0) AS closed
        FROM hit GROUP BY 1, 2, 3, 4
    ), counted AS (
      INSERT INTO security_event_impact AS i (organization_id, view, party_domain, event_id, open_count, closed_count)
      SELECT organization_id, view, party_domain, event_id, open, closed FROM change WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, view, party_domain, event_id)
      DO UPDATE SET open_count = i.open_count + excluded.open_count, closed_count = i.closed_count + excluded.closed_count
      RETURNING organization_id, view, party_domain, event_id, open_count, closed_count
    )
    SELECT organization_id, view, array_agg(event_id) AS events, array_agg(party_domain) AS domains
      FROM counted i JOIN change c USING (organization_id, view, party_domain, event_id)
     WHERE (i.open_count > 0) <> (i.open_count - c.open > 0) OR (i.closed_count > 0) <> (i.closed_count - c.closed > 0)
     GROUP BY organization_id, view
  $sql$, delta)
  LOOP
    PERFORM security_event_settle(t.organization_id, t.view, t.events, t.domains);
  END LOOP;
  RETURN NULL;
END $$`;

/** Vendors that enter or leave the directory, temporarily (offboarding) or permanently. */
const VENDOR_MOVED = `
CREATE FUNCTION security_event_vendor_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text;
  t record;
  events text[];
  domains text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    moved := 'SELECT organization_id, domain_name FROM added';
  ELSIF TG_OP = 'UPDATE' THEN
    moved := 'SELECT a.organization_id, a.domain_name FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
               WHERE (a.lifecycle_status = 4) <> (r.lifecycle_status = 4)';
  ELSE
    moved := 'SELECT organization_id, domain_name FROM removed';
  END IF;

  FOR t IN EXECUTE format('SELECT organization_id, array_agg(domain_name) AS vendors FROM (%s) m GROUP BY organization_id', moved)
  LOOP
    PERFORM pg_advisory_xact_lock_shared(security_event_gate(t.organization_id));
    IF TG_OP = 'INSERT' THEN
      SELECT array_agg(w.event_id), array_agg(w.domain) INTO events, domains FROM security_event_victim w WHERE w.domain = ANY (t.vendors);
    ELSE
      SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
        FROM (SELECT w.event_id, w.domain AS party_domain FROM security_event_victim w WHERE w.domain = ANY (t.vendors)
              UNION
              SELECT i.event_id, i.party_domain
                FROM security_event_impact i
               WHERE i.organization_id = t.organization_id AND i.view = 1 AND i.party_domain = ANY (t.vendors)
              UNION
              SELECT l.event_id, l.party_domain FROM security_event_via(t.organization_id, NULL, t.vendors) l) p;
    END IF;
    IF events IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(t.organization_id::text, 0));
      PERFORM security_event_settle(t.organization_id, 1::smallint, events, domains);
    END IF;
  END LOOP;
  RETURN NULL;
END $$`;

/** A newly owned domain may already be a victim. Platform rows are written without an organization in scope, so this sets the owner's. */
const DOMAIN_ADDED = `
CREATE FUNCTION security_event_domain_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(organization_id)) FROM added;
  FOR t IN
    SELECT a.organization_id, array_agg(w.event_id) AS events, array_agg(w.domain) AS domains
      FROM added a JOIN security_event_victim w ON w.domain = a.domain
     GROUP BY a.organization_id
  LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM pg_advisory_xact_lock(hashtextextended(t.organization_id::text, 0));
    PERFORM security_event_settle(t.organization_id, 2::smallint, t.events, t.domains);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END $$`;
