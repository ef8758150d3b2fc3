-- Numbers revoked tokens in the order of commits: the lock on the counter is held until then.
CREATE FUNCTION number_revoked_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE platform_revision SET revoked_tokens = revoked_tokens + 1 RETURNING revoked_tokens INTO NEW.revision;
  RETURN NEW;
END
$$;

CREATE TRIGGER revoked_token_number BEFORE INSERT ON revoked_token FOR EACH ROW EXECUTE FUNCTION number_revoked_token();
