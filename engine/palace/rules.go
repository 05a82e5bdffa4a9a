package palace

// rules are the options in force, as numbers. Rounds share them.
type rules struct{}
