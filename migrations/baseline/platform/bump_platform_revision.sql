-- Processes drop their caches when this number changes.
CREATE FUNCTION bump_platform_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE platform_revision SET revision = revision + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER operation_lifecycle_revision AFTER INSERT OR UPDATE OR DELETE ON operation_lifecycle FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();
CREATE TRIGGER organization_revision AFTER INSERT OR UPDATE OR DELETE ON organization FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();
CREATE TRIGGER organization_domain_revision AFTER INSERT OR UPDATE OR DELETE ON organization_domain FOR EACH STATEMENT EXECUTE FUNCTION bump_platform_revision();
