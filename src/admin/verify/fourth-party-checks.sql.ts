import type { Derived } from './derived';
import { BUSINESS_IMPACT, LIFECYCLE, RISK_LEVEL } from '#modules/vendors/vendor.enums';

/** Evidence that one channel no longer has does not count while the other channel still has it. */
const relationships: Derived = {
  name: 'fourth-party relationships',
  key: ['vendor_domain', 'fourth_party_domain'],
  stored: `
    SELECT vendor_domain, fourth_party_domain, vendor_id, connection_types, products, confidence, evidence_count, first_seen, last_seen,
           is_current, is_listed, vendor_weight
      FROM fourth_party_relationship WHERE organization_id = $1`,
  recounted: `
    WITH sighting AS (
      SELECT s.*, bool_or(s.is_current) OVER pair AS pair_is_current, min(s.first_seen) OVER pair AS pair_first, max(s.last_seen) OVER pair AS pair_last
        FROM fourth_party_sighting s WHERE s.organization_id = $1
      WINDOW pair AS (PARTITION BY s.vendor_domain, s.fourth_party_domain)
    ), merged AS (
      SELECT vendor_domain, fourth_party_domain, bit_or(connection_types) AS connection_types, max(confidence) AS confidence,
             sum(jsonb_array_length(evidence)) AS evidence_count, min(pair_first) AS first_seen, max(pair_last) AS last_seen,
             bool_or(is_current) AS is_current
        FROM sighting WHERE is_current = pair_is_current
       GROUP BY 1, 2
    ), made AS (
      SELECT s.vendor_domain, s.fourth_party_domain, array_agg(DISTINCT product ORDER BY product) AS products
        FROM sighting s CROSS JOIN LATERAL unnest(s.products) AS product WHERE s.is_current = s.pair_is_current
       GROUP BY 1, 2
    )
    SELECT m.vendor_domain, m.fourth_party_domain, v.id AS vendor_id, m.connection_types, coalesce(p.products, '{}') AS products, m.confidence,
           m.evidence_count, m.first_seen, m.last_seen, m.is_current, v.lifecycle_status <> ${LIFECYCLE.OFFBOARDED} AS is_listed,
           8 * coalesce(v.business_impact, 0) + coalesce(v.risk_level, 0) AS vendor_weight
      FROM merged m
      LEFT JOIN made p USING (vendor_domain, fourth_party_domain)
      LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = m.vendor_domain`,
};

const groups: Derived = {
  name: 'fourth-party groups',
  key: ['fourth_party_domain'],
  stored: `
    SELECT fourth_party_domain, company_name, relationship_count, vendor_count, critical_count, connection_types, products, all_products,
           top_vendors, first_seen, last_seen
      FROM fourth_party_group WHERE organization_id = $1`,
  recounted: `
    WITH listed AS (
      SELECT r.*, v.id AS member, v.domain_name, coalesce(v.business_impact, 0) AS impact, coalesce(v.risk_level, 0) AS risk
        FROM fourth_party_relationship r JOIN vendor v ON v.organization_id = $1 AND v.id = r.vendor_id
       WHERE r.organization_id = $1 AND v.lifecycle_status <> ${LIFECYCLE.OFFBOARDED}
    ), made AS (
      SELECT fourth_party_domain, array_agg(DISTINCT product ORDER BY product) AS all_products,
             array_agg(DISTINCT product ORDER BY product) FILTER (WHERE is_current) AS products
        FROM listed CROSS JOIN LATERAL unnest(products) AS product
       GROUP BY 1
    ), counted AS (
      SELECT fourth_party_domain, max(company_name) AS company_name, count(*) AS relationship_count,
             count(*) FILTER (WHERE is_current) AS vendor_count,
             count(*) FILTER (WHERE is_current AND (impact = ${BUSINESS_IMPACT.stored.CRITICAL} OR risk = ${RISK_LEVEL.stored.CRITICAL})) AS critical_count,
             coalesce(bit_or(connection_types) FILTER (WHERE is_current), 0) AS connection_types,
             coalesce((array_agg(member ORDER BY impact DESC, risk DESC, domain_name) FILTER (WHERE is_current))[1:5], '{}') AS top_vendors,
             min(first_seen) FILTER (WHERE is_current) AS first_seen, max(last_seen) FILTER (WHERE is_current) AS last_seen
        FROM listed GROUP BY 1
    )
    SELECT c.*, coalesce(m.products, '{}') AS products, coalesce(m.all_products, '{}') AS all_products
      FROM counted c LEFT JOIN made m USING (fourth_party_domain)`,
};

export const FOURTH_PARTY_CHECKS = [relationships, groups];
