/**
 * What a call can end with instead of a result.
 * @module
 */

/** @typedef {import("./failure.js").Failure} Failure */

/** What all of these are. A call that its caller aborts ends with the reason of the signal instead. */
export class StatusdError extends Error {}

/** The daemon responded with an error; `failure` says what can be done about it. */
export class CallFailed extends StatusdError {
  /**
   * @param {number} code
   * @param {string} message
   * @param {Failure} failure
   */
  constructor(code, message, failure) {
    super(message);
    this.name = "CallFailed";
    this.code = code;
    this.failure = failure;
  }

  /** What failed: decide by this, and never by a title. */
  get kind() {
    return this.failure.kind;
  }

  get title() {
    return this.failure.title;
  }

  /** In the daemon's order, `cancel` first. */
  get options() {
    return this.failure.options;
  }

  /**
   * Performs an option and waits for its end. Rejects with a fresh CallFailed when the recovery fails.
   * @param {string} [optionId]
   * @param {import("./connection.js").CallOptions} [options]
   */
  recover(optionId, options) {
    return this.failure.recover(optionId, options);
  }
}

/**
 * What a call is rejected with: one that cannot be read fails its own call alone.
 * @param {{ code: number, message: string, data: import("./types.js").FailureData }} error
 * @param {(data: import("./types.js").FailureData) => Failure} failureOf
 */
export function responseError({ code, message, data }, failureOf) {
  return data?.kind && data.recoveryOptions
    ? new CallFailed(code, message, failureOf(data))
    : new ProtocolError("statusd responded with an error that this client cannot read", message);
}

/** The daemon ended, so there will be no response. */
export class DaemonEnded extends StatusdError {
  /**
   * @param {number | null} status Null for a signal, and where the daemon closed its output and runs on.
   * @param {string | null} signal
   * @param {string[]} stderr The last lines that it wrote there.
   */
  constructor(status, signal, stderr) {
    super([ending(status, signal), ...stderr].join("\n"));
    this.name = "DaemonEnded";
    this.status = status;
    this.signal = signal;
    this.stderr = stderr;
  }
}

/**
 * @param {number | null} status
 * @param {string | null} signal
 */
function ending(status, signal) {
  if (signal !== null) return `statusd was ended by ${signal}`;
  return status === null ? "statusd closed its output" : `statusd ended with status ${status}`;
}

/** What came is no message of the contract: another program, or another version. */
export class ProtocolError extends StatusdError {
  /**
   * @param {string} problem
   * @param {string} [text] What came.
   */
  constructor(problem, text = "") {
    super(text === "" ? problem : `${problem}: ${text.slice(0, 200)}`);
    this.name = "ProtocolError";
    this.text = text;
  }
}

/** There is no such program, or it must not be run. */
export class ProgramNotFound extends StatusdError {
  /**
   * @param {string} program
   * @param {string} message Says where it was looked for, and what installs it.
   * @param {Error} cause
   */
  constructor(program, message, cause) {
    super(message, { cause });
    this.name = "ProgramNotFound";
    this.program = program;
  }
}

/** No response came within the time of the call. Its request was cancelled. */
export class CallTimedOut extends StatusdError {
  /**
   * @param {string} method
   * @param {number} seconds
   */
  constructor(method, seconds) {
    super(`${method} got no response within ${seconds} s`);
    this.name = "CallTimedOut";
    this.method = method;
    this.seconds = seconds;
  }
}
