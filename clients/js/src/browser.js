/**
 * The client for browsers: everything but processes.
 * @module
 */

import { Statusd } from "./statusd.js";
import { WebSocketTransport } from "./websocket.js";

export { CallFailed, CallTimedOut, DaemonEnded, ProgramNotFound, ProtocolError, StatusdError } from "./errors.js";
export { Failure } from "./failure.js";
export { Locations } from "./locations.js";
export { Notifications, RESTARTED } from "./notifications.js";
export { RestartLimit } from "./restarts.js";
export { Screen } from "./screen.js";
export { Screens } from "./screens.js";
export { Statusd } from "./statusd.js";
export { WebSocketTransport } from "./websocket.js";

/** @typedef {import("./connection.js").CallOptions} CallOptions */
/** @typedef {import("./notifications.js").Notification} Notification */
/** @typedef {import("./statusd.js").ClientOptions} ClientOptions */
/** @typedef {import("./transport.js").Transport} Transport */

/**
 * The daemon behind a WebSocket.
 * @param {string} url
 * @param {ClientOptions & {protocols?: string[]}} options `protocols`: those of the WebSocket.
 */
export function connect(url, { protocols, ...options } = {}) {
  return Statusd.start(() => new WebSocketTransport(() => new WebSocket(url, protocols)), options);
}
