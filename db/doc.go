// Package db keeps the club: players, tables, matches and every move, in
// Postgres. Each exported method of Store is one transaction that has either
// happened or not. Of a running match only views leave this package: no method
// returns the round, another's hand or the seed before the match is over.
//
// The package knows no game by name; it is handed the list.
//
// # Matches
//
// The secret of a match is drawn, and committed to, before anybody sits down: a player's next table and a table's next
// match each have a seal (seals.go), whose row the match takes over. Each seat then adds a contribution, by opening the
// table, by sitting down or by agreeing to a rematch, and the deals follow from secret, match and contributions
// (engine/shuffle). A form that shows another seal than the one in the database opens no table. A bot's contribution is
// the same at every table. Matches of before have no seals and no contributions, and are played on as they were. A
// match keeps its own players (match_seats), because a table's seats change hands.
//
// A row of moves keeps a position every sixteen moves, and those after it are played again: a position follows from
// seed and moves, and was three quarters of what a move wrote to the log. A match that is over keeps no position: its
// last board, like its replay, is played again.
//
// Moves that come together share a transaction: at 32 tables PostgreSQL spends half as much on each. No move waits for
// company, and none for a lock. One that fails, ends its round, has a clock or is locked by another transaction is made
// alone, so that it takes no other along. While one transaction is under way four moves that wait have another: the
// first may be waiting for the disk. Two at any time, with fewer moves in each, took longer.
//
// An ordinary move is one statement, and one way to the database and back, because its position is known before the
// database is asked; the statement judges session, membership and the match's row. The same statement, without that
// judgement, writes a move under the lock of its match. The answer to an ordinary move is drawn while it travels: Start
// returns the snapshot that will be true, and Wait says whether it is. A COMMIT whose answer is lost is not sent again:
// the move is looked for by its key, and made if it is not there.
//
// Waiters are the program's one memory of tables: the position of the match, for its next move, and the snapshot that
// pages show. The position is believed where the match's row is still the same, the snapshot until a change is heard
// of, for a minute at most. A move made here takes both on, so that nothing is read after it, whoever looks on.
//
// A program that listens alone tells itself of an ordinary move: waking the listener was a sixth of a move's time with
// eight players at once. Listeners hold advisory locks, which the server asks after COMMIT; a listener holds them
// before it reads a table. A program of an earlier version holds none, and beside a new one it may show a position some
// moves old.
//
// # What a copy of the database shows
//
// Of a running match the rows hold nothing that tells a hidden card: its secret is encrypted by a key from a file
// (db/keys), and by one that follows from the secret the position, each move and what it showed, how rounds ended, the
// order of hands, plans and notes (sealed.go). The moves of every game, such as to leave, name no card and stay in
// plain, because queries look for them. The end of a match publishes its secret, so that rows are written once and a
// match that is over needs no file. Whose turn it is, totals, clocks and asides are public anyway. A club whose file is
// missing does not start, because it cannot know whether the file is lost or only elsewhere: a second program that drew
// a key of its own would take the running matches from the first. To deal them anew is a command.
//
// The heads of the audit log are signed every minute by a key that lies beside that file, and the last one is kept
// there, too: whoever owns the database can write the log anew, with hashes that follow from each other, but not the
// heads that were signed, kept, sent in letters or noted. To verify the log, the program computes each hash itself,
// because the database's owner can also replace the database's function.
//
// # What rides on a match
//
// A rematch, an end by agreement, a pause and an undo are offers: one shape, one table, one file. Bots agree at once.
// An undo is offered at the version that the others are asked about, and the next move makes it expire; the others hold
// until they are answered, withdrawn or senseless. None of the four games knows a draw by agreement. Nobody closes a
// match of their own against others, because it would count for nobody: another host does, or the players agree.
//
// A phrase is an aside of the match, an id whose words are in the catalogs: it rides on the position that polls ask
// for, and nobody is told that they are muted. While seats choose in secret nobody says anything. A phrase in a
// player's own words is a row beside the aside, because a host can take the words away, and so can the end of the
// account; the aside stays. The match tells that a host did it, and the audit log tells the name. A report of such
// words is a notice to the hosts but its writer. It leads to a page of the reported words alone, so that hosts can
// judge them while a match runs that they may not watch, and see no card.
//
// What a player has planned for the next turn is read only after COMMIT of the move that begins it: no move takes
// longer for a plan, and none waits for its lock. The program that has made that move asks a moment later which of the
// turns begun since are planned, and the net below the bots' moves finds what it forgot. Each planned move is a
// transaction, so that whether the rules refuse one can depend on a card that was drawn before it, and never on one
// that was not.
//
// The order of a hand is kept by match and round, and is no move: no position changes and no poll is woken, so that no
// other player can know of it.
//
// # Clocks and bots
//
// The database's clock judges a deadline in the transaction that acts: a move that comes too late is not made, and the
// automatic one is, whether or not a job was there before. Time in which no program lived is counted in one row
// (heartbeat) and left out when a clock is next looked at, so that a start after an hour has nothing to put right.
// Quiet hours and holidays are read when a clock starts and again when it has run out: a change may lengthen a turn,
// never shorten it.
//
// A bot is woken by the commit, in the program, and not by a job of the queue: the match says whose turn it is. Every
// five seconds any program queues moves that were not made, and the version decides if two make one. Moves for a player
// who has left are queued by the transaction as well, because no list shows them. At the same pace jobs are taken over
// whose program has no connection to the database any more; River waits two minutes for that.
//
// # Who sees a match
//
// The one reader of boards refuses those whom the table's host keeps from watching, hosts and owners too, and so do the
// rounds of that match. Spectators who are there are shown out by the poll that waits. Players see who watches: each
// session that has asked for the table lately. Only coming and going is a new position; each program notes it in one
// row, and a spectator who goes is shown for another minute and a half. A suspended player is a member for no query but
// that of matches they may still finish: members is a view of the others.
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
