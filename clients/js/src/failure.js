/**
 * Failures and what can be done about them.
 * @module
 */

/** @typedef {import("./types.js").FailureData} FailureData */
/** @typedef {import("./types.js").RetryResult} RetryResult */
/** @typedef {import("./connection.js").CallOptions} CallOptions */
/** @typedef {(failureId: string, optionId: string, options?: CallOptions) => Promise<RetryResult>} Retry */

/** What failed, why, and what can be done about it. `data` is the whole object as it came. */
export class Failure {
  /** @type {Retry} */
  #retry;

  /**
   * @param {FailureData} data
   * @param {Retry} retry
   */
  constructor(data, retry) {
    this.data = data;
    this.#retry = retry;
  }

  get id() {
    return this.data.failureId;
  }

  get kind() {
    return this.data.kind;
  }

  get title() {
    return this.data.title;
  }

  get message() {
    return this.data.message;
  }

  get presentation() {
    return this.data.presentation;
  }

  /** In the daemon's order, `cancel` first: what could work when the failure was reported. */
  get options() {
    return this.data.recoveryOptions;
  }

  /** Whether the same call may succeed later, and after how many seconds where that is known. */
  get retry() {
    return this.data.retry;
  }

  /** The particulars: `url`, `status`, `path`, `reason` and others, by the kind. */
  get detail() {
    return this.data.detail ?? {};
  }

  /** What `getHelp` takes to explain this kind of failure. */
  get helpAnchor() {
    return this.data.helpAnchor;
  }

  /**
   * Performs an option and waits for its end. Rejects with a fresh CallFailed when the recovery fails: its
   * failure has options of its own.
   * @param {string} [optionId]
   * @param {CallOptions} [options]
   */
  recover(optionId = "tryAgain", options) {
    return this.#retry(this.id, optionId, options);
  }
}
