/**
 * A page of one script, and behind its WebSocket a daemon for each connection.
 * @module
 */

import { createServer } from "node:http";
import { WebSocketServer } from "../../../web/src/websocket.js";
import { ProcessTransport } from "../../src/index.js";
import { binary, DEADLINE } from "./running.js";

const HEAD = "<!doctype html><title>Example</title><link rel=icon href=data:,>";
const PAGE = `${HEAD}<body><script type=module src=/app.js></script>`;

/** For the length of `body`, which gets the address, the daemons and the methods that were called. */
export async function served(script, args, body) {
  const host = { address: "", daemons: [], called: [] };
  const server = createServer(({ url }, response) => {
    const [type, text] = url === "/app.js" ? ["text/javascript", script] : ["text/html", PAGE];
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(text);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => attach(socket, args, host));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.address = `http://127.0.0.1:${server.address().port}/`;
  try {
    await body(host);
  } finally {
    for (const each of sockets.clients) each.terminate();
    await Promise.all(host.daemons.map((each) => each.close(DEADLINE)));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Messages wait for the daemon's start, as they do for a bridge that is slow. */
function attach(socket, args, host) {
  const daemon = new ProcessTransport([binary(), ...args]);
  host.daemons.push(daemon);
  const opened = daemon.open({
    message: (text) => socket.send(text),
    failed: () => socket.terminate(),
    ended: () => socket.close(),
  });
  socket.on("message", async (bytes) => {
    await opened;
    host.called.push(JSON.parse(String(bytes)).method);
    daemon.write(String(bytes));
  });
}
