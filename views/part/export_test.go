package part

// Names are the heights of the names beside the lines.
func (c Chart) Names() []float64 { return c.names() }

const MaxKept = maxCached
