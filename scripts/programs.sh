#!/usr/bin/env bash
# The tests of the table drive Chromium and start a PostgreSQL server of their own. What of these is
# missing is installed where that may be done; else it is said how, and this fails.
set -euo pipefail
missing=()
if [ -z "${CHROMIUM:-}" ] &&
    ! command -v chromium chromium-browser google-chrome google-chrome-stable chrome >/dev/null; then
    missing+=(chromium)
fi
if ! compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null && ! command -v initdb >/dev/null; then
    missing+=(postgresql)
fi
[ "${#missing[@]}" -gt 0 ] || exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${missing[*]}, which tests need ..."
    export DEBIAN_FRONTEND=noninteractive
    if { apt-get -q update && apt-get -q -y --no-install-recommends install "${missing[@]}"; } \
        >/dev/null 2>&1; then
        exit 0
    fi
fi
echo "Tests need ${missing[*]}: apt-get install ${missing[*]} (or CHROMIUM=PATH for another browser)" >&2
exit 2
