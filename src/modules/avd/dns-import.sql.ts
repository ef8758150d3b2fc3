import { CHANNEL } from './avd.enums';
import { IN_PORTFOLIO } from './fourth-party-filters';

/** The latest detection of a vendor in each channel. */
const DETECTED: readonly (readonly [channel: number, column: string])[] = [
  [CHANNEL.DNS, 'dns_detected_at'],
  [CHANNEL.PAGES, 'pages_detected_at'],
  [CHANNEL.LIVE_DNS, 'live_dns_detected_at'],
  [CHANNEL.LIVE_PAGES, 'live_pages_detected_at'],
];
const DETECTED_COLUMNS = DETECTED.map(([, column]) => column);

/** What the file covers, and what it shows; both temporary tables end with the transaction. */
export const CREATE_STAGE = `
  SET LOCAL work_mem = '64MB';
  CREATE TEMPORARY TABLE detection_covered (
    vendor_domain text, channel smallint, detected_at timestamptz(3), vendor_id uuid, is_latest boolean
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE detection_found (
    vendor_domain text, fourth_party_domain text, channel smallint, company_name text, connection_types integer, products text[],
    confidence smallint, evidence jsonb, first_seen timestamptz(3), last_seen timestamptz(3)
  ) ON COMMIT DROP`;

/**
 * Skips vendors that left the portfolio since the import began, and locks the rest until the end. A detection is the latest
 * unless a later one is already stored.
 */
export const STAGE_COVERED = `
  INSERT INTO detection_covered (vendor_domain, channel, detected_at, vendor_id, is_latest)
  SELECT x.vendor_domain, x.channel, x.detected_at, v.id,
         x.detected_at >= coalesce(CASE x.channel ${DETECTED.map(([channel, column]) => `WHEN ${channel} THEN d.${column}`).join(' ')} END, '-infinity')
    FROM json_to_recordset($2::json) AS x (vendor_domain text, channel smallint, detected_at timestamptz)
    JOIN vendor v ON v.organization_id = $1 AND v.domain_name = x.vendor_domain AND v.${IN_PORTFOLIO}
    LEFT JOIN vendor_detection d ON d.organization_id = $1 AND d.vendor_domain = x.vendor_domain
   ORDER BY x.vendor_domain
     FOR KEY SHARE OF v`;

export const STAGE_FOUND = `
  INSERT INTO detection_found
  SELECT * FROM json_to_recordset($1::json) AS x (
    vendor_domain text, fourth_party_domain text, channel smallint, company_name text, connection_types integer, products text[],
    confidence smallint, evidence jsonb, first_seen timestamptz, last_seen timestamptz)`;

export const ANALYZE_STAGE = `ANALYZE detection_covered; ANALYZE detection_found (vendor_domain, fourth_party_domain, channel)`;

export const NOTE_DETECTIONS = `
  INSERT INTO vendor_detection AS d (organization_id, vendor_domain, ${DETECTED_COLUMNS.join(', ')})
  SELECT $1, vendor_domain, ${DETECTED.map(([channel]) => `max(detected_at) FILTER (WHERE channel = ${channel})`).join(', ')}
    FROM detection_covered
   GROUP BY vendor_domain
  ON CONFLICT (organization_id, vendor_domain) DO UPDATE SET
    ${DETECTED_COLUMNS.map((column) => `${column} = greatest(d.${column}, excluded.${column})`).join(', ')}`;

const IS_LATER = `excluded.is_current OR excluded.last_seen >= s.last_seen`;
const CONTENT = ['company_name', 'connection_types', 'products', 'confidence', 'evidence'];

/** The later of two sightings wins. An older file only moves first_seen back. */
export const MERGE_SIGHTINGS = `
  INSERT INTO fourth_party_sighting AS s (organization_id, vendor_domain, fourth_party_domain, channel, company_name, connection_types, products,
                                          confidence, evidence, first_seen, last_seen, is_current)
  SELECT $1, f.vendor_domain, f.fourth_party_domain, f.channel, f.company_name, f.connection_types, f.products,
         f.confidence, f.evidence, f.first_seen, f.last_seen, c.is_latest
    FROM detection_found f JOIN detection_covered c ON c.vendor_domain = f.vendor_domain AND c.channel = f.channel
  ON CONFLICT (organization_id, vendor_domain, fourth_party_domain, channel) DO UPDATE SET
    ${CONTENT.map((column) => `${column} = CASE WHEN ${IS_LATER} THEN excluded.${column} ELSE s.${column} END`).join(', ')},
    first_seen = least(s.first_seen, excluded.first_seen),
    last_seen = greatest(s.last_seen, excluded.last_seen),
    is_current = s.is_current OR excluded.is_current`;

export const END_UNSEEN = `
  UPDATE fourth_party_sighting s SET is_current = false
    FROM detection_covered c
   WHERE s.organization_id = $1 AND s.vendor_domain = c.vendor_domain AND s.channel = c.channel AND c.is_latest AND s.is_current
     AND NOT EXISTS (SELECT 1 FROM detection_found f
                      WHERE f.vendor_domain = s.vendor_domain AND f.fourth_party_domain = s.fourth_party_domain AND f.channel = s.channel)`;

