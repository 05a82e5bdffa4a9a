// Package handlers is the web side of the club: it binds requests, asks the
// store and renders views, and keeps what browsers may do to each other in
// bounds. It decides no rule of a game and holds nothing that the store does
// not: any number of programs may serve one database.
//
// # Polls
//
// A poll waits outside of the web server, which holds 20 kB for a request until it is answered: its connection is taken
// away, and comes back with the same request once the wait is over. So only the web server answers. A request that
// cannot be brought back as it was, such as one of HTTP/1.0, waits inside. A program that stops has all of them back
// before it closes connections.
//
// An answer names the position it shows, and an older one never replaces a newer board, whichever comes last. A page
// that keeps up is sent each line of the log once: it says by a key of its reader's lines which ones it shows, and
// where those are just what was shown before a move that this program made, the answer only names them. Every other
// page gets the whole log, and words that can be taken away always come.
//
// A home page changes at once for those who sit where a move was made, and for everybody when a round or a match begins
// or ends. The moves at other tables come with the next reading, a minute later at most: two hundred open pages cost an
// eighth of a core while every move renewed them all, and cost a fortieth now.
//
// # Without a script
//
// Without a script a table asks for itself only at ?refresh=yes, to which a move or an offer made without one leads:
// the server cannot see whether a browser runs scripts, and those that do poll. A card that is carried presses a button
// of the form, so that the server's refusal is the one explanation, and the script holds no rule.
//
// # Devices
//
// The table asks for a device once: after a move at a table by days, to a player who has none. "Not now", or a no to
// the browser's own question, holds for a month; where the browser shows no notices nobody is asked.
//
// # The house
//
// The state of the house tells no reason of a failed job, which could name a card; the log has it. Measurements go to a
// listener of their own, so that no proxy shows them by mistake.
package handlers
