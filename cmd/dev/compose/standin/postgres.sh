# What the official image does with its variables: it makes the volume the
# user's, sets an empty one up behind a socket, and becomes postgres.
set -eu
if [ "$(id -u)" = 0 ]; then
	mkdir -p "$PGDATA" /var/run/postgresql
	chown -R postgres "$PGDATA" /var/run/postgresql
	chmod 700 "$PGDATA"
	chmod 3775 /var/run/postgresql
	# The secret is read while we still may.
	POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
	export POSTGRES_PASSWORD
	exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
	printf %s "$POSTGRES_PASSWORD" >/tmp/password
	initdb --username="$POSTGRES_USER" --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
	rm /tmp/password
	echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
	pg_ctl --wait -o "-c listen_addresses=''" start
	psql -v ON_ERROR_STOP=1 --no-psqlrc -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
	pg_ctl --wait -m fast stop
fi
unset POSTGRES_PASSWORD
exec postgres
