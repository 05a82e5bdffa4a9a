// Package web is what the handlers of every page stand on: a request and the facts that its guards have found, the
// layers that bound, log and answer it, cookies, errors and their pages, typed text, signing in and signing up, and the
// lists and people that pages of more than one wing show. It has no page of its own but those that answer errors.
//
// The wings account and club and the tables stand on it, and none of them knows another.
package web
