// Package db keeps the club: players, tables, matches and every move, in Postgres. Store is the one door to it, and
// each of its exported methods is one transaction that has either happened or not. Of a running match only views leave
// the store: no method returns the round, another's hand or the seed before the match is over. What hands a whole match
// from db/live to the other rooms takes a transaction or a connection of db/pg, which nothing outside of the store can
// name (cmd/carteado/arrows_test.go).
//
// A table from its first seat to its last move is db/live, and most of what clubs keep beside that has a room of its
// own; what is here concerns several of them, or reads what live has written. The package knows no game by name; it is
// handed the list.
//
// # What a copy of the database shows
//
// Of a running match the rows hold nothing that tells a hidden card: its secret is encrypted by a key from a file
// (db/keys), and by one that follows from the secret the position, each move and what it showed, how rounds ended, the
// order of hands, plans and notes (db/live/encrypted.go). The moves of every game, such as to leave, name no card and
// stay in plain, because queries look for them. The end of a match publishes its secret, so that rows are written once
// and a match that is over needs no file. Whose turn it is, totals, clocks and asides are public anyway. A club whose
// file is missing does not start, because it cannot know whether the file is lost or only elsewhere: a second program
// that drew a key of its own would take the running matches from the first. To deal them anew is a command.
//
// The heads of the audit log are signed every minute by a key that lies beside that file, and the last one is kept
// there, too: the owner of the database can write the log anew, with hashes that follow from each other, but not the
// heads that were signed, kept, sent in letters or noted. To verify the log, the program computes each hash itself,
// because the database's owner can also replace the database's function.
//
// # Members
//
// A suspension keeps the seats of running matches: by default the member plays them to their end, otherwise the matches
// wait, and hosts may close a table. It ends by the database's clock; nothing has to run for it.
//
// # Limits
//
// Readiness writes a page and takes it back: a full disk still answers questions, and only a write that needs new room
// finds out. An export goes out row by row from one state of the database, two at a time and two minutes each at most.
// Its connection is cut where it breaks off, so that a part is never taken for the whole, and it is noted before its
// first byte. No page writes a backup, which holds all hashes: the owner reads the command.
package db
