-- An operation that is retired stays retired.
CREATE FUNCTION keep_retirement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sunset_at <= now() THEN
    RAISE EXCEPTION 'The retirement of % cannot be undone.', OLD.operation;
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;

CREATE TRIGGER operation_lifecycle_retirement BEFORE DELETE OR UPDATE ON operation_lifecycle FOR EACH ROW EXECUTE FUNCTION keep_retirement();
