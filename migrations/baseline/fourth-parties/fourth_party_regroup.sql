-- Recounts the given fourth parties. The caller holds the lock.
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
END
$$;
