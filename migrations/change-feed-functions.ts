/**
 * The functions of the change feed. Triggers run with the privileges of their owner, because the service may only read the feed; nobody
 * else may call them. The owner may be a superuser, who bypasses row-level security: so every statement names its organization itself.
 */
const FIXED_PATH = `SET search_path = public, pg_temp`;
const AS_OWNER = `SECURITY DEFINER ${FIXED_PATH}`;
/**
 * Forces look-ups by index, however many rows there were when the plan was made: a plan for many rows would read whole tables for one row.
 */
const BY_INDEX = `SET enable_hashjoin = off SET enable_mergejoin = off`;
const AS_OWNER_BY_INDEX = `${AS_OWNER} ${BY_INDEX}`;

/** Kinds of entries in the feed. Resources of the SELF view have their own numbers. Numbers never change. */
const KIND = {
  observation: 1,
  vendor: 2,
  vendorGroup: 3,
  securityEvent: 4,
  impact: 5,
  fourthParty: 6,
  questionnaire: 7,
  score: 8,
  ownObservation: 11,
  ownScore: 18,
} as const;

const VRM = 1;
const OFFBOARDED = 4;

/** Resources without a UUID are identified by a hash of their key. */
const KEY = `
CREATE FUNCTION change_key(p_key text) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substring(sha256(convert_to(p_key, 'UTF8')) FOR 16), 'hex')::uuid
$$`;

/**
 * The set of this transaction for an organization, created with its first change. Its id consists of the time and random bits: transactions
 * share no sequence, and after a restore from a backup a new set has another id at the same position.
 */
const SET_OF = `
CREATE FUNCTION change_set_of(p_organization uuid) RETURNS bigint LANGUAGE plpgsql ${FIXED_PATH} AS $$
DECLARE
  known text := current_setting('app.change_set', true);
  made bigint;
BEGIN
  IF split_part(known, ' ', 1) = p_organization::text THEN RETURN split_part(known, ' ', 2)::bigint; END IF;
  LOOP
    made := ((extract(epoch FROM clock_timestamp()) * 1000)::bigint << 20) | floor(random() * 1048576)::bigint;
    INSERT INTO change_set (organization_id, id) VALUES (p_organization, made) ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
  END LOOP;
  PERFORM set_config('app.change_set', p_organization || ' ' || made, true);
  RETURN made;
END $$`;

/**
 * Runs at commit and gives the set the next position of its organization. The lock is held only from here to the end of the commit, so
 * positions are in commit order, and transactions do not wait for each other before that.
 */
const NUMBER = `
CREATE FUNCTION change_set_number() RETURNS trigger LANGUAGE plpgsql ${AS_OWNER} AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  next bigint;
BEGIN
  PERFORM set_config('app.organization_id', NEW.organization_id::text, true);
  IF NOT EXISTS (SELECT 1 FROM change_set WHERE organization_id = NEW.organization_id AND id = NEW.id) THEN
    PERFORM set_config('app.organization_id', caller, true);
    RETURN NULL; -- the organization was deleted with its feed
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || NEW.organization_id::text, 0));
  INSERT INTO change_head AS h (organization_id, position) VALUES (NEW.organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET position = h.position + 1
  RETURNING h.position INTO next;
  UPDATE change_set SET position = next, committed_at = clock_timestamp() WHERE organization_id = NEW.organization_id AND id = NEW.id;
  -- What comes after an early numbering (SET CONSTRAINTS) belongs to another set.
  PERFORM set_config('app.change_set', '', true);
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END $$`;

/** The WITH list of a statement about touched resources. \`made\` has the set of each organization among them. */
const touching = (touched: string) => `
  WITH touched AS MATERIALIZED (${touched}),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)`;

/** Touched resources are added to the feed or move to its end. A removed one that is still removed does not move. */
export const note = (touched: string) => `${touching(touched)}
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;`;

/** The same for new resources with ids of their own. They cannot be in the feed yet, and a plain insert costs half as much as an upsert. */
const noteNew = (touched: string) => `
    ${touching(touched)}
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT t.organization_id, t.kind, t.resource_id, m.id, t.is_removed FROM touched t JOIN made m ON m.organization_id = t.organization_id;`;

