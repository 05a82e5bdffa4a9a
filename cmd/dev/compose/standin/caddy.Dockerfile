# The Caddy of this version, built from its source.
FROM standin/bookworm
COPY caddy /usr/bin/caddy
RUN apt-get update -qq && apt-get install -qq --no-install-recommends libcap2-bin && setcap cap_net_bind_service=+ep /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
