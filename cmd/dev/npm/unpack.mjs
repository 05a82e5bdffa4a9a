// Unpacks the browser of @sparticuz/chromium beside this file: `chromium` there is a script that starts it with the
// libraries and the font of the package, as a headless browser without a sandbox, which a bare machine may not offer.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync } from "node:zlib"

const here = dirname(fileURLToPath(import.meta.url))
const unpacked = name => brotliDecompressSync(readFileSync(join(here, "node_modules/@sparticuz/chromium/bin", name)))
for (const name of ["fonts.tar.br", "al2023.tar.br"]) {
  execFileSync("tar", ["-x", "-C", here, "--no-same-owner"], { input: unpacked(name) })
}
writeFileSync(join(here, "fonts.conf"), `<?xml version="1.0"?>
<fontconfig><dir>${here}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${here}/fonts-cache</cachedir></fontconfig>
`)
writeFileSync(join(here, "headless-shell"), unpacked("chromium.br"), { mode: 0o755 })
writeFileSync(join(here, "chromium"), `#!/bin/sh
LD_LIBRARY_PATH='${here}/lib' FONTCONFIG_FILE='${here}/fonts.conf' exec '${here}/headless-shell' --no-sandbox --no-zygote "$@"
`, { mode: 0o755 }) // last: where it is, everything is