/**
 * Moves resources to the end of the feed because of a change in another table. Those that are not in the feed are not added. touched has
 * organization_id, resource_id.
 */
const move = (touched: string, ...kinds: number[]) => `${touching(touched)}
  UPDATE change c SET set_id = m.id
    FROM (SELECT DISTINCT organization_id, resource_id FROM touched) t JOIN made m ON m.organization_id = t.organization_id
   WHERE c.organization_id = t.organization_id AND c.kind IN (${kinds.join(', ')}) AND c.resource_id = t.resource_id
     AND NOT c.is_removed AND c.set_id <> m.id;`;

const trigger = (name: string, body: string, rights = AS_OWNER) => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql ${rights} AS $$
BEGIN
${body}
  RETURN NULL;
END $$`;

/** By the kind of statement. */
export const onEach = (name: string, { added, changed, removed }: { added: string; changed: string; removed: string }, rights = AS_OWNER) =>
  trigger(
    name,
    `  IF TG_OP = 'INSERT' THEN${added}
  ELSIF TG_OP = 'UPDATE' THEN${changed}
  ELSE${removed}
  END IF;`,
    rights,
  );

/**
 * Rows that differ from before in these columns. Compared as sets: the plan of a join would be made for the number of rows of its first
 * run.
 */
const differing = (columns: string) => `(SELECT ${columns} FROM added EXCEPT SELECT ${columns} FROM removed)`;

const OBSERVATION_KIND = `(CASE view WHEN ${VRM} THEN ${KIND.observation} ELSE ${KIND.ownObservation} END)::smallint AS kind`;
/** Everything that the API returns except last_seen; body_hash stands for the body. */
const OBSERVATION_COLUMNS = `organization_id, id, view, is_listed, approval_status, severity, vendor_id, vendor_name, group_key, regression_count,
        first_seen, resolved_at, updated_at, enrichment, body_hash`;
const anObservation = (isRemoved: string) =>
  `organization_id, ${OBSERVATION_KIND}, id AS resource_id, NULL::text AS resource_key, ${isRemoved} AS is_removed`;

const OBSERVATIONS = onEach('change_of_observation', {
  added: noteNew(`SELECT ${anObservation('NOT is_listed')} FROM added`),
  changed: note(`SELECT ${anObservation('NOT is_listed')} FROM ${differing(OBSERVATION_COLUMNS)} d`),
  removed: note(`SELECT ${anObservation('true')} FROM removed`),
});

/** For any table beside observations that has organization_id and observation_id. */
const OBSERVATION_SIDES = trigger(
  'change_beside_observation',
  move(`SELECT organization_id, observation_id AS resource_id FROM touched_rows`, KIND.observation, KIND.ownObservation),
  AS_OWNER_BY_INDEX,
);

const row = (kind: number, isRemoved: string) =>
  `organization_id, ${kind}::smallint AS kind, id AS resource_id, NULL::text AS resource_key, ${isRemoved} AS is_removed`;

/** For tables of resources with an id. A resource is removed when its row is deleted, or when the condition holds. */
const plain = (name: string, kind: number, columns: string, isGone = 'false') =>
  onEach(name, {
    added: note(`SELECT ${row(kind, isGone)} FROM added`),
    changed: note(`SELECT ${row(kind, isGone)} FROM ${differing(columns)} d`),
    removed: note(`SELECT ${row(kind, 'true')} FROM removed`),
  });

const VENDOR_GROUPS = plain('change_of_vendor_group', KIND.vendorGroup, '*', 'archived_at IS NOT NULL');
const QUESTIONNAIRES = plain(
  'change_of_questionnaire',
  KIND.questionnaire,
  'organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count, due_at, created_at, updated_at',
);
const VENDOR_SIDES = trigger(
  'change_beside_vendor',
  move(`SELECT organization_id, vendor_id AS resource_id FROM touched_rows`, KIND.vendor),
  AS_OWNER_BY_INDEX,
);

const IS_LISTED_VENDOR = (domain: string) =>
  `EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = ${domain} AND v.lifecycle_status <> ${OFFBOARDED})`;
const IN_SIGHT = (event: string) =>
  `EXISTS (SELECT 1 FROM security_event e WHERE e.event_id = ${event} AND (e.visible_to IS NULL OR p_organization = ANY (e.visible_to)))`;

/** Impacts, given as pairs of vendor and event. Whether an impact is shown is looked up, because responses and requests show it too. */
const TOUCH_IMPACTS = `
CREATE FUNCTION change_touch_impacts(p_organization uuid, p_domains text[], p_events text[]) RETURNS void LANGUAGE plpgsql ${FIXED_PATH} ${BY_INDEX} AS $$
BEGIN
${note(`
    SELECT p_organization AS organization_id, ${KIND.impact}::smallint AS kind, change_key(p.domain || '/' || p.event_id) AS resource_id,
           p.domain || '/' || p.event_id AS resource_key,
           NOT (${IS_LISTED_VENDOR('p.domain')} AND ${IN_SIGHT('p.event_id')} AND (
             EXISTS (SELECT 1 FROM security_event_impact i WHERE i.organization_id = p_organization AND i.view = ${VRM} AND i.party_domain = p.domain
                                                             AND i.event_id = p.event_id AND i.impact IS NOT NULL)
             OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.domain = p.domain AND s.event_id = p.event_id)
             OR EXISTS (SELECT 1 FROM vrm_request r WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND r.vendor_domain = p.domain)
             OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                         WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND b.vendor_domain = p.domain))) AS is_removed
      FROM (SELECT DISTINCT u.domain, u.event_id FROM unnest(p_domains, p_events) AS u (domain, event_id)) p`)}
