#!/bin/sh
# Runs once, when the database is made: the login of the service owns nothing and bypasses nothing.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$SERVICE_PASSWORD" <<'SQL'
CREATE ROLE vendor_risk_service NOLOGIN NOSUPERUSER NOBYPASSRLS;
CREATE ROLE vendor_risk_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'password';
GRANT vendor_risk_service TO vendor_risk_app;
SQL
