/** The life of the extension: its start, its daemon's end, another configuration, deactivation. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { Editor } from "./support/editor.js";
import { hosted, Program } from "./support/hosting.js";
import { packed } from "./support/packing.js";

/** A server that keeps every request; `held` gives a promise of the first one's response. */
async function holding(body) {
  let hold;
  const held = new Promise((resolve) => (hold = resolve));
  const server = createServer((_, response) => hold(response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${server.address().port}/`, held);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const isGone = (pid) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test("SIGKILL ends a refresh at once; another daemon starts, polls and is subscribed again", async () => {
  await holding((url) =>
    hosted(["--menu", url], async (host) => {
      const { editor } = host;
      await editor.until(() => host.screen.parts.menu?.polling);
      editor.run("statusd.toggleAutoPolling", { part: "state" });
      editor.run("statusd.startLocation");
      editor.run("statusd.refresh", { part: "menu" });
      await editor.until(() => host.screen.parts.state.phase === "content" && host.screen.location.coordinate);
      process.kill(host.program.pids[0], "SIGKILL");
      await editor.until(() => !host.screen.parts.menu.spinner);
      await editor.until(() => host.program.pids.length === 2 && host.screen.parts.state.phase === "content");
      await editor.until(() => host.screen.location?.on && host.screen.location.phase === "content");
      assert.equal(host.screen.parts.state.polling.on, true);
    }),
  );
});

test("deactivation waits for the daemon, which responds to what it has read", async () => {
  await holding(async (url, held) => {
    let pid;
    await hosted(["--menu", url], async (host) => {
      const { editor } = host;
      await editor.until(() => host.screen.parts.menu?.polling);
      editor.run("statusd.refresh", { part: "menu" });
      const response = await held;
      [pid] = host.program.pids;
      const ended = host.activation.end();
      assert.equal(isGone(pid), false);
      response.end("[]");
      await ended;
      const changes = host.received.filter((each) => each.method === "screenChanged");
      assert.equal(changes.at(-1).params.changed.parts.menu.phase, "content");
    });
    assert.ok(isGone(pid));
  });
});

test("a program that does not exist is a message that says what installs it and leads to the settings", async () => {
  await hosted([], async ({ editor, activation }) => {
    const message = await editor.question("/proc/nonexistent/statusd cannot be started. Install statusd (pip install statusd)");
    assert.deepEqual(message.items, ["Start Again", "Open Settings", "Show Output"]);
    assert.deepEqual([editor.bar.text, editor.bar.command], ["$(debug-disconnect) statusd", "statusd.restart"]);
    editor.answer(message, "Open Settings");
    await editor.until(() => editor.executed.length > 0);
    assert.deepEqual(editor.executed, [["workbench.action.openSettings", "statusd"]]);
    assert.equal(activation.session.daemon, null);
  }, { "statusd.path": "/proc/nonexistent/statusd" });
});

test("a mistake in the arguments shows with the daemon's own words", async () => {
  await hosted(["--no-such-option"], async (host) => {
    const { editor } = host;
    host.isKilled = true; // It ends before it responds.
    const message = await editor.question("statusd ended with status 64");
    assert.match(editor.output, /no-such-option/);
    editor.answer(message, "Show Output");
    await editor.until(() => editor.executed.length > 0);
  });
});

test("stderr is in the output channel", async () => {
  await hosted(["--log-level", "debug"], ({ editor }) => editor.until(() => editor.output.includes("\n")));
});

test("other arguments start another daemon, and the one before ends", async () => {
  await hosted(["--menu", "demo"], async (host) => {
    const { editor, program } = host;
    await editor.until(() => host.screen.isOpen);
    const [first] = program.pids;
    editor.configure({ "statusd.messages": "alerts" }); // Nothing that the daemon is started with.
    editor.configure({ "statusd.arguments": ["--scenario", "demo", "--clock", "manual"] });
    await editor.until(() => program.pids.length === 2 && host.screen.isOpen);
    assert.ok(isGone(first));
    await host.advance(1);
    editor.run("statusd.restart");
    await editor.until(() => program.pids.length === 3 && host.screen.isOpen);
  });
});

/** From `activate` to `deactivate`, as the editor calls them. */
async function lived({ path, extensionPath, settings, pids }) {
  const editor = new Editor({ "statusd.arguments": ["--menu", "demo"], ...settings });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor.api : load(name, ...rest));
  try {
    const extension = createRequire(import.meta.url)(path);
    const context = { subscriptions: [], extensionPath };
    await extension.activate(context);
    await editor.until(() => editor.bar.command === "statusd.refresh");
    await extension.deactivate();
    assert.ok(pids().every(isGone));
    context.subscriptions.forEach((each) => each.dispose());
    assert.deepEqual([editor.commands.size, editor.providers.size, editor.bar.isShown], [0, 0, false]);
    assert.deepEqual(editor.violations, []);
  } finally {
    Module._load = load;
  }
}

test("the extension begins and ends where the editor has it begin and end", async () => {
  const program = new Program();
  const settings = { "statusd.path": program.path };
  try {
    const path = "../src/extension.cjs";
    await lived({ path, extensionPath: "/proc/nonexistent", settings, pids: () => program.pids });
  } finally {
    program.remove();
  }
});

test("so it does from its package, with the client and the program inside and nothing beside it", async () => {
  const program = new Program();
  const { STATUSD: before } = process.env;
  delete process.env.STATUSD;
  try {
    const extensionPath = packed(program);
    await lived({ path: join(extensionPath, "dist/extension.cjs"), extensionPath, settings: {}, pids: () => program.pids });
  } finally {
    if (before !== undefined) process.env.STATUSD = before;
    program.remove();
  }
});

test("a wrong configuration is a message with its button, until the file is right", async () => {
  await hosted((program) => ["--config", join(program.folder, "statusd.toml")], async (host) => {
    const { editor, program } = host;
    const file = join(program.folder, "statusd.toml");
    const absent = await editor.question("there is no such file");
    editor.answer(absent, "Open Settings");
    // It is begun where the daemon looks for it.
    const [{ path }] = await editor.until(() => editor.opened.length > 0 && editor.opened);
    assert.equal(path, file);
    program.write("statusd.toml", "[resources.late]\nsorce = 'demo'\n");
    const wrong = await editor.question("did you mean resources.late.source?");
    editor.answer(wrong, "Open Settings");
    const [, { selection }] = await editor.until(() => editor.opened.length > 1 && editor.opened);
    assert.deepEqual({ ...selection.start }, { line: 1, character: 0 });
    program.write("statusd.toml", "[resources.late]\nsource = 'demo'\n[resources.one]\nsource = 'file:/srv/{name}'\n");
    await editor.until(() => host.screen.parts.late && !host.screen.alert && host.screen.families.length > 0);
    editor.run("statusd.refresh", { part: "late" });
    await editor.until(() => host.screen.parts.late.phase === "content");
  });
});
