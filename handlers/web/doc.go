// Package web is what the handlers of every page stand on: a request and the facts that its guards have found, the
// layers that bound, log and answer it, polls that wait, cookies, errors and their pages, typed text, signing in and
// signing up, and the lists and people that pages of more than one wing show. It has no page of its own but those that
// answer errors.
//
// All wings stand on it, and none of them knows another.
//
// # Polls
//
// A poll waits outside of the web server, which holds 20 kB for a request until it is answered: its connection is taken
// away, and comes back with the same request once the wait is over. So only the web server answers. A request that
// cannot be brought back as it was, such as one of HTTP/1.0, waits inside. A program that stops has all of them back
// before it closes connections.
//
// A home page changes at once for those who sit where a move was made, and for everybody when a round or a match begins
// or ends. The moves at other tables come with the next reading, a minute later at most: two hundred open pages cost an
// eighth of a core while every move renewed them all, and cost a fortieth now.
package web
