// Package live is a table of the club from its first seat to its last move: sitting down, the deal, moves and what
// rides on them, clocks, bots, who watches, the end. To read it aloud: Play makes a move, or Start returns the table
// that will be shown and Wait waits until the move is kept; Admit lets somebody in, and See shows them the table as a
// Snapshot; Waiters.Wait waits until what a page shows is old. It knows no page and calls none. What follows from the
// end of a match, such as counting and rating it, is not the table's: Ended is called for it.
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
// of, for a minute at most. A move made here replaces both by their successors, so that nothing is read after it for
// anybody.
//
// A program that listens alone tells itself of an ordinary move: waking the listener was a sixth of a move's time with
// eight players at once. Listeners hold advisory locks, which the server asks after COMMIT; a listener holds them
// before it reads a table. A program of an earlier version holds none, and beside a new one it may show a position some
// moves old.
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
// # Who sees a match
//
// The one reader of boards refuses those whom the table's host keeps from watching, hosts and owners too, and so do the
// rounds of that match. Spectators who are there are shown out by the poll that waits. Players see who watches: each
// session that has asked for the table lately. Only coming and going is a new position; each program notes it in one
// row, and a spectator who goes is shown for another minute and a half. A suspended player is a member for no query but
// that of matches they may still finish: members is a view of the others.
package live
