/**
 * The extension from its activation to its end: what the editor calls, and what is drawn.
 * @module
 */

import { Messages } from "./messages.js";
import { askForArguments, askForFamily } from "./instances.js";
import { bundled, explanation } from "./program.js";
import { askForOption, perform, showHelp } from "./recovery.js";
import { Session } from "./session.js";
import { StatusBar } from "./status-bar.js";
import { Tree } from "./tree.js";
import { title } from "./words.js";

/** @typedef {typeof import("vscode")} Editor */
/** @typedef {import("./session.js").Screen} Screen */
/** @typedef {import("./nodes.js").Node} Node */

export class Activation {
  #vscode;
  #output;
  #bar;
  #tree;
  #messages;
  #session;
  #folder;
  /** Whether the help of the screen is open in an editor. */
  #isHelpShown = false;

  /**
   * @param {Editor} vscode
   * @param {import("vscode").ExtensionContext} context
   * @param {import("./session.js").Circumstances} circumstances
   */
  constructor(vscode, context, circumstances = {}) {
    this.#vscode = vscode;
    this.#output = vscode.window.createOutputChannel("statusd");
    this.#bar = new StatusBar(vscode);
    this.#tree = new Tree(vscode);
    this.#messages = new Messages(vscode, (failureId, optionId) => this.#choose(failureId, optionId));
    this.#folder = context.extensionPath;
    this.#session = new Session({
      onChange: (screen) => this.#draw(screen),
      onPerform: (chosen) => perform(vscode, chosen),
      onProblem: (problem) => this.#report(problem),
      log: (text) => this.#output.append(text),
    }, circumstances);
    const view = vscode.window.registerTreeDataProvider("statusd.tree", this.#tree);
    const settings = vscode.workspace.onDidChangeConfiguration((event) => this.#reconfigure(event));
    context.subscriptions.push(this.#output, this.#bar, this.#tree, view, settings, ...this.#commands());
  }

  get session() {
    return this.#session;
  }

  async start() {
    this.#draw(this.#session.screen);
    await this.#session.start(this.#command());
  }

  /** The editor waits for it, five seconds at most. */
  end() {
    return this.#session.end();
  }

  #command() {
    const settings = this.#vscode.workspace.getConfiguration("statusd");
    const program = settings.get("path", "") || bundled(this.#folder);
    return { program, args: settings.get("arguments", /** @type {string[]} */ ([])) };
  }

  /** @param {import("vscode").ConfigurationChangeEvent} event */
  #reconfigure(event) {
    const isAnother = ["statusd.path", "statusd.arguments"].some((each) => event.affectsConfiguration(each));
    if (isAnother) this.#session.start(this.#command());
  }

  // What the screen says

  /** @param {Screen} screen */
  #draw(screen) {
    this.#bar.draw(screen);
    this.#tree.draw(screen);
    this.#messages.draw(screen);
    if (screen.help && !this.#isHelpShown) this.#showHelp(screen.help);
  }

  /** @param {NonNullable<Screen["help"]>} help */
  async #showHelp(help) {
    this.#isHelpShown = true;
    try {
      await showHelp(this.#vscode, help);
    } catch (problem) {
      this.#output.appendLine(`the help cannot be shown: ${problem}`);
    }
    this.#session.press({ button: "closeHelp" });
    this.#isHelpShown = false;
  }

  /** @param {Error} problem */
  async #report(problem) {
    this.#output.appendLine(problem.message);
    const buttons = ["Start Again", "Open Settings", "Show Output"];
    const [first] = explanation(problem).split("\n");
    const chosen = await this.#vscode.window.showErrorMessage(first, ...buttons);
    if (chosen === "Start Again") await this.#session.start(this.#command());
    if (chosen === "Show Output") this.#output.show(true);
    if (chosen === "Open Settings") {
      await this.#vscode.commands.executeCommand("workbench.action.openSettings", "statusd");
    }
  }

  // Commands

  #commands() {
    const { commands } = this.#vscode;
    const { registered } = this;
    return Object.entries(registered).map(([name, action]) => commands.registerCommand(`statusd.${name}`, action));
  }

  /**
   * By their names behind the dot. From a row of the tree, each is given its node.
   * @returns {Record<string, (...words: any[]) => unknown>}
   */
  get registered() {
    const session = this.#session;
    return {
      refresh: (node) => this.#each(node, (part) => session.press({ button: "refresh", part })),
      stop: (node) => this.#each(node, (part) => session.press({ button: "stop", part })),
      toggleAutoPolling: (node) => this.#togglePolling(node),
      recover: () => this.#recover(),
      startLocation: () => session.press({ button: "startLocation" }),
      stopLocation: () => session.press({ button: "stopLocation" }),
      showInstance: (node) => this.#showInstance(node),
      hideInstance: (node) => session.screen.hide(node.part),
      restart: () => session.start(this.#command()),
      showOutput: () => this.#output.show(),
      chooseOption: (failureId, optionId) => this.#choose(failureId, optionId),
    };
  }

  /**
   * The part of a row, or all of them.
   * @param {Node | undefined} node
   * @param {(part: string) => void} action
   */
  #each(node, action) {
    const names = node?.part ? [node.part] : Object.keys(this.#session.screen.parts);
    names.forEach(action);
  }

  /** @param {Node} [node] */
  async #togglePolling(node) {
    const part = node?.part ?? (await this.#askForPart());
    if (part) this.#session.press({ button: "polling", part });
  }

  async #askForPart() {
    const rows = Object.entries(this.#session.screen.parts).map(([name, part]) => ({
      label: title(name, part),
      description: part.polling?.on ? "is polled" : "is not polled",
      name,
    }));
    return (await this.#vscode.window.showQuickPick(rows, { placeHolder: "Switch the polling of" }))?.name;
  }

  /** @param {Node} [node] */
  async #showInstance(node) {
    const family = node?.family ?? (await askForFamily(this.#vscode, this.#session.screen.families));
    const given = family && (await askForArguments(this.#vscode, family));
    if (!given) return;
    try {
      await this.#session.screen.show(family.resource, given);
    } catch (error) {
      this.#vscode.window.showErrorMessage(/** @type {Error} */ (error).message);
    }
  }

  async #recover() {
    const chosen = await askForOption(this.#vscode, this.#session.screen);
    if (chosen) this.#choose(chosen.failureId, chosen.optionId);
  }

  /**
   * @param {string} failureId
   * @param {string} [optionId] Without one, the alert was closed.
   */
  #choose(failureId, optionId) {
    this.#session.press({ button: optionId === undefined ? "dismiss" : "option", failureId, optionId });
  }
}
