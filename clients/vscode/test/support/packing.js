/**
 * The package of the extension, as scripts/package makes it.
 * @module
 */

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKER = fileURLToPath(new URL("../../../../scripts/packaging/vsix.py", import.meta.url));
const PYTHON = process.env.STATUSD_PYTHON ?? "/usr/bin/python3";
/** With the permissions in the archive, as the editor does it. */
const UNPACK = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for info in archive.infolist():
        os.chmod(archive.extract(info, sys.argv[2]), info.external_attr >> 16)
`;

/** Packs the extension with this program, and gives the path of the package. */
export function pack({ folder, path }) {
  execFileSync(PYTHON, ["-B", PACKER, folder, path]);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".vsix")));
}

/** The folder of the extension that the package becomes. */
export function packed(program) {
  execFileSync(PYTHON, ["-c", UNPACK, pack(program), program.folder]);
  return join(program.folder, "extension");
}
