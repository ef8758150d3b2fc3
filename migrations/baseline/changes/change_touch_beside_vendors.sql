-- Resources that show the name of a vendor, or whether a company is one.
CREATE FUNCTION change_touch_beside_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM change_note_keys(p_organization, kind_score(), array_agg(s.party_domain), array_agg(NOT vendor_is_monitored(p_organization, s.party_domain)))
     FROM party_score s
    WHERE s.organization_id = p_organization AND s.view = view_vrm() AND s.party_domain = ANY (p_domains) AND s.overall_score IS NOT NULL
   HAVING count(*) > 0;

  PERFORM change_note_keys(p_organization, kind_fourth_party(), array_agg(r.key), array_agg(NOT r.is_listed))
     FROM (SELECT vendor_domain || '/' || fourth_party_domain AS key, is_listed
             FROM fourth_party_relationship WHERE organization_id = p_organization AND vendor_domain = ANY (p_domains)
           UNION
           SELECT vendor_domain || '/' || fourth_party_domain, is_listed
             FROM fourth_party_relationship WHERE organization_id = p_organization AND fourth_party_domain = ANY (p_domains)) r
   HAVING count(*) > 0;

  PERFORM change_touch_events_of_vendors(p_organization, p_domains);
END
$$;
REVOKE ALL ON FUNCTION change_touch_beside_vendors(uuid, text[]) FROM PUBLIC;
