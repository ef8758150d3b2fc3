#!/usr/bin/env bash
# Backs up a database and restores it on another server with PostgreSQL's own tools, as README.md describes, and compares the two.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
node scripts/build-if-stale.mjs
[ -d /usr/lib/postgresql ] || scripts/install-missing.sh postgresql
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort -V | tail -1)
PATH=$bin:$PATH

folder=$(mktemp -d)
as_owner=()
if [ "$(id -u)" -eq 0 ]; then # PostgreSQL does not run as root
  as_owner=(runuser -u postgres --)
  chown postgres "$folder"
fi
trap 'for name in old new; do "${as_owner[@]}" pg_ctl stop -D "$folder/$name" -m immediate >/dev/null 2>&1 || true; done; rm -rf "$folder"' EXIT

free_port() { node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
start() { # name, port
  "${as_owner[@]}" initdb -D "$folder/$1" -U postgres -A trust -E UTF8 --locale=C >/dev/null
  "${as_owner[@]}" pg_ctl start -w -D "$folder/$1" -l "$folder/$1.log" -o "-p $2 -c listen_addresses=127.0.0.1 -c unix_socket_directories=" >/dev/null
}
use() { # port: the server for the tools and commands that follow
  export PGHOST=127.0.0.1 PGUSER=postgres PGPORT=$1
  export DATABASE_URL=postgres://vendor_risk_app@127.0.0.1:$1/vendor_risk DATABASE_MIGRATION_URL=postgres://postgres@127.0.0.1:$1/vendor_risk
}
ask() { psql -X -At -d vendor_risk -c "$1"; }
cli() { node dist/src/cli.js "$@"; }
seconds() { # label, then a command
  local started=$EPOCHREALTIME
  "${@:2}"
  awk -v what="$1" -v from="$started" -v to="$EPOCHREALTIME" 'BEGIN { printf "%s: %.1f s\n", what, to - from }'
}
guarded() {
  ask "SELECT (SELECT count(*) FROM pg_policy) || ' policies, ' || (SELECT count(*) FROM pg_class WHERE relforcerowsecurity) || ' tables with forced row-level security'"
}
counted() { cli db verify --json | node -e 'const { rows, differences } = JSON.parse(require("node:fs").readFileSync(0)); console.log(`${rows} rows recounted, ${differences} differences`)'; }

old=$(free_port)
new=$(free_port)
start old "$old"
start new "$new"
echo "PostgreSQL $(postgres --version | grep -oE '[0-9]+\.[0-9]+' | head -1), demo data"

use "$old"
createdb vendor_risk
cli db migrate >/dev/null
psql -X -q -d vendor_risk -c 'CREATE ROLE vendor_risk_app LOGIN; GRANT vendor_risk_service TO vendor_risk_app'
cli seed demo >/dev/null
before="$(counted); $(guarded)"
seconds 'backup' bash -c "pg_dump -Fc -f '$folder/backup.dump' vendor_risk && pg_dumpall --roles-only > '$folder/roles.sql'"

use "$new"
restore() {
  psql -X -q -f "$folder/roles.sql" postgres >/dev/null 2>&1 # roles that already exist raise an error
  createdb vendor_risk
  pg_restore --exit-on-error -d vendor_risk "$folder/backup.dump"
}
seconds 'restored on another server' restore
cli db restored >/dev/null # cursors of the change feed that the backup does not know are refused
after="$(counted); $(guarded)"
unseen=$(psql -X -At -d vendor_risk -U vendor_risk_app -c 'SET ROLE vendor_risk_service' -c 'SELECT count(*) FROM observation' | tail -1)
echo "before: $before"
echo "after:  $after; rows visible to the service role without an organization: $unseen"
if [ "$before" != "$after" ] || [[ $after != *' 0 differences'* ]] || [ "$unseen" != 0 ]; then
  echo 'The restored database differs from the original.' >&2
  exit 1
fi
