package huangdi

import "carteado/engine"

// Scene is how tests write a position.
type Scene = scene

// Set sets a scene.
func Set(s Scene) (engine.Round, error) { return s.round() }
