/** package.json says what the extension does, and the other way round. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { Editor, MANIFEST } from "./support/editor.js";
import { Activation } from "./support/hosting.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const { commands, menus, views, viewsContainers, configuration } = MANIFEST.contributes;
const CLIENT = JSON.parse(readFileSync(new URL("../../js/package.json", import.meta.url), "utf8"));
/** The editor's releases bring a Node of their own. */
const NODE_OF = { "^1.82.0": 18 };
const sources = readdirSync(`${ROOT}src`).map((name) => readFileSync(`${ROOT}src/${name}`, "utf8")).join("");

function activated() {
  const editor = new Editor({});
  new Activation(editor.api, { subscriptions: [], extensionPath: "" });
  return editor;
}

test("every command that is declared is registered, and the other way round", () => {
  const declared = commands.map((each) => each.command);
  assert.deepEqual([...activated().commands.keys()].sort(), [...declared].sort());
  assert.equal(new Set(declared).size, declared.length);
  assert.ok(commands.every((each) => each.title && each.category === "statusd"));
});

test("menus name commands and views that there are", () => {
  const declared = new Set(commands.map((each) => each.command));
  const known = new Set(Object.values(views).flat().map((each) => each.id));
  const contexts = new Set(sources.match(/"(resource|instance|family|location\.(on|off))"/g).map((each) => each.slice(1, -1)));
  for (const { command, when = "" } of Object.values(menus).flat()) {
    assert.ok(declared.has(command), command);
    for (const [, view] of when.matchAll(/view == (\S+)/g)) assert.ok(known.has(view), view);
    for (const [, item] of when.matchAll(/viewItem == (\S+)/g)) assert.ok(contexts.has(item), item);
  }
});

test("views stand in containers, and their data is provided", () => {
  const containers = Object.values(viewsContainers).flat();
  assert.deepEqual(Object.keys(views), containers.map((each) => each.id));
  for (const { icon } of containers) assert.ok(existsSync(ROOT + icon), icon);
  assert.deepEqual([...activated().providers.keys()], Object.values(views).flat().map((each) => each.id));
});

test("every setting is read, has a default of its type, and is documented", () => {
  const readme = readFileSync(`${ROOT}README.md`, "utf8");
  for (const [key, { type, default: otherwise }] of Object.entries(configuration.properties)) {
    const [section, name] = key.split(".");
    assert.match(sources, new RegExp(`getConfiguration\\("${section}"\\)[^]*get\\("${name}"`), key);
    assert.equal(Array.isArray(otherwise) ? "array" : typeof otherwise, type, key);
    assert.ok(readme.includes(`\`${key}\``), key);
  }
  for (const { title } of commands) assert.ok(readme.includes(title.replace("…", "")), title);
});

test("nothing starts in a window where nobody looks at it", () => {
  assert.deepEqual(MANIFEST.activationEvents, []); // Views and commands start it by themselves.
  const node = Number(/>=(\d+)/.exec(CLIENT.engines.node)[1]);
  assert.ok(NODE_OF[MANIFEST.engines.vscode] >= node);
});

test("the icon is a picture of at least 128 by 128 pixels", () => {
  const picture = readFileSync(ROOT + MANIFEST.icon);
  assert.equal(picture.toString("latin1", 1, 4), "PNG");
  assert.ok(picture.readUInt32BE(16) >= 128 && picture.readUInt32BE(20) >= 128);
});

test("a workspace that is not trusted chooses no program", () => {
  const { restrictedConfigurations } = MANIFEST.capabilities.untrustedWorkspaces;
  assert.deepEqual(restrictedConfigurations, ["statusd.path", "statusd.arguments"]);
});

test("what the package names is there", () => {
  for (const name of [MANIFEST.main, ...MANIFEST.files]) assert.ok(existsSync(ROOT + name), name);
});

test("tsc accepts the sources", () => {
  const { status, stdout, error } = spawnSync("tsc", ["--project", "tsconfig.json"], { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0, `${error ?? ""}${stdout}`);
});

// The stub

test("the stub has what vscode.d.ts has, and no more", () => {
  const declared = readFileSync(`${ROOT}vscode.d.ts`, "utf8");
  const { api } = new Editor({});
  for (const space of ["window", "workspace", "commands"]) {
    const body = new RegExp(`namespace ${space} \\{([^]*?)\\n  \\}`).exec(declared)[1];
    const names = [...body.matchAll(/(?:function|const) (\w+)/g)].map((match) => match[1]);
    assert.deepEqual(Object.keys(api[space]).sort(), [...new Set(names)].sort());
  }
});

test("what the stub has not is a violation", () => {
  const editor = new Editor({});
  assert.throws(() => editor.api.window.showOpenDialog(), /vscode.window has no showOpenDialog/);
  assert.throws(() => editor.api.window.createStatusBarItem("a", 1).colour, /StatusBarItem has no colour/);
  assert.throws(() => editor.api.workspace.getConfiguration("statusd").get("colour"), /no setting statusd.colour/);
  assert.throws(() => new editor.api.ThemeIcon("elephant"), /no codicon elephant/);
  assert.equal(editor.violations.length, 3);
});
