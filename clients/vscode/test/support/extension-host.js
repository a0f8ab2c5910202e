/**
 * The extension host of Visual Studio Code itself, with this file in the place of the editor's window.
 *
 * It is that of a Visual Studio Code Server in the folder that STATUSD_VSCODE names.
 * @module
 */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Calls, Frames } from "./rpc.js";

export const SERVER = process.env.STATUSD_VSCODE;
/** What is said before the calls, in frames of one byte. */
const INITIALIZED = 1;
const READY = 2;
const TERMINATE = 3;
const NOTHING = { contents: {}, keys: [], overrides: [] };
/** What the host asks its window for at its start. */
const ANSWERS = { $getInitialState: { isFocused: true, isActive: true }, $getTools: [] };

export class ExtensionHost {
  /** The calls of the extension: actor, method, arguments, and what responds to those that ask a person. */
  called = [];
  #folder;
  #settings;
  #extension;
  #child;
  #calls;
  #frames;
  #listener;
  #waiting = new Set();

  /** `folder`: for what it writes; `extension`: where the extension is installed; `settings`: those of the user. */
  static async start(folder, extension, settings) {
    const host = new ExtensionHost(folder, extension, settings);
    await host.#open();
    return host;
  }

  constructor(folder, extension, settings) {
    this.#folder = folder;
    this.#extension = extension;
    this.#settings = settings;
  }

  #open() {
    const pipe = join(this.#folder, "host.sock");
    return new Promise((resolve, reject) => {
      this.#listener = createServer((socket) => {
        this.#calls = new Calls((content) => this.#frames.send(content), actors(), (...call) => this.#answer(...call));
        this.#frames = new Frames(socket, (content) => this.#take(content, resolve));
      });
      this.#listener.listen(pipe, () => {
        this.#child = spawn(join(SERVER, "node"), [join(SERVER, "out/bootstrap-fork.js"), "--type=extensionHost"], {
          env: environment(pipe, this.#folder), stdio: "inherit",
        });
        this.#child.once("error", reject);
      });
    });
  }

  #take(content, opened) {
    if (content.length > 1) return this.#calls.take(content);
    if (content[0] === READY) this.#frames.send(Buffer.from(JSON.stringify(initial(this.#folder, this.#extension))));
    if (content[0] === INITIALIZED) opened(this.#configure());
  }

  async #configure() {
    const user = { ...NOTHING, contents: this.#settings, keys: Object.keys(this.#settings) };
    const models = { defaults: NOTHING, policy: NOTHING, application: NOTHING, user, workspace: NOTHING };
    const configuration = { ...models, folders: [], configurationScopes: [] };
    await this.call("ExtHostConfiguration", "$initializeConfiguration", configuration);
    await this.call("ExtHostWorkspace", "$initializeWorkspace", null, true);
  }

  call(actor, method, ...args) {
    return this.#calls.call(actor, method, ...args);
  }

  #answer(actor, method, args) {
    const asks = method === "$showMessage";
    return new Promise((resolve) => {
      this.called.push({ actor, method, args, resolve });
      if (!asks) resolve(ANSWERS[method]);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    });
  }

  /** The newest call that is so, as soon as there is one. */
  async until(method, isSo) {
    for (;;) {
      const found = this.called.filter((each) => each.method === method && isSo(each.args)).at(-1);
      if (found) return found;
      await new Promise((resolve) => this.#waiting.add(resolve));
    }
  }

  /** The rows of the view, or those below one. */
  async rows(...handles) {
    const parents = handles.length > 0 ? [handles] : [];
    const [[, ...rows]] = await this.call("ExtHostTreeViews", "$getChildren", "statusd.tree", ...parents);
    return rows;
  }

  /** The rows of the view, as soon as they are so. The host gathers changes for a moment before it says that there are some. */
  async rowsWhere(areSo) {
    for (;;) {
      const before = this.called.length;
      const rows = await this.rows();
      if (areSo(rows)) return rows;
      await this.until("$refresh", () => this.called.findLastIndex((each) => each.method === "$refresh") >= before);
    }
  }

  /** Closes the window. */
  async end() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#frames.send(Buffer.from([TERMINATE]));
    const status = await ended;
    this.#listener.close();
    return status;
  }
}

/** The editor numbers its actors in the order in which its source names them. */
function actors() {
  const source = readFileSync(join(SERVER, "out/vs/workbench/api/node/extensionHostProcess.js"), "utf8");
  const [, maker] = /([\w$]+)\("MainThreadAuthentication"\)/.exec(source);
  const name = new RegExp(`(?<![\\w$.])${maker.replace(/\$/g, "\\$&")}\\("((?:MainThread|ExtHost)\\w+)"\\)`, "g");
  return [...source.matchAll(name)].map((match) => match[1]);
}

function environment(pipe, folder) {
  const { STATUSD: _, ...others } = process.env;
  const messages = { userLocale: "en", resolvedLanguage: "en", defaultMessagesFile: join(SERVER, "out/nls.messages.json") };
  return {
    ...others,
    HOME: folder,
    VSCODE_EXTHOST_IPC_HOOK: pipe,
    VSCODE_ESM_ENTRYPOINT: "vs/workbench/api/node/extensionHostProcess",
    VSCODE_NLS_CONFIG: JSON.stringify(messages),
  };
}

/** What the window says of itself and of its extension. */
function initial(folder, extension) {
  const about = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
  const { version, quality, commit } = JSON.parse(readFileSync(join(SERVER, "product.json"), "utf8"));
  const id = `${about.publisher}.${about.name}`;
  const identifier = { value: id, _lower: id };
  const place = { extensionLocation: uri(extension), isBuiltin: false, isUserBuiltin: false, isUnderDevelopment: false };
  const [{ id: view }] = about.contributes.views.statusd;
  // The editor itself adds those of views and commands.
  const implied = [`onView:${view}`, ...about.contributes.commands.map(({ command }) => `onCommand:${command}`)];
  const events = [...about.activationEvents, ...implied];
  const homes = ["globalStorageHome", "workspaceStorageHome", "extensionTelemetryLogResource"];
  return {
    version, quality, commit, parentPid: process.pid, logLevel: 3, loggers: [], logsLocation: uri(join(folder, "logs")),
    environment: {
      isExtensionDevelopmentDebug: false, appName: "Code", appHost: "desktop", appRoot: uri(SERVER), appLanguage: "en",
      appUriScheme: "vscode", ...Object.fromEntries(homes.map((name) => [name, uri(join(folder, name))])),
    },
    extensions: {
      versionId: 1, myExtensions: [identifier], activationEvents: { [id]: events },
      allExtensions: [{ ...about, identifier, id, ...place, targetPlatform: "undefined" }],
    },
    telemetryInfo: { sessionId: "", machineId: "", sqmId: "", devDeviceId: "", firstSessionDate: "", msftInternal: false },
    autoStart: true, remote: { isRemote: false, connectionData: null }, uiKind: 1,
    consoleForward: { includeStack: false, logNative: false },
  };
}

function uri(path) {
  return { $mid: 1, scheme: "file", authority: "", path, query: "", fragment: "" };
}
