CREATE FUNCTION vendor_is_listed(p_organization uuid, p_domain text) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = p_domain AND v.lifecycle_status <> vendor_offboarded())
$$;
