/** The sources hold their types, and what tsc makes of these is what a user in TypeScript needs. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test from "node:test";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

function passes(program, ...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0, `${error ?? ""}${stdout}${stderr}`);
}

test("tsc accepts the sources, and a program against the declarations that it makes of them", () => {
  passes("tsc", "--project", "tsconfig.json", "--emitDeclarationOnly");
  for (const name of ["types", "disposable"]) copyFileSync(`${ROOT}src/${name}.d.ts`, `${ROOT}types/${name}.d.ts`); // As npm does.
  const strict = ["--strict", "--noEmit", "--target", "ES2022", "--module", "Node16"];
  passes("tsc", ...strict, "test/support/consumer.ts");
});
