/**
 * The view: rows of the editor, made of those of `nodes`.
 * @module
 */

import { nodes } from "./nodes.js";

/** @typedef {typeof import("vscode")} Editor */
/** @typedef {import("./nodes.js").Node} Node */
/** @typedef {import("vscode").TreeDataProvider<Node>} Provider */

/** @implements {Provider} */
export class Tree {
  #vscode;
  #changed;
  /** @type {Node[]} */
  #roots = [];

  /** @param {Editor} vscode */
  constructor(vscode) {
    this.#vscode = vscode;
    this.#changed = /** @type {import("vscode").EventEmitter<void>} */ (new vscode.EventEmitter());
    this.onDidChangeTreeData = this.#changed.event;
  }

  /** @param {import("./session.js").Screen} screen */
  draw(screen) {
    this.#roots = nodes(screen);
    this.#changed.fire();
  }

  /** @param {Node} [node] */
  getChildren(node) {
    return node ? node.children : this.#roots;
  }

  /** @param {Node} node */
  getTreeItem({ id, label, description, tooltip, icon, colour, context, command, children, isFolded }) {
    const { TreeItem, TreeItemCollapsibleState, ThemeColor, ThemeIcon } = this.#vscode;
    const full = isFolded ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded;
    const state = children.length > 0 ? full : TreeItemCollapsibleState.None;
    const item = new TreeItem(label, state);
    item.id = id;
    item.description = description;
    item.tooltip = tooltip;
    item.iconPath = icon === undefined ? undefined : new ThemeIcon(icon, colour ? new ThemeColor(colour) : undefined);
    item.contextValue = context;
    item.command = command;
    return item;
  }

  dispose() {
    this.#changed.dispose();
  }
}
