// Package delivery is what players are told and how it reaches them: notices on every page, the devices and the mail of
// players who are away, and letters about an account. Whoever writes a notice does it in the transaction of the event;
// deliveries are jobs, which read what still holds when they run.
//
// A delivery notes what is about to be sent before it is sent, and that it was sent afterwards. If the program is
// killed between the two, the same is sent again under the same key, and shown once.
//
// The tables callings and tellings hold settings and deliveries. They keep the names of an earlier version, as does the
// kind of the job, because a migration only adds: the version before runs beside this one.
package delivery

import "carteado/db/base"

// Deliveries are those to all players. They are safe for concurrent use.
type Deliveries struct{ *base.DB }

// New returns the deliveries of a database.
func New(d *base.DB) *Deliveries { return &Deliveries{DB: d} }
