#!/usr/bin/env bash
# Installs Debian packages unless a program of the same name exists: scripts/install-missing.sh redis-server haproxy
set -euo pipefail
export PATH=$PATH:/usr/sbin DEBIAN_FRONTEND=noninteractive

missing=()
for program in "$@"; do
  command -v "$program" >/dev/null || missing+=("$program")
done
[ ${#missing[@]} -gt 0 ] || exit 0
command -v apt-get >/dev/null || { echo "apt-get not found. Install ${missing[*]} yourself." >&2; exit 1; }
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
