/**
 * Where Visual Studio Code begins. It loads CommonJS in every version; everything else is an ES module.
 * @module
 */

const vscode = require("vscode");

/** @type {{start(): Promise<void>, end(): Promise<void>} | undefined} An Activation, whose module comes later. */
let activation;

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async (context) => {
  const { Activation } = await import("./activation.js");
  activation = new Activation(vscode, context);
  await activation.start();
};

exports.deactivate = () => activation?.end();