END $$`;

/** Events. One is shown if it is in the event feed of either view, or if there is a response or a request. */
const TOUCH_EVENTS = `
CREATE FUNCTION change_touch_events(p_organization uuid, p_events text[]) RETURNS void LANGUAGE plpgsql ${FIXED_PATH} ${BY_INDEX} AS $$
BEGIN
${note(`
    SELECT p_organization AS organization_id, ${KIND.securityEvent}::smallint AS kind, change_key(p.event_id) AS resource_id, p.event_id AS resource_key,
           NOT (${IN_SIGHT('p.event_id')} AND (
             EXISTS (SELECT 1 FROM security_event_feed f WHERE f.organization_id = p_organization AND f.event_id = p.event_id)
             OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.organization_id = p_organization AND s.event_id = p.event_id)
             OR EXISTS (SELECT 1 FROM vendor_statement s JOIN vendor v ON v.domain_name = s.domain
                         WHERE s.event_id = p.event_id AND v.organization_id = p_organization AND v.lifecycle_status <> ${OFFBOARDED})
             OR EXISTS (SELECT 1 FROM vrm_request r WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND ${IS_LISTED_VENDOR('r.vendor_domain')})
             OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                         WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND ${IS_LISTED_VENDOR('b.vendor_domain')})
             OR EXISTS (SELECT 1 FROM organization_domain d JOIN vrm_request r ON r.vendor_domain = d.domain
                         WHERE d.organization_id = p_organization AND r.event_id = p.event_id))) AS is_removed
      FROM (SELECT DISTINCT u.event_id FROM unnest(p_events) AS u (event_id)) p`)}
END $$`;

/** All impacts and events that concern the given vendors. */
const TOUCH_EVENTS_OF_VENDORS = `
CREATE FUNCTION change_touch_events_of_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql ${FIXED_PATH} ${BY_INDEX} AS $$
DECLARE
  domains text[];
  events text[];
BEGIN
  SELECT array_agg(p.domain), array_agg(p.event_id) INTO domains, events
    FROM unnest(p_domains) AS d (domain) CROSS JOIN LATERAL (
      SELECT d.domain, i.event_id FROM security_event_impact i WHERE i.organization_id = p_organization AND i.view = ${VRM} AND i.party_domain = d.domain
      UNION SELECT d.domain, s.event_id FROM vendor_statement s WHERE s.domain = d.domain
      UNION SELECT d.domain, r.event_id FROM vrm_request r WHERE r.organization_id = p_organization AND r.vendor_domain = d.domain
      UNION SELECT d.domain, b.event_id FROM vendor_response_on_behalf b WHERE b.organization_id = p_organization AND b.vendor_domain = d.domain
      UNION SELECT d.domain, substring(c.resource_key FROM length(d.domain) + 2)
              FROM change c
             WHERE c.organization_id = p_organization AND c.kind = ${KIND.impact} AND c.resource_key >= d.domain || '/' AND c.resource_key < d.domain || '0') p;
  IF events IS NULL THEN RETURN; END IF;
  PERFORM change_touch_impacts(p_organization, domains, events);
  PERFORM change_touch_events(p_organization, events);
