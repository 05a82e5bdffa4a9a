// Package handlers is the web side of the club: it binds requests, asks the
// store and renders views, and keeps what browsers may do to each other in
// bounds. It decides no rule of a game and holds nothing that the store does
// not: any number of programs may serve one database.
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
