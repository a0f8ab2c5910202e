/**
 * What a screen shows: messages, presses and the clock go in, a screen and requests come out.
 *
 * docs/presenter.md explains it, and schema/presenter has the cases that it passes, as every client's presenter
 * does. There is no I/O and no clock inside.
 * @module
 */

export { Presenter } from "./presenter/machine.js";

/** @typedef {import("./presenter/events.js").Output} Output */
/** @typedef {import("./presenter/events.js").Button} Button */
/** @typedef {import("./presenter/parts.js").Described} Described */
/** @typedef {import("./presenter/screen.js").Screen} Screen */
/** @typedef {import("./presenter/fleet.js").MapItem} MapItem */
