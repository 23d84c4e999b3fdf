#!/bin/sh
# Dump the database into /backups at once and every 24 hours; delete dumps after two weeks. The service `backup` of compose.yaml runs it.
# The other PG… variables of libpq say which database. ONCE=1: one dump, then exit.
set -u
folder=${BACKUPS:-/backups}
umask 077

dump() {
  name=$folder/boneyard-$(date -u +%Y%m%d-%H%M%S).dump
  rm -f "$folder"/*.part
  if pg_dump --format=custom --file="$name.part" && pg_restore --list "$name.part" >/dev/null && mv "$name.part" "$name"; then
    echo "backup: $name, $(wc -c <"$name") bytes"
    find "$folder" -name 'boneyard-*.dump' -mtime +14 -exec rm {} +
  else
    rm -f "$name.part"
    echo "backup: no backup was made; the next attempt is in an hour" >&2
    return 1
  fi
}

if [ -n "${ONCE:-}" ]; then
  dump
  exit
fi
trap 'exit 0' TERM INT
while :; do
  if dump; then wait_s=86400; else wait_s=3600; fi
  sleep "$wait_s" &
  wait $!
done
