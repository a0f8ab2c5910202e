/**
 * What the tests stand on: the bridge with the real daemon behind it, and a browser in front.
 * @module
 */

import { execFile } from "node:child_process";
import { ProcessTransport } from "../../../js/src/index.js";
import { binary, Recorder } from "../../../js/test/support/running.js";
import { Bridge } from "../../src/bridge.js";
import { Browser } from "./browser.js";
import { inTime, PATIENCE } from "./patience.js";

/** A configuration of whoever runs the tests has no part in them. */
process.env.XDG_CONFIG_HOME = "/proc/nonexistent";

/** A daemon whose session is written down where STATUSD_TRANSCRIPTS says. */
class RecordedDaemon extends ProcessTransport {
  #recorder = new Recorder();

  open(receiver) {
    const message = (text) => {
      this.#recorder.tap("out", text);
      receiver.message(text);
    };
    const ended = (ending) => {
      // Whoever closes a page waits for no response.
      this.#recorder.end(true);
      receiver.ended(ending);
    };
    return super.open({ ...receiver, message, ended });
  }

  write(text) {
    this.#recorder.tap("in", text);
    super.write(text);
  }
}

/** The bridge for the length of `body`, which gets its address and the daemons, in the order of their start. */
export async function bridged(words, body, { program = binary(), settings = {} } = {}) {
  const daemons = [];
  const makeDaemon = (command) => {
    // Kinds are rehearsed where no daemon would meet them, so those sessions are beside the contract.
    const Daemon = command.includes("manual") ? ProcessTransport : RecordedDaemon;
    daemons.push(new Daemon(command));
    return daemons.at(-1);
  };
  const bridge = new Bridge(program, words, { settings, makeDaemon });
  const address = new URL(await bridge.listen(0));
  try {
    await body({ address, bridge, daemons });
  } finally {
    await inTime("the end of the bridge, of its sessions and their daemons", bridge.close());
  }
}

/** What opens a page by its name. */
function opener(browser, address) {
  return (name = "index.html", options = {}) => {
    const page = new URL(address);
    const [path, hash] = name.split("#");
    page.pathname = page.pathname.replace(/[^/]*$/, path);
    page.hash = hash ?? page.hash;
    return browser.open(page.href, options);
  };
}

/** Bridge and browser for the length of `body`. `browser`: one that stays. */
export function browsing(browser, words, body, options) {
  return bridged(words, (host) => body({ ...host, browser, open: opener(browser, host.address) }), options);
}

/** A browser for the tests of a file. */
export function shared(before, after) {
  const held = {};
  before(async () => {
    held.browser = await Browser.start();
  });
  after(() => held.browser?.close());
  return held;
}

/** Waits until a process that is no child of this one's has ended. */
export function gone(pid) {
  return new Promise((resolve, reject) => {
    const ended = (error) => (error ? reject(new Error(`process ${pid} has not ended: ${error.message}`)) : resolve());
    execFile("tail", ["--pid", String(pid), "-f", "/dev/null"], { timeout: PATIENCE * 1_000 }, ended);
  });
}
