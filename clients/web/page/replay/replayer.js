/**
 * What a screen showed during a recorded session: the presenter, with the recorded messages as its daemon.
 *
 * A recorded request becomes the press that would have sent it, so that spinners, buttons and alerts are as they were.
 * @module
 */

import { Presenter } from "../../../js/src/presenter.js";
import { laneOf } from "./calls.js";

/** @typedef {import("./trace.js").Entry} Entry */
/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("../../../js/src/presenter.js").Button} Button */
/** @typedef {Record<string, any>} Message */

export class Replayer {
  #presenter;
  /**
   * The presenter's ids of recorded requests, by the text of their own.
   * @type {Map<string, number>}
   */
  #ids = new Map();
  /**
   * The subscriptions of the session, of which the presenter has one.
   * @type {Set<string>}
   */
  #subscriptions = new Set();
  #subscription = "";

  /**
   * @param {Parts} parts
   * @param {number} at When the session begins.
   */
  constructor(parts, at) {
    this.#presenter = new Presenter(parts.described);
    this.#presenter.connect(at);
  }

  /** @param {number} at */
  screen(at) {
    return this.#presenter.screen(at);
  }

  /** @param {Entry} entry */
  take({ at, direction, messages }) {
    for (const message of messages) {
      if (direction === "in") this.#request(message, at);
      else if (message.method) this.#notification(message, at);
      else this.#response(message, at);
    }
  }

  /**
   * @param {Message} message
   * @param {number} at
   */
  #request({ id, method, params }, at) {
    const button = this.#buttonOf(method, params ?? {}, at);
    const [sent] = button ? this.#presenter.press(button, at).sends : [];
    if (sent && "id" in sent && id !== undefined) this.#ids.set(JSON.stringify(id), sent.id);
  }

  /**
   * @param {string} method
   * @param {Message} params
   * @param {number} at
   * @returns {Button | null}
   */
  #buttonOf(method, params, at) {
    if (method === "fetchMenu") return { button: "refresh", resource: laneOf({ resource: "menu" }) };
    if (method === "refresh") return { button: "refresh", resource: laneOf({ resource: "state", ...params }) };
    if (method === "retry" && params.failureId) {
      return { button: "option", failureId: params.failureId, optionId: params.optionId ?? "tryAgain" };
    }
    if (method === "subscribeLocation") return { button: "startLocation" };
    if (method !== "setAutoPolling") return null;
    const resource = laneOf({ resource: "state", ...params });
    const isOn = this.screen(at).resources[resource]?.polling?.on;
    return isOn === params.enabled ? null : { button: "polling", resource };
  }

  /**
   * @param {Message} message
   * @param {number} at
   */
  #notification({ method, params }, at) {
    const isLocation = method === "locationChanged";
    const subscriptionId = isLocation ? this.#subscription : undefined;
    this.#presenter.receive({ method, params: isLocation ? { ...params, subscriptionId } : params }, at);
  }

  /**
   * @param {Message} message
   * @param {number} at
   */
  #response(message, at) {
    const { result } = message;
    if (result?.subscriptionId) this.#subscribed(result, at);
    const id = this.#ids.get(JSON.stringify(message.id));
    this.#ids.delete(JSON.stringify(message.id));
    if (id !== undefined) this.#presenter.receive({ ...message, id }, at);
    else if (result?.resource !== undefined && "revision" in result) {
      // A snapshot that no press stands for, such as the response to `getState`.
      this.#presenter.receive({ method: "stateChanged", params: result }, at);
    }
  }

  /**
   * @param {{subscriptionId: string, location?: object}} result Without a location it has ended.
   * @param {number} at
   */
  #subscribed({ subscriptionId, location }, at) {
    if (location) this.#subscriptions.add(subscriptionId);
    else this.#subscriptions.delete(subscriptionId);
    if (location) this.#subscription ||= subscriptionId;
    if (this.#subscriptions.size > 0) return;
    const [sent] = this.#presenter.press({ button: "stopLocation" }, at).sends;
    if (sent && "id" in sent) this.#presenter.receive({ id: sent.id, result: { subscriptionId } }, at);
    this.#subscription = "";
  }
}

