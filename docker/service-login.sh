#!/bin/sh
# Runs once, when the database is created. The service's login owns no tables and cannot bypass row-level security.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$SERVICE_PASSWORD" <<'SQL'
CREATE ROLE vendor_risk_service NOLOGIN NOSUPERUSER NOBYPASSRLS;
CREATE ROLE vendor_risk_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'password';
GRANT vendor_risk_service TO vendor_risk_app;
SQL
