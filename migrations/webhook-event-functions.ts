/**
 * Events for webhooks, derived from the change feed in the transaction of the change. The functions run as their owner, like those of
 * the feed, and every statement names its organization. Nothing is written for an organization without an enabled webhook.
 */
const AS_OWNER = `SECURITY DEFINER SET search_path = public, pg_temp`;

/** The kinds of the feed: see change-feed-functions.ts. */
const OBSERVATION = 1;
const OWN_OBSERVATION = 11;
const VENDOR = 2;
const SECURITY_EVENT = 4;
const IMPACT = 5;
const FOURTH_PARTY = 6;
const SCORE = 8;

const VRM = 1;
const OFFBOARDED = 4;
const RESOLVED = 4;
const REOPENED = 5;
/** The smallest change of a score that is an event although the grade stays the same. */
const MIN_POINTS = 5;
/** Resources in one row of the outbox. */
const PART = 500;

/** Event types by kind and action of a feed entry. Others are only in the feed. */
const TYPES = `(VALUES
      (${OBSERVATION}, 'added', 'observation.created'), (${OBSERVATION}, 'changed', 'observation.changed'), (${OBSERVATION}, 'removed', 'observation.removed'),
      (${OWN_OBSERVATION}, 'added', 'observation.created'), (${OWN_OBSERVATION}, 'changed', 'observation.changed'), (${OWN_OBSERVATION}, 'removed', 'observation.removed'),
      (${VENDOR}, 'added', 'vendor.created'), (${VENDOR}, 'changed', 'vendor.changed'), (${VENDOR}, 'removed', 'vendor.deleted'),
      (${SECURITY_EVENT}, 'added', 'security_event.published'),
      (${IMPACT}, 'added', 'security_event.impact_changed'), (${IMPACT}, 'changed', 'security_event.impact_changed'), (${IMPACT}, 'removed', 'security_event.impact_changed'),
      (${FOURTH_PARTY}, 'added', 'fourth_party.detected'), (${FOURTH_PARTY}, 'removed', 'fourth_party.gone')
    ) AS t (kind, action, event_type)`;

const IS_WANTED = `
CREATE FUNCTION event_is_wanted(p_organization uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM webhook w WHERE w.organization_id = p_organization AND w.is_enabled)
$$`;

/** Writes an event about resources, in rows of at most PART resources. */
const ABOUT = `
CREATE FUNCTION event_about(p_organization uuid, p_type text, p_kind integer, p_ids uuid[], p_keys text[], p_data jsonb DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  FOR place IN 1 .. greatest(coalesce(array_length(p_ids, 1), 0), coalesce(array_length(p_keys, 1), 0)) BY ${PART} LOOP
    INSERT INTO change_event (organization_id, set_id, event_type, kind, ids, keys, data)
    VALUES (p_organization, change_set_of(p_organization), p_type, p_kind, p_ids[place:place + ${PART - 1}], p_keys[place:place + ${PART - 1}], p_data);
  END LOOP;
END $$`;

const OF_CHANGE = `
CREATE FUNCTION event_of_change() RETURNS trigger LANGUAGE plpgsql ${AS_OWNER} AS $$
DECLARE
  o record;
BEGIN
  FOR o IN SELECT DISTINCT organization_id AS id FROM added ORDER BY 1 LOOP
    CONTINUE WHEN NOT event_is_wanted(o.id);
    IF TG_OP = 'INSERT' THEN
      PERFORM event_about(o.id, t.event_type, t.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM added a JOIN ${TYPES} ON t.kind = a.kind AND t.action = 'added'
        WHERE a.organization_id = o.id AND NOT a.is_removed GROUP BY t.kind, t.event_type;
    ELSE
      PERFORM event_about(o.id, t.event_type, t.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM (SELECT r.kind, r.resource_id, max(r.resource_key) AS resource_key,
                      CASE WHEN NOT bool_or(r.is_removed) THEN 'changed' WHEN bool_or(r.is_removed AND r.is_new) THEN 'removed' ELSE 'added' END AS action
                 FROM (SELECT kind, resource_id, resource_key, is_removed, true AS is_new FROM added WHERE organization_id = o.id
                       UNION ALL SELECT kind, resource_id, resource_key, is_removed, false FROM removed WHERE organization_id = o.id) r
                GROUP BY r.kind, r.resource_id
               HAVING NOT bool_and(r.is_removed)) a
         JOIN ${TYPES} ON t.kind = a.kind AND t.action = a.action
        GROUP BY t.kind, t.event_type;
    END IF;
  END LOOP;
  RETURN NULL;
END $$`;

const ofRows = (name: string, body: string) => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql ${AS_OWNER} AS $$
BEGIN
${body}
  RETURN NULL;
