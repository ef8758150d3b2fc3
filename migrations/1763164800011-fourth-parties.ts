import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from './tools';

/** Fourth parties of vendors: sightings, the relationships derived from them, and roll-ups by fourth party. */
export class FourthParties1763164800011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Latest detection of each vendor, in DNS and in pages: an older file never overrides a newer one.
    await runner.query(`
      CREATE TABLE vendor_detection (
        organization_id uuid NOT NULL,
        vendor_domain text NOT NULL,
        dns_detected_at timestamptz(3),
        pages_detected_at timestamptz(3),
        PRIMARY KEY (organization_id, vendor_domain)
      )`);
    await tenantTable(runner, 'vendor_detection');

    // Each import updates last_seen of all it sees, so half of every page is left free and no index contains the column.
    // channel: 1 DNS, 2 pages. connection_types: bit 1 << (number of the member - 1).
    await runner.query(`
      CREATE TABLE fourth_party_sighting (
        organization_id uuid NOT NULL,
        vendor_domain text NOT NULL,
        fourth_party_domain text NOT NULL,
        channel smallint NOT NULL,
        company_name text NOT NULL,
        connection_types integer NOT NULL,
        products text[] NOT NULL,
        confidence smallint NOT NULL,
        evidence jsonb NOT NULL,
        first_seen timestamptz(3) NOT NULL,
        last_seen timestamptz(3) NOT NULL,
        is_current boolean NOT NULL,
        PRIMARY KEY (organization_id, vendor_domain, fourth_party_domain, channel)
      ) WITH (fillfactor = 50)`);
    await tenantTable(runner, 'fourth_party_sighting');

    // Narrow on purpose: filtered lists and groups read many of these rows, but only one page of evidence.
    // is_current: seen in the latest detection of the vendor. is_listed: the vendor is not offboarded. vendor_weight: the
    // importance of the vendor, copied here so that counting needs no join with vendors.
    await runner.query(`
      CREATE TABLE fourth_party_relationship (
        organization_id uuid NOT NULL,
        vendor_domain text NOT NULL,
        fourth_party_domain text NOT NULL,
        vendor_id uuid NOT NULL,
        company_name text NOT NULL,
        connection_types integer NOT NULL,
        products text[] NOT NULL,
        confidence smallint NOT NULL,
        evidence_count integer NOT NULL,
        first_seen timestamptz(3) NOT NULL,
        last_seen timestamptz(3) NOT NULL,
        is_current boolean NOT NULL,
        is_listed boolean NOT NULL,
        vendor_weight smallint NOT NULL,
        is_critical boolean NOT NULL GENERATED ALWAYS AS (vendor_weight >= 40 OR vendor_weight % 8 = 4) STORED,
        PRIMARY KEY (organization_id, vendor_domain, fourth_party_domain) INCLUDE (is_listed, is_current)
      ) WITH (fillfactor = 50)`);
    await runner.query(
      `CREATE INDEX fourth_party_relationship_party_idx
           ON fourth_party_relationship (organization_id, fourth_party_domain, vendor_domain) INCLUDE (is_listed, is_current)`,
    );
    await runner.query(
      `CREATE INDEX fourth_party_relationship_weight_idx
           ON fourth_party_relationship (organization_id, fourth_party_domain, vendor_weight DESC, vendor_domain) WHERE is_listed`,
    );
    for (const key of ['first_seen', 'confidence']) {
      await runner.query(
        `CREATE INDEX fourth_party_relationship_${key}_idx
             ON fourth_party_relationship (organization_id, ${key}, vendor_domain, fourth_party_domain) WHERE is_listed`,
      );
    }
    await tenantTable(runner, 'fourth_party_relationship');

    // relationship_count and all_products cover all listed relationships, the other columns only those that are also current.
    await runner.query(`
      CREATE TABLE fourth_party_group (
        organization_id uuid NOT NULL,
        fourth_party_domain text NOT NULL,
        company_name text NOT NULL,
        relationship_count integer NOT NULL,
        vendor_count integer NOT NULL,
        critical_count integer NOT NULL,
        connection_types integer NOT NULL,
        products text[] NOT NULL,
        all_products text[] NOT NULL,
        top_vendors uuid[] NOT NULL,
        first_seen timestamptz(3),
        last_seen timestamptz(3),
        PRIMARY KEY (organization_id, fourth_party_domain)
      ) WITH (fillfactor = 70)`);
    await runner.query(
      `CREATE INDEX fourth_party_group_size_idx ON fourth_party_group (organization_id, vendor_count DESC, fourth_party_domain)`,
    );
    await tenantTable(runner, 'fourth_party_group');

    for (const statement of [LOCK, WEIGHT, REGROUP, VENDOR_MOVED]) await runner.query(statement);
    await runner.query(`
      CREATE TRIGGER fourth_party_vendor_changed AFTER UPDATE ON vendor
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION fourth_party_vendor_moved()`);
    await runner.query(`
      CREATE TRIGGER fourth_party_vendor_removed AFTER DELETE ON vendor
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION fourth_party_vendor_moved()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/** Lets one writer at a time change an organization's fourth parties: a recount must see what the previous writer wrote. */
const LOCK = `
CREATE FUNCTION fourth_party_lock(p_organization uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('fourth-parties ' || p_organization, 0))
$$`;

/** By business impact, then risk level. 40 or more means critical impact; the last three bits are 4 for critical risk. */
const WEIGHT = `
CREATE FUNCTION fourth_party_vendor_weight(p_business_impact smallint, p_risk_level smallint) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (8 * coalesce(p_business_impact, 0) + coalesce(p_risk_level, 0))::smallint
$$`;

/** Recounts the given fourth parties. The caller holds the lock. */
const REGROUP = `
CREATE FUNCTION fourth_party_regroup(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH listed AS MATERIALIZED (
    SELECT r.fourth_party_domain, r.vendor_domain, r.vendor_id, r.vendor_weight, r.is_critical, r.company_name, r.connection_types, r.products,
           r.first_seen, r.last_seen, r.is_current
      FROM fourth_party_relationship r
     WHERE r.organization_id = p_organization AND r.fourth_party_domain = ANY (p_domains) AND r.is_listed
  ), counted AS (
    SELECT fourth_party_domain, max(company_name) AS company_name, count(*) AS relationship_count,
           count(*) FILTER (WHERE is_current) AS vendor_count,
           count(*) FILTER (WHERE is_current AND is_critical) AS critical_count,
           coalesce(bit_or(connection_types) FILTER (WHERE is_current), 0) AS connection_types,
           min(first_seen) FILTER (WHERE is_current) AS first_seen, max(last_seen) FILTER (WHERE is_current) AS last_seen
      FROM listed
     GROUP BY fourth_party_domain
  ), made AS (
    SELECT fourth_party_domain, array_agg(DISTINCT product ORDER BY product) AS all_products,
           array_agg(DISTINCT product ORDER BY product) FILTER (WHERE is_current) AS products
      FROM (SELECT DISTINCT fourth_party_domain, products, is_current FROM listed) l CROSS JOIN LATERAL unnest(l.products) AS product
     GROUP BY fourth_party_domain
  ), placed AS (
    SELECT fourth_party_domain, vendor_id,
           row_number() OVER (PARTITION BY fourth_party_domain ORDER BY vendor_weight DESC, vendor_domain) AS place
      FROM listed WHERE is_current
  ), top AS (
    SELECT fourth_party_domain, array_agg(vendor_id ORDER BY place) AS vendors FROM placed WHERE place <= 5 GROUP BY fourth_party_domain
  )
  INSERT INTO fourth_party_group AS g (organization_id, fourth_party_domain, company_name, relationship_count, vendor_count, critical_count,
                                       connection_types, products, all_products, top_vendors, first_seen, last_seen)
  SELECT p_organization, c.fourth_party_domain, c.company_name, c.relationship_count, c.vendor_count, c.critical_count,
         c.connection_types, coalesce(m.products, '{}'), m.all_products, coalesce(t.vendors, '{}'), c.first_seen, c.last_seen
    FROM counted c
    JOIN made m ON m.fourth_party_domain = c.fourth_party_domain
    LEFT JOIN top t ON t.fourth_party_domain = c.fourth_party_domain
  ON CONFLICT (organization_id, fourth_party_domain) DO UPDATE SET
    company_name = excluded.company_name, relationship_count = excluded.relationship_count, vendor_count = excluded.vendor_count,
    critical_count = excluded.critical_count, connection_types = excluded.connection_types, products = excluded.products,
    all_products = excluded.all_products, top_vendors = excluded.top_vendors, first_seen = excluded.first_seen, last_seen = excluded.last_seen;

  DELETE FROM fourth_party_group g
   WHERE g.organization_id = p_organization AND g.fourth_party_domain = ANY (p_domains)
     AND NOT EXISTS (SELECT 1 FROM fourth_party_relationship r
                      WHERE r.organization_id = p_organization AND r.fourth_party_domain = g.fourth_party_domain AND r.is_listed);
END $$`;

/** Vendors that are offboarded, deleted, restored or change in weight: the set of their new state minus the old. */
const VENDOR_MOVED = `
CREATE FUNCTION fourth_party_vendor_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  t record;
  domains text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    FOR t IN SELECT organization_id, array_agg(domain_name) AS vendors FROM removed GROUP BY organization_id
    LOOP
      PERFORM fourth_party_lock(t.organization_id);
      DELETE FROM vendor_detection d WHERE d.organization_id = t.organization_id AND d.vendor_domain = ANY (t.vendors);
      DELETE FROM fourth_party_sighting s WHERE s.organization_id = t.organization_id AND s.vendor_domain = ANY (t.vendors);
      WITH gone AS (
        DELETE FROM fourth_party_relationship r WHERE r.organization_id = t.organization_id AND r.vendor_domain = ANY (t.vendors)
        RETURNING r.fourth_party_domain
      )
      SELECT array_agg(DISTINCT fourth_party_domain) INTO domains FROM gone;
      IF domains IS NOT NULL THEN PERFORM fourth_party_regroup(t.organization_id, domains); END IF;
    END LOOP;
    RETURN NULL;
  END IF;

  FOR t IN
    SELECT organization_id, array_agg(domain_name) AS vendors, array_agg(is_listed) AS listed, array_agg(weight) AS weights
      FROM (SELECT organization_id, domain_name, lifecycle_status <> 4 AS is_listed, fourth_party_vendor_weight(business_impact, risk_level) AS weight FROM added
            EXCEPT
            SELECT organization_id, domain_name, lifecycle_status <> 4, fourth_party_vendor_weight(business_impact, risk_level) FROM removed) v
     GROUP BY organization_id
  LOOP
    PERFORM fourth_party_lock(t.organization_id);
    WITH moved AS (
      UPDATE fourth_party_relationship r
         SET is_listed = v.is_listed, vendor_weight = v.weight
        FROM unnest(t.vendors, t.listed, t.weights) AS v (domain, is_listed, weight)
       WHERE r.organization_id = t.organization_id AND r.vendor_domain = v.domain
      RETURNING r.fourth_party_domain
    )
    SELECT array_agg(DISTINCT fourth_party_domain) INTO domains FROM moved;
    IF domains IS NOT NULL THEN PERFORM fourth_party_regroup(t.organization_id, domains); END IF;
  END LOOP;
  RETURN NULL;
END $$`;
