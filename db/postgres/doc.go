// Package postgres runs the private PostgreSQL of a club that was given no
// DATABASE_URL: a real server, in a directory of the club's own, that lives
// exactly as long as the program that started it.
//
// It promises:
//
//   - Nothing is ever deleted: the data of each major version has a directory of
//     its own, and a newer PostgreSQL on the machine does not hide older data.
//   - Everything durable is on, checksums included; data survives kill -9 of the
//     program, of the server and of both.
//   - No network: it listens on a Unix socket in a directory only its user enters.
//   - One program per directory; a second start names the process that holds it.
//   - A program that dies takes its server with it, and what an unlucky end left
//     behind is cleared before the next start.
//   - PostgreSQL refuses to run as root, so for root it runs as the owner of the
//     data, as postgres or as nobody.
//
// It never downloads anything and never touches a server it did not start.
package postgres
