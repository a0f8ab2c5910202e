/** The packed extension in Visual Studio Code's own extension host, where there is one (README.md, "Tests"). */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ExtensionHost, SERVER } from "./support/extension-host.js";
import { Program } from "./support/hosting.js";
import { pack } from "./support/packing.js";

const skip = SERVER ? false : "STATUSD_VSCODE names no Visual Studio Code Server";
const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const VIEW = "onView:statusd.tree";

/** Installs the package as README.md says, by the editor's own command line, and gives where the extension is. */
function installed(program) {
  const extensions = join(program.folder, "extensions");
  const words = `--accept-server-license-terms --extensions-dir ${extensions} --server-data-dir ${program.folder}/server`;
  writeFileSync(join(program.folder, "code"), `#!/bin/sh\nexec ${SERVER}/bin/code-server ${words} "$@"\n`, { mode: 0o700 });
  pack(program);
  const [, line] = /^```sh\n(code --install-extension .*)$/m.exec(README);
  const env = { ...process.env, HOME: program.folder, PATH: `${program.folder}:${process.env.PATH}` };
  execFileSync("sh", ["-c", line], { cwd: program.folder, env });
  return join(extensions, readdirSync(extensions).find((name) => name.startsWith("statusd.")));
}

async function hosted(makeArguments, body) {
  const program = new Program();
  program.write("pids", "");
  try {
    const extension = installed(program);
    const settings = { statusd: { arguments: makeArguments(program) } };
    const host = await ExtensionHost.start(program.folder, extension, settings);
    await body({ host, program, extension });
    assert.equal(await host.end(), 0);
  } finally {
    program.remove();
  }
}

const isGone = (pid) => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};
const started = ({ folder }) => readFileSync(join(folder, "pids"), "utf8").trim().split("\n").filter(Boolean).map(Number);
/** Whether the item of the status bar says this. */
const bar = (text) => (args) => args[4] === text;

test("it starts with its view and in no other window, shows what the daemon says, and takes it along", { skip }, async () => {
  let pids;
  await hosted(() => ["--menu", "demo"], async ({ host, program, extension }) => {
    accessSync(join(extension, "bin/statusd"), constants.X_OK);
    for (const event of ["*", "onStartupFinished", "onView:explorer"]) {
      await host.call("ExtHostExtensionService", "$activateByEvent", event, 0);
    }
    assert.deepEqual([started(program), host.called.filter((each) => each.method === "$setEntry")], [[], []]);
    await host.call("ExtHostExtensionService", "$activateByEvent", VIEW, 0);
    await host.until("$setEntry", bar("$(pulse) statusd"));
    assert.deepEqual((await host.rows()).map((each) => each.label.label), ["Fleet", "Menu", "Location"]);
    await host.call("ExtHostCommands", "$executeContributedCommand", "statusd.refresh");
    await host.until("$setEntry", bar("$(pulse) just now"));
    const [fleet] = await host.rowsWhere(([first]) => first.description === "just now");
    assert.ok((await host.rows(fleet.handle)).length > 3);
    pids = started(program);
    assert.equal(pids.length, 1);
  });
  assert.ok(pids.every(isGone));
});

test("a failure is a message that is not modal, and its button mends it", { skip }, async () => {
  const args = ({ folder }) => ["--menu", `file:${folder}/menu.json`];
  await hosted(args, async ({ host, program }) => {
    await host.call("ExtHostExtensionService", "$activateByEvent", VIEW, 0);
    await host.until("$setEntry", bar("$(pulse) statusd"));
    const menu = (await host.rows()).find((each) => each.label.label === "Menu");
    const row = { $treeViewId: "statusd.tree", $treeItemHandle: menu.handle };
    await host.call("ExtHostCommands", "$executeContributedCommand", "statusd.refresh", row);
    const message = await host.until("$showMessage", () => true);
    const [, words, options, buttons] = message.args;
    assert.match(words, /does not exist/);
    assert.notEqual(options.modal, true);
    program.write("menu.json", "[]");
    message.resolve(buttons.find((each) => each.title === "Try Again").handle);
    await host.until("$setEntry", bar("$(pulse) just now"));
  });
});
