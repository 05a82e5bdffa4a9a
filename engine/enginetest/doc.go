// Package enginetest holds every game to its promises (see package conform), in
// tests. A game's tests call
//
//	func TestConform(t *testing.T) { enginetest.Conform(t, enginetest.Checker{Game: knock.Game{}}) }
//	func TestRules(t *testing.T) { enginetest.Rules(t, knock.Game{}, nil, nil) }
//	func TestReplays(t *testing.T) { enginetest.Golden(t, knock.Game{}, "testdata/replays") }
//
// Conform plays matches at random and by bots, for every number of seats, every
// value of every option and many mixtures.
package enginetest