END $$`;

/** The same for many vendors at a time: each table is asked once for all of them. */
const TOUCH_EVENTS_OF_MANY_VENDORS = `
CREATE OR REPLACE FUNCTION change_touch_events_of_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql ${FIXED_PATH} ${BY_INDEX} AS $$
DECLARE
  domains text[];
  events text[];
BEGIN
  SELECT array_agg(p.domain), array_agg(p.event_id) INTO domains, events
    FROM (SELECT i.party_domain AS domain, i.event_id
            FROM security_event_impact i WHERE i.organization_id = p_organization AND i.view = ${VRM} AND i.party_domain = ANY (p_domains)
          UNION ALL SELECT s.domain, s.event_id FROM vendor_statement s WHERE s.domain = ANY (p_domains)
          UNION ALL SELECT r.vendor_domain, r.event_id FROM vrm_request r WHERE r.organization_id = p_organization AND r.vendor_domain = ANY (p_domains)
          UNION ALL SELECT b.vendor_domain, b.event_id
            FROM vendor_response_on_behalf b WHERE b.organization_id = p_organization AND b.vendor_domain = ANY (p_domains)
          UNION ALL SELECT d.domain, substring(c.resource_key FROM length(d.domain) + 2)
            FROM unnest(p_domains) AS d (domain)
            JOIN change c ON c.organization_id = p_organization AND c.kind = ${KIND.impact} AND c.resource_key >= d.domain || '/' AND c.resource_key < d.domain || '0') p;
  IF events IS NULL THEN RETURN; END IF;
  PERFORM change_touch_impacts(p_organization, domains, events);
  PERFORM change_touch_events(p_organization, events);
END $$`;

const FOURTH_PARTY = (isRemoved: string) =>
  `r.organization_id, ${KIND.fourthParty}::smallint AS kind, change_key(r.vendor_domain || '/' || r.fourth_party_domain) AS resource_id,
   r.vendor_domain || '/' || r.fourth_party_domain AS resource_key, ${isRemoved} AS is_removed`;

/** Resources that show the name of a vendor, or whether a company is one. */
const TOUCH_BESIDE_VENDORS = `
CREATE FUNCTION change_touch_beside_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql ${FIXED_PATH} ${BY_INDEX} AS $$
BEGIN
${note(`
    SELECT s.organization_id, ${KIND.score}::smallint AS kind, change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key,
           NOT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = s.party_domain AND v.is_monitored) AS is_removed
      FROM unnest(p_domains) AS d (domain)
      JOIN party_score s ON s.organization_id = p_organization AND s.view = ${VRM} AND s.party_domain = d.domain
     WHERE s.overall_score IS NOT NULL`)}
${note(`
    SELECT ${FOURTH_PARTY('NOT r.is_listed')}
      FROM unnest(p_domains) AS d (domain) JOIN fourth_party_relationship r ON r.organization_id = p_organization AND r.vendor_domain = d.domain
    UNION
    SELECT ${FOURTH_PARTY('NOT r.is_listed')}
      FROM unnest(p_domains) AS d (domain) JOIN fourth_party_relationship r ON r.organization_id = p_organization AND r.fourth_party_domain = d.domain`)}
  PERFORM change_touch_events_of_vendors(p_organization, p_domains);
END $$`;

/** The same for many vendors at a time. */
const TOUCH_BESIDE_MANY_VENDORS = `
CREATE OR REPLACE FUNCTION change_touch_beside_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql ${FIXED_PATH} ${BY_INDEX} AS $$
BEGIN
${note(`
    SELECT s.organization_id, ${KIND.score}::smallint AS kind, change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key,
           NOT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = s.party_domain AND v.is_monitored) AS is_removed
      FROM party_score s
     WHERE s.organization_id = p_organization AND s.view = ${VRM} AND s.party_domain = ANY (p_domains) AND s.overall_score IS NOT NULL`)}
