/**
 * The classes and objects of the editor's API that hold values.
 * @module
 */

import { readFileSync } from "node:fs";

/** Of https://microsoft.github.io/vscode-codicons: those that the extension uses. */
const CODICONS = new Set(`
  account circle-outline close dashboard debug-disconnect debug-restart error flame home list-unordered location package
  pass pulse search sync~spin warning
`.trim().split(/\s+/));
/** Of https://code.visualstudio.com/api/references/theme-color. */
const COLOURS = new Set(`
  list.errorForeground list.warningForeground statusBarItem.errorBackground statusBarItem.warningBackground
`.trim().split(/\s+/));

export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class ThemeColor {
  constructor(id) {
    if (!COLOURS.has(id)) throw new Error(`no theme has the colour ${id}`);
    this.id = id;
  }
}

export class ThemeIcon {
  constructor(id, color) {
    if (!CODICONS.has(id)) throw new Error(`there is no codicon ${id}`);
    this.id = id;
    this.color = color;
  }
}

export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

export class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

export class Uri {
  static file(path) {
    return Object.assign(new Uri(), { fsPath: path });
  }
  with(change) {
    return Object.assign(new Uri(), this, change);
  }
}

export class EventEmitter {
  #listeners = new Set();
  event = (listener) => listening(this.#listeners, listener);
  fire(data) {
    for (const listener of this.#listeners) listener(data);
  }
  dispose() {
    this.#listeners.clear();
  }
}

export class TreeItem {
  constructor(label, collapsibleState = 0) {
    if (typeof label !== "string" || label === "") throw new Error(`no label of a row: ${label}`);
    for (const each of ["id", "description", "tooltip", "iconPath", "contextValue", "command"]) this[each] = undefined;
    this.label = label;
    this.collapsibleState = collapsibleState;
    Object.seal(this);
  }
}

/** For the editor of the tests. */
export function listening(listeners, listener) {
  listeners.add(listener);
  return { dispose: () => listeners.delete(listener) };
}

/** An item that is shown only where it says so, and whose icons there are. */
export function statusBarItem(changed) {
  let text = "";
  return {
    name: undefined,
    tooltip: undefined,
    backgroundColor: undefined,
    command: undefined,
    accessibilityInformation: undefined,
    isShown: false,
    get text() {
      return text;
    },
    set text(value) {
      const icons = [...value.matchAll(/\$\(([^)]*)\)/g)].map((match) => match[1]);
      const unknown = icons.filter((each) => !CODICONS.has(each));
      if (unknown.length > 0) throw new Error(`there is no codicon ${unknown[0]}`);
      text = value;
    },
    show() {
      this.isShown = true;
      changed();
    },
    dispose() {
      this.isShown = false;
    },
  };
}

export function document(what) {
  const content = what.scheme === "untitled" ? "" : what instanceof Uri ? readFileSync(what.fsPath, "utf8") : what.content;
  const getText = () => content;
  const positionAt = (offset) => {
    const lines = content.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1).length);
  };
  return { path: what.fsPath, language: what.language, getText, positionAt };
}
