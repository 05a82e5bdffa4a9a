# Go of this machine.
FROM standin/bookworm
COPY go /usr/local/go
ENV GOTOOLCHAIN=local GOPATH=/go PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