${note(`
    SELECT ${FOURTH_PARTY('NOT r.is_listed')}
      FROM fourth_party_relationship r WHERE r.organization_id = p_organization AND r.vendor_domain = ANY (p_domains)
    UNION
    SELECT ${FOURTH_PARTY('NOT r.is_listed')}
      FROM fourth_party_relationship r WHERE r.organization_id = p_organization AND r.fourth_party_domain = ANY (p_domains)`)}
  PERFORM change_touch_events_of_vendors(p_organization, p_domains);
END $$`;

/** Vendors, and the resources that show their fields. */
const vendors = (create: 'CREATE FUNCTION' | 'CREATE OR REPLACE FUNCTION', added: string) => `
${create} change_of_vendor() RETURNS trigger LANGUAGE plpgsql ${AS_OWNER} AS $$
DECLARE
  related record;
BEGIN
  IF TG_OP = 'INSERT' THEN${added}
    FOR related IN SELECT organization_id, array_agg(domain_name) AS domains FROM added GROUP BY organization_id LOOP
      PERFORM change_touch_beside_vendors(related.organization_id, related.domains);
    END LOOP;
  ELSIF TG_OP = 'UPDATE' THEN${note(`SELECT ${row(KIND.vendor, 'false')} FROM ${differing('*')} d`)}
    FOR related IN SELECT organization_id, array_agg(DISTINCT domain_name) AS domains
               FROM ${differing(`organization_id, domain_name, company_name, is_monitored, lifecycle_status = ${OFFBOARDED}`)} d
              GROUP BY organization_id LOOP
      PERFORM change_touch_beside_vendors(related.organization_id, related.domains);
    END LOOP;
  ELSE${note(`SELECT ${row(KIND.vendor, 'true')} FROM removed`)}
    FOR related IN SELECT organization_id, array_agg(domain_name) AS domains FROM removed GROUP BY organization_id LOOP
      PERFORM change_touch_beside_vendors(related.organization_id, related.domains);
    END LOOP;
  END IF;
  RETURN NULL;
END $$`;

const ADDED_VENDORS = `SELECT ${row(KIND.vendor, 'false')} FROM added`;
const VENDORS = vendors('CREATE FUNCTION', note(ADDED_VENDORS));

/** These functions replace those of CHANGE_FUNCTIONS. */
export const MANY_VENDORS_FUNCTIONS = [
  TOUCH_EVENTS_OF_MANY_VENDORS,
  TOUCH_BESIDE_MANY_VENDORS,
  vendors('CREATE OR REPLACE FUNCTION', noteNew(ADDED_VENDORS)),
];

const FOURTH_PARTIES = onEach('change_of_fourth_party', {
  added: note(`SELECT ${FOURTH_PARTY('NOT r.is_listed')} FROM added r`),
  changed: note(`SELECT ${FOURTH_PARTY('NOT r.is_listed')}
      FROM ${differing('organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence, evidence_count, first_seen, is_current, is_listed')} r`),
  removed: note(`SELECT ${FOURTH_PARTY('true')} FROM removed r`),
});

/** The parts of evidence that count as a change. The time of the sighting does not, because every detection updates it. */
const EVIDENCE = `organization_id, vendor_domain, fourth_party_domain, channel,
                  jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value') || jsonb_path_query_array(evidence, '$[*].via')`;
const FOURTH_PARTY_SIDES = trigger(
  'change_beside_fourth_party',
  move(
    `SELECT organization_id, change_key(vendor_domain || '/' || fourth_party_domain) AS resource_id FROM ${differing(EVIDENCE)} d`,
    KIND.fourthParty,
  ),
  AS_OWNER_BY_INDEX,
);

const SCORE_COLUMNS = `organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
        factors, open_by_severity, calculated_at`;
const SCORE = (
  isRemoved: string,
) => `s.organization_id, (CASE s.view WHEN ${VRM} THEN ${KIND.score} ELSE ${KIND.ownScore} END)::smallint AS kind,
      change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key, ${isRemoved} AS is_removed`;
