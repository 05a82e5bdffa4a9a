# Certificates, time zones and a user; no shell.
FROM standin/bookworm AS system
RUN mkdir /empty
FROM scratch
COPY --from=system /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=system /usr/share/zoneinfo /usr/share/zoneinfo
COPY --from=system /empty /tmp
USER 65532
