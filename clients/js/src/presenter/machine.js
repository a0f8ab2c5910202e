/**
 * The presenter: one method for each thing that can happen.
 * @module
 */

import { keyOf } from "../instances.js";
import { Model, Session } from "./model.js";
import { draw } from "./screen.js";

/** @typedef {import("./parts.js").Described} Described */
/** @typedef {import("./model.js").Request} Request */
/** @typedef {import("../types.js").FailureData} FailureData */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../types.js").LocationSnapshot} LocationSnapshot */
/** @typedef {import("../types.js").ResourcePolling} ResourcePolling */
/** @typedef {import("./events.js").Message} Message */
/** @typedef {import("./events.js").Output} Output */
/** @typedef {import("./events.js").Button} Button */

/** A press came too late: what it was for is settled. The snapshot shows what is now. */
const LATE = new Set(["failureNotFound", "optionNotFound", "alreadyRecovered", "nothingToRetry"]);

/** One screen over one daemon. `now` is in seconds since 1970, by the daemon's clock. */
export class Presenter {
  /** @type {Model} */
  #model;
  #lastID = 0;

  /** @param {Record<string, Described>} [resources] What it shows, in order, by the screen's names. */
  constructor(resources = { state: "fleet", menu: "menu" }) {
    this.#model = new Model(resources);
  }

  /**
   * What to draw. Two equal screens look the same.
   * @param {number} now
   */
  screen(now) {
    return draw(this.#model, now);
  }

  // Events

  /**
   * A daemon was started, for the first time or again.
   * @param {number} now
   * @returns {Output}
   */
  connect(now) {
    const model = this.#model;
    model.isConnected = true;
    model.session = new Session();
    const states = [...model.parts.keys()].map((name) => this.#ask("getState", name));
    const wishes = model.wishes.renewed().map((wish) => this.#request("setAutoPolling", wish));
    return this.#output([...states, ...wishes]);
  }

  /**
   * The daemon has ended, and what it was asked will have no response.
   * @param {number} now
   * @returns {Output}
   */
  disconnect(now) {
    this.#model.isConnected = false;
    this.#model.session = new Session();
    return { sends: [], performs: [] };
  }

  /**
   * A notification, or the response to a request of this presenter.
   * @param {Record<string, any>} message
   * @param {number} now
   * @returns {Output}
   */
  receive(message, now) {
    const { session } = this.#model;
    const call = session.calls.get(message.id);
    if (message.method === "stateChanged") {
      this.#take(message.params, now);
    } else if (message.method === "locationChanged") {
      if (message.params.subscriptionId === session.subscription) this.#takeLocation(message.params.location);
    } else if (call) {
      session.calls.delete(message.id);
      if (message.error) this.#fail(call, message.error.data);
      else this.#succeed(call, message.result, now);
    }
    return this.#output([]);
  }

  /**
   * A button was pressed. One that is not enabled does nothing.
   * @param {Button} button
   * @param {number} now
   * @returns {Output}
   */
  press(button, now) {
    const model = this.#model;
    switch (button.button) {
      case "option":
        return this.#choose(button.failureId, button.optionId);
      case "stop":
        return this.#output(model.stoppable(button.resource).map((call) => this.#cancel(call.id)));
      case "refresh":
        return this.#output(model.canRefresh(button.resource) ? [this.#ask("refresh", button.resource)] : []);
      case "polling":
        return this.#output(model.canSwitch(button.resource) ? [this.#toggle(button.resource)] : []);
      case "closeHelp":
        model.help = null;
        break;
      default:
        model.wantsLocation = button.button === "startLocation";
    }
    return this.#output([]);
  }

  /**
   * Time has passed.
   *
   * A poll that brought an equal value sends nothing, so what became of it is asked for: otherwise the value would
   * grow old on the screen, and the next poll would be overdue for ever.
   * @param {number} now
   * @returns {Output}
   */
  tick(now) {
    const due = [...this.#model.parts.keys()].filter((name) => this.#model.isOverdue(name, now));
    return { sends: due.map((name) => this.#ask("getState", name)), performs: [] };
  }

  // What came in

  /**
   * @param {Snapshot} snapshot
   * @param {number} now
   */
  #take(snapshot, now) {
    const model = this.#model;
    const key = keyOf(snapshot);
    // Instances that are not on the screen come and go without end.
    if (snapshot.arguments && !model.places.has(key)) return;
    if (snapshot.revision < (model.snapshot(key)?.revision ?? 0)) return;
    model.snapshots.set(key, snapshot);
    model.taken.set(key, now);
    model.session.present.add(key);
  }

  /** @param {LocationSnapshot} location */
  #takeLocation(location) {
    this.#model.location = location;
    this.#model.session.hasLocation = true;
  }

  /**
   * @param {Request} call
   * @param {any} result
   * @param {number} now
   */
  #succeed(call, result, now) {
    const { session } = this.#model;
    switch (call.method) {
      case "getState":
      case "refresh":
        return this.#take(result, now);
      case "setAutoPolling":
        return this.#switch(result);
      case "retry":
        return this.#recover(call.params.failureId, result.result, now);
      case "subscribeLocation":
        session.subscription = result.subscriptionId;
        return this.#takeLocation(result.location);
      case "unsubscribeLocation":
        session.subscription = null;
        session.hasLocation = false;
        return;
      case "getHelp":
        this.#model.help = result;
    }
  }

  /**
   * @param {string} failureId
   * @param {any} result
   * @param {number} now
   */
  #recover(failureId, result, now) {
    const isPolling = result !== undefined && "autoPolling" in result && !("revision" in result);
    if (isPolling) return this.#switch(result); // `keepTrying` settles nothing.
    this.#model.session.failures.delete(failureId);
    if (result === undefined) return;
    if ("resource" in result) this.#take(result, now);
    else this.#takeLocation(result);
  }

  /** @param {ResourcePolling} result */
  #switch(result) {
    const { snapshots, wishes } = this.#model;
    const key = keyOf(result);
    const snapshot = snapshots.get(key);
    wishes.remember(result);
    if (snapshot) snapshots.set(key, { ...snapshot, autoPolling: result.autoPolling });
  }

  /**
   * @param {Request} call
   * @param {FailureData} failure
   */
  #fail(call, failure) {
    const { session } = this.#model;
    switch (call.method) {
      case "subscribeLocation":
        this.#model.wantsLocation = false;
        break;
      case "unsubscribeLocation":
        session.subscription = null;
        return; // It has ended, which is what was wanted.
      case "retry":
        session.failures.delete(call.params.failureId); // The fresh one takes over.
    }
    if (failure.presentation === "silent" || LATE.has(failure.kind)) return;
    session.failures.set(failure.failureId, failure);
  }

