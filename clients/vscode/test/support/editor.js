/**
 * The editor of the tests: what vscode.d.ts has, and no more.
 *
 * Any other member that is used, and any value that the editor would refuse, is a violation; `check` shows them.
 * Messages and pickers stay open until a test answers them.
 * @module
 */

import { readFileSync } from "node:fs";
import * as values from "./values.js";
import { strict } from "./strict.js";

export const MANIFEST = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
/** Milliseconds: only a defect takes as long, on a machine that is busy with other things. */
const LONGEST_WAIT = 600_000;
const BUILT_IN = new Set(["workbench.action.openSettings"]);
const SETTINGS = MANIFEST.contributes.configuration.properties;

export class Editor {
  violations = [];
  /** Messages and pickers that wait for an answer. */
  questions = [];
  commands = new Map();
  executed = [];
  opened = [];
  /** Why documents cannot be opened: one for each, until none is left. */
  refusals = [];
  output = "";
  items = [];
  providers = new Map();
  read = new Set();
  #settings;
  #waiting = new Set();
  #settingsListeners = new Set();

  constructor(settings = {}) {
    this.#settings = settings;
    const { window, workspace, commands } = this.#spaces();
    this.api = strict("vscode", { ...values, window, workspace, commands }, this.violations);
  }

  // What a test does

  /** Resolves with what `find` gives, as soon as it gives something. */
  async until(find) {
    const late = AbortSignal.timeout(LONGEST_WAIT);
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((resolve, reject) => {
        this.#waiting.add(resolve);
        late.onabort = () => reject(new Error(`waited in vain for ${find}`));
      });
    }
  }

  /** Something may have changed for those who wait. */
  changed() {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  run(name, ...words) {
    return this.commands.get(name)(...words);
  }

  question(text) {
    return this.until(() => this.questions.find((each) => each.text.includes(text)));
  }

  /** Chooses the button or the row with this title, or closes the question. */
  answer(question, title) {
    this.questions.splice(this.questions.indexOf(question), 1);
    question.resolve(question.items.find((each) => (each.title ?? each.label ?? each) === title));
  }

  /** Types a text into an input box. */
  type(question, text) {
    this.questions.splice(this.questions.indexOf(question), 1);
    question.resolve(text);
  }

  configure(settings) {
    Object.assign(this.#settings, settings);
    const names = Object.keys(settings);
    const event = { affectsConfiguration: (section) => names.includes(section) };
    for (const listener of this.#settingsListeners) listener(event);
  }

  get bar() {
    return this.items[0];
  }

  /** The rows of the view: objects with label, description, icon, command and rows. */
  rows() {
    const provider = this.providers.get("statusd.tree");
    const ids = new Set();
    const row = (node) => {
      const item = provider.getTreeItem(node);
      if (ids.has(item.id)) this.violations.push(`two rows have the id ${item.id}`);
      ids.add(item.id);
      const { label, description, iconPath, contextValue, command } = item;
      const rows = (provider.getChildren(node) ?? []).map(row);
      return { label, description, icon: iconPath?.id, context: contextValue, command, rows, node };
    };
    return provider.getChildren().map(row);
  }

  // What the extension uses

  #spaces() {
    const open = (document, options = {}) => (this.opened.push({ ...document, ...options }), this.changed());
    const window = {
      createOutputChannel: () => this.#channel(),
      createStatusBarItem: (id, alignment) => this.#item(id, alignment),
      registerTreeDataProvider: (id, provider) => this.#provide(id, provider),
      showErrorMessage: (text, ...rest) => this.#message("error", text, rest),
      showWarningMessage: (text, ...rest) => this.#message("warning", text, rest),
      showInformationMessage: (text, ...rest) => this.#message("information", text, rest),
      showQuickPick: (items, options = {}) => this.#ask({ kind: "pick", text: options.placeHolder ?? "", items, options }),
      showInputBox: (options = {}) => this.#ask({ kind: "input", text: options.prompt ?? "", items: [], options }),
      showTextDocument: async (document, options) => open(document, options),
    };
    const workspace = {
      getConfiguration: (section) => this.#configuration(section),
      onDidChangeConfiguration: (listener) => values.listening(this.#settingsListeners, listener),
      openTextDocument: async (what) => this.#document(what),
    };
    const commands = {
      registerCommand: (name, action) => this.#register(name, action),
      executeCommand: async (name, ...words) => this.#execute(name, words),
    };
    const spaces = { window, workspace, commands };
    const wrap = ([name, members]) => [name, strict(`vscode.${name}`, members, this.violations)];
    return Object.fromEntries(Object.entries(spaces).map(wrap));
  }

  #document(what) {
    if (this.refusals.length > 0) throw new Error(this.refusals.shift());
    return values.document(what);
  }

  #refuse(why) {
    this.violations.push(why);
    throw new Error(why);
  }

  #channel() {
    const write = (text) => ((this.output += text), this.changed());
    const show = () => (this.executed.push(["show output"]), this.changed());
    const members = { append: write, appendLine: (text) => write(`${text}\n`), show };
    return strict("OutputChannel", { ...members, dispose() {} }, this.violations);
  }

  #item(id, alignment) {
    if (typeof id !== "string" || !(alignment in { 1: 0, 2: 0 })) this.#refuse(`no item of the status bar: ${id}`);
    const item = values.statusBarItem(() => this.changed());
    this.items.push(item);
    return strict("StatusBarItem", item, this.violations);
  }

  #provide(id, provider) {
    const views = Object.values(MANIFEST.contributes.views).flat();
    if (!views.some((each) => each.id === id)) this.#refuse(`the manifest has no view ${id}`);
    this.providers.set(id, provider);
    provider.onDidChangeTreeData(() => this.changed());
    return { dispose: () => this.providers.delete(id) };
  }

  #message(kind, text, items) {
    if (typeof text !== "string" || text.includes("\n")) this.#refuse(`no message: ${text}`);
    if (items.some((each) => typeof (each.title ?? each) !== "string")) this.#refuse(`no items of a message: ${text}`);
    return this.#ask({ kind, text, items });
  }

  #ask(question) {
    return new Promise((resolve) => {
      this.questions.push({ ...question, resolve });
      this.changed();
    });
  }

  #configuration(section) {
    const get = (name, otherwise) => {
      const key = `${section}.${name}`;
      if (!(key in SETTINGS)) this.#refuse(`the manifest has no setting ${key}`);
      this.read.add(key);
      return this.#settings[key] ?? SETTINGS[key].default ?? otherwise;
    };
    return strict("WorkspaceConfiguration", { get }, this.violations);
  }

  #register(name, action) {
    if (this.commands.has(name)) this.#refuse(`the command ${name} is registered twice`);
    this.commands.set(name, action);
    return { dispose: () => this.commands.delete(name) };
  }

  #execute(name, words) {
    if (!this.commands.has(name) && !BUILT_IN.has(name)) this.#refuse(`there is no command ${name}`);
    this.executed.push([name, ...words]);
    this.changed();
  }
}