/**
 * Derives the relationships of the covered vendors from their sightings. While one channel still shows a relationship, it stays
 * current even if the other no longer does. Counts the changes.
 */
export const MERGE_RELATIONSHIPS = `
  WITH covered AS (
    SELECT DISTINCT d.vendor_domain, d.vendor_id, fourth_party_vendor_weight(v.business_impact, v.risk_level) AS vendor_weight
      FROM detection_covered d JOIN vendor v ON v.organization_id = $1 AND v.id = d.vendor_id
  ), sighting AS MATERIALIZED (
    SELECT s.vendor_domain, s.fourth_party_domain, s.channel, s.company_name, s.connection_types, s.products, s.confidence,
           jsonb_array_length(s.evidence) AS evidence_count, s.first_seen, s.last_seen, s.is_current,
           f.vendor_domain IS NOT NULL AS is_seen
      FROM covered c
      JOIN fourth_party_sighting s ON s.organization_id = $1 AND s.vendor_domain = c.vendor_domain
      LEFT JOIN detection_found f
        ON f.vendor_domain = s.vendor_domain AND f.fourth_party_domain = s.fourth_party_domain AND f.channel = s.channel
  ), pair AS (
    SELECT s.vendor_domain, s.fourth_party_domain, bool_or(s.is_current) AS is_current, bool_or(s.is_seen) AS is_seen,
           min(s.first_seen) AS first_seen, max(s.last_seen) AS last_seen
      FROM sighting s
     GROUP BY s.vendor_domain, s.fourth_party_domain
  ), product AS (
    SELECT s.vendor_domain, s.fourth_party_domain, s.is_current, array_agg(DISTINCT product ORDER BY product) AS products
      FROM sighting s CROSS JOIN LATERAL unnest(s.products) AS product
     GROUP BY s.vendor_domain, s.fourth_party_domain, s.is_current
  ), summed AS (
    SELECT s.vendor_domain, s.fourth_party_domain, s.is_current, (array_agg(s.company_name ORDER BY s.channel))[1] AS company_name,
           bit_or(s.connection_types) AS connection_types, max(s.confidence) AS confidence, sum(s.evidence_count)::int AS evidence_count
      FROM sighting s
     GROUP BY s.vendor_domain, s.fourth_party_domain, s.is_current
  ), merged AS MATERIALIZED (
    SELECT p.vendor_domain, p.fourth_party_domain, c.vendor_id, c.vendor_weight, p.is_current, p.is_seen, p.first_seen, p.last_seen,
           s.company_name, s.connection_types, s.confidence, s.evidence_count, coalesce(x.products, '{}') AS products
      FROM pair p
      JOIN covered c ON c.vendor_domain = p.vendor_domain
      JOIN summed s ON s.vendor_domain = p.vendor_domain AND s.fourth_party_domain = p.fourth_party_domain AND s.is_current = p.is_current
      LEFT JOIN product x ON x.vendor_domain = p.vendor_domain AND x.fourth_party_domain = p.fourth_party_domain AND x.is_current = p.is_current
  ), written AS (
    INSERT INTO fourth_party_relationship AS r (organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types,
                                                products, confidence, evidence_count, first_seen, last_seen, is_current, is_listed, vendor_weight)
    SELECT $1, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types,
           products, confidence, evidence_count, first_seen, last_seen, is_current, true, vendor_weight
      FROM merged
    ON CONFLICT (organization_id, vendor_domain, fourth_party_domain) DO UPDATE SET
      company_name = excluded.company_name, connection_types = excluded.connection_types, products = excluded.products,
      confidence = excluded.confidence, evidence_count = excluded.evidence_count, first_seen = excluded.first_seen,
      last_seen = excluded.last_seen, is_current = excluded.is_current
     WHERE (r.company_name, r.connection_types, r.products, r.confidence, r.evidence_count, r.first_seen, r.last_seen, r.is_current)
           IS DISTINCT FROM (excluded.company_name, excluded.connection_types, excluded.products, excluded.confidence, excluded.evidence_count,
                             excluded.first_seen, excluded.last_seen, excluded.is_current)
  ), compared AS MATERIALIZED (
    SELECT m.is_seen, r.vendor_id IS NULL AS is_new, r.is_current AND NOT m.is_current AS is_ended,
           (r.connection_types, r.products, r.confidence, r.is_current) IS DISTINCT FROM (m.connection_types, m.products, m.confidence, m.is_current) AS differs
      FROM merged m
      LEFT JOIN fourth_party_relationship r
        ON r.organization_id = $1 AND r.vendor_domain = m.vendor_domain AND r.fourth_party_domain = m.fourth_party_domain
  )
  SELECT count(*) FILTER (WHERE is_seen)::int AS relationships,
         count(*) FILTER (WHERE is_new)::int AS created,
         count(*) FILTER (WHERE is_seen AND NOT is_new AND differs)::int AS updated,
         count(*) FILTER (WHERE is_seen AND NOT is_new AND NOT differs)::int AS unchanged,
         count(*) FILTER (WHERE is_ended)::int AS deactivated,
         ARRAY(SELECT DISTINCT fourth_party_domain FROM merged) AS touched
    FROM compared`;
