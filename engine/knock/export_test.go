package knock

import "carteado/engine"

// UnderRules is the nth example at a table with other house rules.
func UnderRules(n int, o engine.Options) engine.Example { return examples[n].under(o) }
