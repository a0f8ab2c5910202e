// What a script would do: read lines, parse them, answer with a small snapshot of its own.
const readline = require("node:readline");

const state = { resource: "state", revision: 0, status: "idle", isFetching: false, isStale: false };
let waiting = "";

readline.createInterface({ input: process.stdin, terminal: false }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const response =
    method === "getState"
      ? { jsonrpc: "2.0", id, result: state }
      : { jsonrpc: "2.0", id, error: { code: -32601, message: `There is no method ${method}` } };
  // One write for all lines that one read has brought.
  if (waiting === "") setImmediate(flush);
  waiting += JSON.stringify(response) + "\n";
});

function flush() {
  process.stdout.write(waiting);
  waiting = "";
}
