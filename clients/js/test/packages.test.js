/** The packages of a release: what is in them, and what a user has of them in an empty folder. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";
import { VERSION } from "../src/connection.js";
import { findProgram } from "../src/program.js";
import { succeed, Workplace } from "./support/installing.js";
import { MeetingPlace } from "./support/sharing.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const CONSUMER = fileURLToPath(new URL("support/consumer.ts", import.meta.url));
const blocks = (language) => [...README.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map((each) => each[1]);

let place;
let meeting;
before(() => {
  meeting = new MeetingPlace();
  process.env.XDG_RUNTIME_DIR = meeting.folder; // For the example of a shared daemon.
  place = new Workplace();
  const [install, ...others] = blocks("sh");
  assert.deepEqual(others, []);
  assert.deepEqual(install.trim().split(" ").slice(2), place.packages.map((name) => `./${name}`));
  place.run(install.trim());
});
after(() => {
  meeting.remove();
  place.remove();
});

const manifest = (name) => JSON.parse(readFileSync(join(place.installed(name), "package.json"), "utf8"));

test("both packages have one version, which the client says too, and run nothing when they are installed", () => {
  const [client, program] = [manifest("statusd"), manifest("@statusd/linux-x64")];
  assert.deepEqual([client.version, program.version], [VERSION, VERSION]);
  assert.deepEqual(client.optionalDependencies, { [program.name]: VERSION });
  for (const { scripts = {}, repository, license } of [client, program]) {
    assert.deepEqual(Object.keys(scripts).filter((name) => name.endsWith("install")), []);
    assert.deepEqual([repository.type, license], ["git", "Apache-2.0"]);
  }
  assert.equal(client.sideEffects, false);
});

test("everything that a package names is in it", () => {
  const { bin, exports } = manifest("statusd");
  const targets = Object.values(exports).flatMap((each) => Object.values(each));
  for (const path of [...targets, bin.statusd, "LICENSE", "README.md"]) {
    assert.ok(existsSync(join(place.installed("statusd"), path)), path);
  }
  const program = place.installed("@statusd/linux-x64");
  accessSync(join(program, "bin/statusd"), constants.X_OK);
  assert.ok(existsSync(join(program, "LICENSE")));
});

test("the first example runs, with the program of the package", () => {
  const printed = place.print(blocks("js")[0]);
  assert.match(printed, /^(\S+ \d+\n)+$/);
});

/** What the page's other examples take for granted. The daemon ends when they have shown something. */
const GRANTED = `
  import { spawn } from "statusd";
  const daemon = await spawn({ args: ["--menu", "demo"] });
  const show = (...words) => (process.stdout.write(words.join(" ") + "\\n"), daemon.close());
  console.log = show;
  const draw = ({ phase }, alert) => show(phase, alert);
  daemon.refresh();
`;

test("the other examples run too", () => {
  const others = blocks("js").slice(1);
  assert.equal(others.length, 4);
  for (const each of others) assert.match(place.print(GRANTED + each), /\S/, each);
});

test("a consumer in TypeScript compiles in strict mode", () => {
  copyFileSync(CONSUMER, join(place.project, "consumer.mts"));
  const strict = ["--strict", "--noEmit", "--target", "ES2022", "--module", "Node16"];
  succeed(place.project, "tsc", ...strict, "consumer.mts");
});

test("npx has the program: its output, its status, and its end by a signal", async () => {
  const program = join(place.installed("statusd"), "bin/statusd.js");
  assert.match(succeed(place.project, program, "--version"), /^statusd /);
  assert.equal(spawnSync(program, ["--no-such-option"]).status, 64);
  const daemon = spawn(program, ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
  daemon.stdin.write('{"jsonrpc":"2.0","id":1,"method":"getState"}\n');
  await new Promise((resolve) => daemon.stdout.once("data", resolve));
  daemon.kill("SIGTERM");
  const [status, signal] = await new Promise((resolve) => daemon.once("exit", (...ending) => resolve(ending)));
  assert.deepEqual([status, signal], [0, null]);
});

test("a program that is named, or in $STATUSD, comes before that of the package", () => {
  const before = process.env.STATUSD;
  try {
    process.env.STATUSD = "/proc/b/statusd";
    assert.deepEqual([findProgram("/proc/a/statusd"), findProgram()], ["/proc/a/statusd", "/proc/b/statusd"]);
  } finally {
    if (before === undefined) delete process.env.STATUSD;
    else process.env.STATUSD = before;
  }
  const found = 'import { findProgram } from "./node_modules/statusd/src/program.js"; console.log(findProgram());';
  const expected = createRequire(join(place.project, "x.js")).resolve("@statusd/linux-x64/bin/statusd");
  assert.equal(place.print(found).trim(), expected);
});

test("without the program's package, the error says what installs it", () => {
  const package_ = place.installed("@statusd/linux-x64");
  renameSync(package_, `${package_}-`);
  const failing = `
    import { spawn } from "statusd";
    await spawn({ env: { PATH: "/proc/nonexistent" } }).catch((error) => console.log(error.name, error.message));
  `;
  try {
    const where = "neither @statusd/linux-x64 nor the PATH has it. To install it: npm install statusd";
    assert.equal(place.print(failing).trim(), `ProgramNotFound statusd cannot be started: ${where}`);
  } finally {
    renameSync(`${package_}-`, package_);
  }
});
