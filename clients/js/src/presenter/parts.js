/**
 * The parts of a screen: each shows a resource, or one instance of a parameterised resource.
 * @module
 */

import { keyOf } from "../instances.js";

/** @typedef {import("../instances.js").Arguments} Arguments */
/** @typedef {import("../instances.js").About} About */
/** @typedef {"fleet" | "menu" | "any"} Shape */

/**
 * What a part shows: the shape of the resource that has its name, or an instance.
 * @typedef {Shape | {shape: Shape, resource: string, arguments: Arguments}} Described
 */

/** What failures of the location are about. */
export const LOCATION = keyOf({ resource: "location" });

export class Part {
  /**
   * @param {string} name The name that the screen has for it.
   * @param {Described} described
   */
  constructor(name, described) {
    const isPlain = typeof described === "string";
    this.shape = isPlain ? described : described.shape;
    /**
     * What every request about it has.
     * @type {About}
     */
    this.params = isPlain ? { resource: name } : { resource: described.resource, arguments: described.arguments };
    this.key = keyOf(this.params);
  }
}
