# Debian's Caddy.
FROM standin/bookworm
RUN apt-get update -qq && apt-get install -qq --no-install-recommends caddy libcap2-bin && setcap cap_net_bind_service=+ep /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
