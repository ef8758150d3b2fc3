-- Roles belong to the whole cluster: another database, or an administrator, may have created them already.
DO $$ BEGIN
  CREATE ROLE vendor_risk_service NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  CREATE ROLE vendor_risk_keys NOLOGIN NOSUPERUSER NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

DO $$ BEGIN
  CREATE ROLE vendor_risk_search NOLOGIN NOSUPERUSER NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

-- The service's role is a member of vendor_risk_keys but does not inherit its rights: a session can switch to it, and statements
-- that run as the service cannot use it.
DO $$ BEGIN
  IF (SELECT rolinherit FROM pg_roles WHERE rolname = 'vendor_risk_service') THEN
    ALTER ROLE vendor_risk_service NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_auth_members WHERE roleid = 'vendor_risk_keys'::regrole AND member = 'vendor_risk_service'::regrole) THEN
    GRANT vendor_risk_keys TO vendor_risk_service;
  END IF;
END $$;

GRANT vendor_risk_service TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO vendor_risk_service, vendor_risk_keys;
GRANT SELECT ON schema_migration TO vendor_risk_service;
