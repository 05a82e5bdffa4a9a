package palace

// A Sketch is how the tests write a position.
type Sketch = sketch