const IS_UNSEEN = `s.view = ${VRM} AND NOT EXISTS (
        SELECT 1 FROM vendor v WHERE v.organization_id = s.organization_id AND v.domain_name = s.party_domain AND v.is_monitored)`;
const SCORES = onEach(
  'change_of_score',
  {
    added: note(`SELECT ${SCORE(IS_UNSEEN)} FROM added s WHERE s.overall_score IS NOT NULL`),
    changed: note(`SELECT ${SCORE(IS_UNSEEN)} FROM ${differing(SCORE_COLUMNS)} s WHERE s.overall_score IS NOT NULL`),
    removed: note(`SELECT ${SCORE('true')} FROM removed s WHERE s.overall_score IS NOT NULL`),
  },
  AS_OWNER_BY_INDEX,
);

/** Runs statements for each organization of the rows, in its context. A platform-wide write has rows of several organizations. */
const forEach = (rows: string, work: string) => `
CREATE_NAME RETURNS trigger LANGUAGE plpgsql ${AS_OWNER_BY_INDEX} AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN ${rows} LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    ${work}
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END $$`;
const named = (name: string, text: string) => text.replace('CREATE_NAME', `CREATE FUNCTION ${name}()`);

const EVENT_FEEDS = trigger(
  'change_of_event_feed',
  `  PERFORM change_touch_events(t.organization_id, t.events)
     FROM (SELECT organization_id, array_agg(DISTINCT event_id) AS events FROM touched_rows GROUP BY organization_id) t;`,
);

const IMPACTS = trigger(
  'change_of_impact',
  `  PERFORM change_touch_impacts(t.organization_id, t.domains, t.events)
     FROM (SELECT organization_id, array_agg(party_domain) AS domains, array_agg(event_id) AS events
             FROM touched_rows WHERE view = ${VRM} GROUP BY organization_id) t;`,
);

/** Events are shared by all organizations. An organization's feed reports a changed event once its impacts are derived from it. */
const EVENT_FACTS = `
CREATE FUNCTION change_of_event_facts() RETURNS trigger LANGUAGE plpgsql ${AS_OWNER_BY_INDEX} AS $$
DECLARE
  seen bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.revision ELSE 0 END;
  events text[];
BEGIN
  SELECT array_agg(c.resource_key) INTO events
    FROM change c LEFT JOIN security_event e ON e.event_id = c.resource_key
   WHERE c.organization_id = NEW.organization_id AND c.kind = ${KIND.securityEvent} AND NOT c.is_removed AND (e.event_id IS NULL OR e.revision > seen);
  IF events IS NULL THEN RETURN NULL; END IF;
  PERFORM change_touch_events(NEW.organization_id, events);
  RETURN NULL;
END $$`;

/** Events that become visible to, or hidden from, organizations. */
const EVENT_AUDIENCE = named(
  'change_of_event_audience',
  forEach(
    `SELECT o.id AS organization_id, a.events
         FROM (SELECT array_agg(event_id) AS events FROM ${differing('event_id, visible_to')} d HAVING count(*) > 0) a CROSS JOIN organization o ORDER BY o.id`,
    `PERFORM change_touch_events(t.organization_id, t.events);
    PERFORM change_touch_impacts(t.organization_id, array_agg(i.party_domain), array_agg(i.event_id))
       FROM security_event_impact i WHERE i.organization_id = t.organization_id AND i.view = ${VRM} AND i.event_id = ANY (t.events) HAVING count(*) > 0;`,
  ),
);

/**
 * A response concerns the organization that gives it, and all that have its domain in their directory. Their directories can be read only
 * in their own context.
 */
const RESPONSES = named(
  'change_of_response',
  forEach(
    `SELECT o.id AS organization_id, a.own, a.domains, a.events
         FROM (SELECT organization_id AS own, array_agg(domain) AS domains, array_agg(event_id) AS events FROM touched_rows GROUP BY 1) a
        CROSS JOIN organization o ORDER BY o.id`,
    `IF t.organization_id = t.own THEN
      PERFORM change_touch_events(t.organization_id, t.events);
    END IF;
    IF EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = t.organization_id AND v.domain_name = ANY (t.domains) AND v.lifecycle_status <> ${OFFBOARDED}) THEN
      PERFORM change_touch_impacts(t.organization_id, array_agg(p.domain), array_agg(p.event_id))
         FROM unnest(t.domains, t.events) AS p (domain, event_id)
         JOIN vendor v ON v.organization_id = t.organization_id AND v.domain_name = p.domain HAVING count(*) > 0;
      PERFORM change_touch_events(t.organization_id, t.events);
    END IF;`,
  ),
);

