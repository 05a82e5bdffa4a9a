// Carteado's own script: what htmx needs eval for and our policy forbids.
"use strict";
