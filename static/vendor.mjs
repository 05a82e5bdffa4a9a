// Fills vendor/ from node_modules, after `npm ci --ignore-scripts`. It refuses a
// file whose hash is not the recorded one.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const files = {
  "node_modules/htmx.org/dist/htmx.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
  "node_modules/idiomorph/dist/idiomorph-ext.min.js": "5811b9a7eda14878b7dab4378bf60432e1bb6f11fcfb970cc26540642650181e",
};

mkdirSync("vendor", { recursive: true });
for (const [file, recorded] of Object.entries(files)) {
  const content = readFileSync(file);
  const sum = createHash("sha256").update(content).digest("hex");
  if (sum !== recorded) {
    throw new Error(`${file} has SHA-256 ${sum}, recorded is ${recorded}`);
  }
  writeFileSync(`vendor/${basename(file)}`, content);
}