/** A request concerns its sender and the owner of the domain that it is sent to. */
const REQUESTS = named(
  'change_of_request',
  forEach(
    `SELECT organization_id, array_agg(vendor_domain) AS domains, array_agg(event_id) AS events, true AS is_sender FROM touched_rows GROUP BY 1
       UNION ALL
       SELECT d.organization_id, array_agg(r.vendor_domain), array_agg(r.event_id), false
         FROM touched_rows r JOIN organization_domain d ON d.domain = r.vendor_domain GROUP BY 1
       ORDER BY 1`,
    `IF t.is_sender THEN PERFORM change_touch_impacts(t.organization_id, t.domains, t.events); END IF;
    PERFORM change_touch_events(t.organization_id, t.events);`,
  ),
);

/** A response recorded on behalf of a vendor is visible only to the organization that recorded it. */
const RESPONSES_ON_BEHALF = named(
  'change_of_response_on_behalf',
  forEach(
    `SELECT organization_id, array_agg(vendor_domain) AS domains, array_agg(event_id) AS events FROM touched_rows GROUP BY 1 ORDER BY 1`,
    `PERFORM change_touch_impacts(t.organization_id, t.domains, t.events);
    PERFORM change_touch_events(t.organization_id, t.events);`,
  ),
);

/** Requests that were sent to a domain before it had an owner here. */
const OWN_DOMAINS = named(
  'change_of_own_domain',
  forEach(
    `SELECT d.organization_id, array_agg(r.event_id) AS events FROM touched_rows d JOIN vrm_request r ON r.vendor_domain = d.domain GROUP BY 1 ORDER BY 1`,
    `PERFORM change_touch_events(t.organization_id, t.events);`,
  ),
);

/** The feed of an organization is deleted with it. */
const FORGET = named(
  'change_forget_organization',
  forEach(
    `SELECT id AS organization_id FROM removed ORDER BY id`,
    `DELETE FROM change WHERE organization_id = t.organization_id;
    DELETE FROM change_set WHERE organization_id = t.organization_id;
    DELETE FROM change_head WHERE organization_id = t.organization_id;`,
  ),
);

/**
 * Deletes removals that were made before a time, and advances forgotten_to: a reader behind that position cannot continue. The id of a set
 * contains the time of its creation. Sets without entries are marked, so that readers skip them, and deleted at the same age as removals:
 * until then cursors can be checked against them. Returns the number of deleted removals.
 */
const RETAIN = `
CREATE FUNCTION change_forget(p_organization uuid, p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql ${AS_OWNER} AS $$
DECLARE
  oldest bigint := (extract(epoch FROM p_before) * 1000)::bigint << 20;
  forgotten integer;
BEGIN
  IF p_organization::text IS DISTINCT FROM current_setting('app.organization_id', true) THEN
    RAISE EXCEPTION 'An organization forgets only its own changes.';
  END IF;
  WITH gone AS (
    DELETE FROM change WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM change c WHERE c.organization_id = p_organization AND c.is_removed AND c.set_id < oldest LIMIT p_limit FOR UPDATE SKIP LOCKED))
    RETURNING set_id
  ), counted AS (
    SELECT count(*) AS entries, max(s.position) AS position
      FROM gone g JOIN change_set s ON s.organization_id = p_organization AND s.id = g.set_id
  ), moved AS (
    UPDATE change_head h SET forgotten_to = greatest(h.forgotten_to, c.position)
      FROM counted c WHERE h.organization_id = p_organization AND c.position IS NOT NULL
  )
  SELECT c.entries INTO forgotten FROM counted c;

  UPDATE change_set s SET is_empty = true
    FROM change_head h
   WHERE h.organization_id = p_organization AND s.organization_id = p_organization AND s.position < h.position AND NOT s.is_empty
     AND NOT EXISTS (SELECT 1 FROM change c WHERE c.organization_id = p_organization AND c.set_id = s.id);
  DELETE FROM change_set s USING change_head h
   WHERE h.organization_id = p_organization AND s.organization_id = p_organization AND s.position < h.position AND s.is_empty AND s.id < oldest;
  RETURN forgotten;
END $$`;

