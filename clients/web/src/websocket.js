/**
 * The package `ws`: from npm, or Debian's node-ws, which a Node from elsewhere does not find by its name.
 * @module
 */

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const PLACES = ["ws", "/usr/share/nodejs/ws"];

/** @type {typeof import("ws")} */
const library = found();

export const { WebSocket, WebSocketServer } = library;

function found() {
  for (const place of PLACES) {
    try {
      return require(place);
    } catch (error) {
      if (/** @type {{code?: string}} */ (error).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw new Error("statusd-web needs the package ws: npm install ws, or apt install node-ws");
}