END $$`;

/** The history of an observation says what happened to it. */
const OF_ACTION = ofRows(
  'event_of_observation_action',
  `  PERFORM event_about(a.organization_id, CASE a.action_type WHEN ${RESOLVED} THEN 'observation.resolved' ELSE 'observation.reopened' END,
                      ${OBSERVATION}, array_agg(a.observation_id), NULL)
     FROM added a WHERE a.action_type IN (${RESOLVED}, ${REOPENED}) AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id, a.action_type;`,
);

const OF_FLAG = ofRows(
  'event_of_observation_flag',
  `  PERFORM event_about(a.organization_id, 'observation.flagged', ${OBSERVATION}, array_agg(a.observation_id), NULL)
     FROM added a WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;`,
);

const OF_VENDOR = ofRows(
  'event_of_vendor',
  `  PERFORM event_about(a.organization_id, 'vendor.offboarded', ${VENDOR}, array_agg(a.id), NULL)
     FROM (SELECT organization_id, id FROM added WHERE lifecycle_status = ${OFFBOARDED}
           EXCEPT SELECT organization_id, id FROM removed WHERE lifecycle_status = ${OFFBOARDED}) a
    WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;`,
);

/** With the previous score. */
const OF_SCORE = ofRows(
  'event_of_score',
  `  PERFORM event_about(a.organization_id, 'vendor.score_changed', ${SCORE}, NULL, array_agg(a.party_domain),
                      jsonb_object_agg(a.party_domain, jsonb_build_object('score', r.overall_score, 'grade', r.overall_grade)))
     FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.view = a.view AND r.party_domain = a.party_domain
    WHERE a.view = ${VRM} AND (a.overall_grade <> r.overall_grade OR abs(a.overall_score - r.overall_score) >= ${MIN_POINTS})
      AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id;`,
);

/** Runs statements for each organization that the rows concern, in its context. */
const forEach = (name: string, rows: string, work: string) => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql ${AS_OWNER} AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN ${rows} LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF event_is_wanted(t.organization_id) THEN
      ${work}
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END $$`;

/** For the owner of the requested domain. */
const OF_REQUEST = forEach(
  'event_of_request',
  `SELECT d.organization_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'requestId', r.id, 'eventId', r.event_id, 'vendorDomain', r.vendor_domain, 'message', r.message,
            'requestedBy', jsonb_build_object('name', s.name, 'domain', s.domain),
            'dueAt', to_char(r.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'sentAt', to_char(r.sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) ORDER BY r.vendor_domain) AS requests
         FROM added r JOIN organization_domain d ON d.domain = r.vendor_domain JOIN organization s ON s.id = r.organization_id
        WHERE d.organization_id <> r.organization_id
        GROUP BY 1 ORDER BY 1`,
  `INSERT INTO change_event (organization_id, set_id, event_type, data)
      VALUES (t.organization_id, change_set_of(t.organization_id), 'security_event.request_received', t.requests);`,
);

/** For all organizations that have the vendor in their directory, which can be read only in their own context. */
const OF_RESPONSE = forEach(
  'event_of_response',
  `SELECT o.id AS organization_id, a.own, a.domains, a.events
         FROM (SELECT organization_id AS own, array_agg(domain) AS domains, array_agg(event_id) AS events FROM added GROUP BY 1) a
        CROSS JOIN organization o WHERE o.id <> a.own ORDER BY o.id`,
  `PERFORM event_about(t.organization_id, 'security_event.response_received', ${IMPACT}, NULL, array_agg(p.domain || '/' || p.event_id))
         FROM unnest(t.domains, t.events) AS p (domain, event_id)
         JOIN vendor v ON v.organization_id = t.organization_id AND v.domain_name = p.domain AND v.lifecycle_status <> ${OFFBOARDED} HAVING count(*) > 0;`,
);

const OF_RESPONSE_ON_BEHALF = ofRows(
  'event_of_response_on_behalf',
  `  PERFORM event_about(a.organization_id, 'security_event.response_received', ${IMPACT}, NULL, array_agg(a.vendor_domain || '/' || a.event_id))
     FROM added a WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;`,
);

/** A relationship that is no longer found, or found again. That it appears in the lists or disappears from them is in the feed. */
export const OF_FOURTH_PARTY = ofRows(
  'event_of_fourth_party',
  `  PERFORM event_about(a.organization_id, CASE WHEN a.is_current THEN 'fourth_party.detected' ELSE 'fourth_party.gone' END, ${FOURTH_PARTY}, NULL,
                      array_agg(a.vendor_domain || '/' || a.fourth_party_domain))
     FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.vendor_domain = a.vendor_domain AND r.fourth_party_domain = a.fourth_party_domain
    WHERE a.is_current <> r.is_current AND a.is_listed AND r.is_listed AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id, a.is_current;`,
);

export const EVENT_FUNCTIONS = [
  IS_WANTED,
  ABOUT,
  OF_CHANGE,
  OF_ACTION,
  OF_FLAG,
  OF_VENDOR,
  OF_SCORE,
  OF_REQUEST,
  OF_RESPONSE,
  OF_RESPONSE_ON_BEHALF,
];

const INSERTED = 'INSERT';
const UPDATED = 'UPDATE';
/** Table, function, kind of statement. */
export const EVENT_TRIGGERS = [
  ['change', 'event_of_change', INSERTED],
  ['change', 'event_of_change', UPDATED],
  ['observation_action', 'event_of_observation_action', INSERTED],
  ['observation_flag', 'event_of_observation_flag', INSERTED],
  ['vendor', 'event_of_vendor', UPDATED],
  ['party_score', 'event_of_score', UPDATED],
  ['vrm_request', 'event_of_request', INSERTED],
  ['vendor_statement', 'event_of_response', INSERTED],
  ['vendor_response_on_behalf', 'event_of_response_on_behalf', INSERTED],
] as const;