/**
 * A page of the feed from a given place: entries of the given kinds, ascending, set by set, in one snapshot. A page that is not full ends
 * with a row of kind 0: the set after which to continue. A page may end early, after many sets without such entries.
 */
const PAGE = `
CREATE FUNCTION change_page(p_organization uuid, p_position bigint, p_kind smallint, p_id uuid, p_kinds smallint[], p_limit integer, p_sets integer)
RETURNS TABLE ("position" bigint, set_id bigint, committed_at timestamptz, kind smallint, resource_id uuid, resource_key text, is_removed boolean)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  s record;
  wanted integer := p_limit;
  got integer;
  visited integer := 0;
  last_position bigint;
  last_set bigint;
BEGIN
  FOR s IN SELECT x.position, x.id, x.committed_at FROM change_set x
            WHERE x.organization_id = p_organization AND x.position >= p_position AND NOT x.is_empty ORDER BY x.position LIMIT p_sets LOOP
    visited := visited + 1;
    last_position := s.position;
    last_set := s.id;
    RETURN QUERY
      SELECT s.position, s.id, s.committed_at::timestamptz, c.kind, c.resource_id, c.resource_key, c.is_removed
        FROM unnest(p_kinds) AS k (kind)
       CROSS JOIN LATERAL (
         SELECT x.kind, x.resource_id, x.resource_key, x.is_removed FROM change x
          WHERE x.organization_id = p_organization AND x.set_id = s.id AND x.kind = k.kind
            AND x.resource_id > CASE WHEN s.position = p_position AND k.kind = p_kind THEN p_id ELSE '00000000-0000-0000-0000-000000000000' END
          ORDER BY x.resource_id LIMIT wanted) c
       WHERE s.position > p_position OR k.kind >= p_kind
       ORDER BY c.kind, c.resource_id LIMIT wanted;
    GET DIAGNOSTICS got = ROW_COUNT;
    wanted := wanted - got;
    EXIT WHEN wanted <= 0;
  END LOOP;
  -- Where it ended, when the page is not full: after the last set of all, or after the last one that was looked at.
  IF wanted > 0 THEN
    IF visited = p_sets THEN
      RETURN QUERY SELECT last_position, last_set, NULL::timestamptz, 0::smallint, NULL::uuid, NULL::text, true;
    ELSE
      RETURN QUERY SELECT h.position, x.id, NULL::timestamptz, 0::smallint, NULL::uuid, NULL::text, false
        FROM change_head h LEFT JOIN change_set x ON x.organization_id = p_organization AND x.position = h.position WHERE h.organization_id = p_organization;
    END IF;
  END IF;
END $$`;

export const CHANGE_FUNCTIONS = [
  KEY,
  SET_OF,
  NUMBER,
  OBSERVATIONS,
  OBSERVATION_SIDES,
  VENDOR_GROUPS,
  QUESTIONNAIRES,
  VENDOR_SIDES,
  TOUCH_IMPACTS,
  TOUCH_EVENTS,
  TOUCH_EVENTS_OF_VENDORS,
  TOUCH_BESIDE_VENDORS,
  VENDORS,
  FOURTH_PARTIES,
  FOURTH_PARTY_SIDES,
  SCORES,
  EVENT_FEEDS,
  IMPACTS,
  EVENT_FACTS,
  EVENT_AUDIENCE,
  RESPONSES,
  REQUESTS,
  RESPONSES_ON_BEHALF,
  OWN_DOMAINS,
  FORGET,
  RETAIN,
  PAGE,
];

/**
 * Triggers run their functions without any privilege of the caller. Without this, anybody with a table of their own could attach these
 * functions to it.
 */
export const CHANGE_RIGHTS = `
DO $$
DECLARE
  function regprocedure;
BEGIN
  FOR function IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'change\\_%' LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', function);
    IF function::text ~ '^change_(page|forget|key)\\(' THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO vendor_risk_service', function); END IF;
  END LOOP;
END $$`;
