# Debian's PostgreSQL, set up as the official image promises.
FROM standin/bookworm
RUN apt-get update -qq && groupadd --system --gid 999 postgres && useradd --system --uid 999 --gid 999 postgres \
    && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends postgresql-15 && rm -rf /var/lib/postgresql/*
COPY postgres.sh /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/data PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN mkdir -p "$PGDATA" && chown postgres:postgres "$PGDATA" && sed -i "s/^#listen_addresses.*/listen_addresses = '*'/" /usr/share/postgresql/15/postgresql.conf.sample
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/postgres.sh"]