  // What goes out

  /**
   * What an event brings about: `sends`, the alerts of now, and what the location needs.
   * @param {Message[]} sends
   * @returns {Output}
   */
  #output(sends) {
    this.#model.prune();
    return { sends: [...sends, ...this.#locationRequests()], performs: [] };
  }

  /**
   * At most one of subscribing and unsubscribing is under way; afterwards the wish of then is compared.
   * @returns {Message[]}
   */
  #locationRequests() {
    const model = this.#model;
    const { subscription } = model.session;
    const underWay = [...model.pending("subscribeLocation"), ...model.pending("unsubscribeLocation")];
    if (!model.isConnected || underWay.length > 0 || model.wantsLocation === (subscription !== null)) return [];
    if (model.wantsLocation) return [this.#request("subscribeLocation", {})];
    return [this.#request("unsubscribeLocation", { subscriptionId: subscription })];
  }

  /**
   * @param {string} failureId
   * @param {string} optionId
   * @returns {Output}
   */
  #choose(failureId, optionId) {
    const model = this.#model;
    const failure = model.openFailures().find((each) => each.failureId === failureId);
    const option = failure?.recoveryOptions.find((each) => each.id === optionId);
    if (!failure || !option || !model.isEnabled(failureId, optionId)) return { sends: [], performs: [] };
    if (option.performedBy === "server") return this.#output([this.#request("retry", { failureId, optionId })]);
    if (optionId === "showHelp") return this.#output([this.#request("getHelp", { anchor: failure.helpAnchor })]);
    return { sends: [], performs: [{ failureId, option }] };
  }

  /** @param {string} name */
  #toggle(name) {
    return this.#ask("setAutoPolling", name, { enabled: !this.#model.isPolled(name) });
  }

  /**
   * Asks about a part of the screen.
   * @param {string} method
   * @param {string} name
   * @param {Record<string, any>} [params]
   */
  #ask(method, name, params = {}) {
    return this.#request(method, { ...params, ...this.#model.parts.get(name)?.params });
  }

  /**
   * @param {string} method
   * @param {Record<string, any>} params
   * @returns {Request}
   */
  #request(method, params) {
    /** @type {Request} */
    const message = { jsonrpc: "2.0", id: ++this.#lastID, method, params };
    this.#model.session.calls.set(message.id, message);
    return message;
  }

  /**
   * @param {number} id
   * @returns {Message}
   */
  #cancel(id) {
    this.#model.session.cancelled.add(id);
    return { jsonrpc: "2.0", method: "$/cancelRequest", params: { id } };
  }
}
