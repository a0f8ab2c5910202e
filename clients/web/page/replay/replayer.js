/**
 * What a screen showed during a recorded session: the screens that its client opened, put together from their changes.
 *
 * Of several screens that show the same, the newest counts. What was on no screen is drawn from its snapshots.
 * @module
 */

import { merge, old } from "../../../js/src/screen.js";
import { laneOf } from "./calls.js";
import { partOf, placeOf, snapshots } from "./snapshots.js";

/** @typedef {import("./trace.js").Entry} Entry */
/** @typedef {import("../../../js/src/types.js").Screen} Screen */
/** @typedef {import("../../../js/src/types.js").ScreenPart} ScreenPart */
/** @typedef {import("../../../js/src/types.js").ScreenPlace} ScreenPlace */
/** @typedef {Record<string, any>} Message */

export class Replayer {
  /**
   * By their ids, in the order in which they were opened.
   * @type {Map<string, Screen>}
   */
  #screens = new Map();
  /**
   * By their lanes.
   * @type {Map<string, ScreenPart>}
   */
  #parts = new Map();
  /** @type {ScreenPlace | null} */
  #place = null;

  /**
   * The screen of now. Its parts have the names of their lanes.
   * @returns {Screen}
   */
  get screen() {
    const newestFirst = [...this.#screens.values()].reverse();
    const all = [...this.#screens.values()].flatMap(({ parts }) => Object.values(parts));
    /** @param {"location" | "alert" | "notice" | "help"} name */
    const newest = (name) => /** @type {any} */ (newestFirst.find((each) => each[name] !== null)?.[name] ?? null);
    return {
      parts: { ...Object.fromEntries(this.#parts), ...Object.fromEntries(all.map((part) => [laneOf(part), part])) },
      location: newest("location") ?? this.#place,
      alert: newest("alert"),
      notice: newest("notice"),
      help: newest("help"),
    };
  }

  /** @param {Entry} entry */
  take({ direction, messages }) {
    for (const message of messages) {
      if (direction === "out") this.#received(message);
      else if (message.method === "initialize") this.#begin();
    }
  }

  /** Another daemon: what was shown of the one before is old, until it is opened again under the same ids. */
  #begin() {
    for (const [id, screen] of this.#screens) this.#screens.set(id, old(screen));
  }

  /** @param {Message} message */
  #received({ method, params, result }) {
    if (method === "screenChanged") {
      const screen = this.#screens.get(params.screenId);
      if (screen) this.#screens.set(params.screenId, merge(screen, params.changed));
    } else if (typeof result?.screenId === "string") {
      this.#screens.delete(result.screenId);
      if (result.screen) this.#screens.set(result.screenId, result.screen);
    }
    for (const each of snapshots(method, params, result)) this.#parts.set(laneOf(each), partOf(each));
    this.#place = placeOf(method, params, result) ?? this.#place;
  }
}
