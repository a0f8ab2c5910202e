/**
 * What goes out of a presenter, and the buttons of its screen.
 * @module
 */

/** @typedef {import("./model.js").Request} Request */
/** @typedef {import("../types.js").RecoveryOption} RecoveryOption */
/** @typedef {Request | {jsonrpc: "2.0", method: string, params: Record<string, any>}} Message */

/**
 * What to do next: messages for the daemon, and options that the client performs itself.
 * @typedef {{sends: Message[], performs: {failureId: string, option: RecoveryOption}[]}} Output
 */

/**
 * A button of the screen.
 * @typedef {{button: "refresh" | "stop" | "polling", resource: string}
 *   | {button: "startLocation" | "stopLocation" | "closeHelp"}
 *   | {button: "option", failureId: string, optionId: string}} Button
 */

export {};
