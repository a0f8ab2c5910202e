/**
 * Asking for an instance of a parameterised resource.
 * @module
 */

/** @typedef {typeof import("vscode")} Editor */
/** @typedef {import("./session.js").ResourceFamily} ResourceFamily */

/**
 * Asks for one, where there are several.
 * @param {Editor} vscode
 * @param {ResourceFamily[]} families
 */
export async function askForFamily(vscode, families) {
  if (families.length === 0) vscode.window.showInformationMessage("No resource takes arguments.");
  if (families.length < 2) return families[0];
  const rows = families.map((family) => ({ label: family.resource, description: family.parameters.join(", "), family }));
  return (await vscode.window.showQuickPick(rows, { placeHolder: "Show an instance of" }))?.family;
}

/**
 * Asks for each argument, until one is not given.
 * @param {Editor} vscode
 * @param {ResourceFamily} family
 * @returns {Promise<Record<string, string> | undefined>}
 */
export async function askForArguments(vscode, { resource, parameters }) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const name of parameters) {
    const value = await vscode.window.showInputBox({ title: resource, prompt: name });
    if (value === undefined) return undefined;
    given[name] = value;
  }
  return given;
}
