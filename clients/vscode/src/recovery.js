/**
 * Choosing an option of a failure by hand, and performing those that are the client's.
 * @module
 */

import { failures } from "./words.js";

/** @typedef {typeof import("vscode")} Editor */
/** @typedef {import("./session.js").Screen} Screen */
/** @typedef {import("./session.js").Chosen} Chosen */
/** @typedef {import("./words.js").FailureBox} FailureBox */

/**
 * Asks which failure, where there are several, and then which option.
 * @param {Editor} vscode
 * @param {Screen} screen
 * @returns {Promise<{failureId: string, optionId: string} | undefined>}
 */
export async function askForOption(vscode, screen) {
  const open = failures(screen);
  if (open.length === 0) {
    vscode.window.showInformationMessage("Nothing has failed.");
    return undefined;
  }
  const failure = open.length === 1 ? open[0] : await askForFailure(vscode, open);
  if (!failure) return undefined;
  const { failureId, title, message, buttons } = failure;
  const rows = buttons.filter((each) => each.enabled).map(({ id, title: label }) => ({ label, id }));
  const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: message });
  return chosen && { failureId, optionId: chosen.id };
}

/**
 * @param {Editor} vscode
 * @param {FailureBox[]} open
 */
async function askForFailure(vscode, open) {
  const rows = open.map((failure) => ({ label: failure.title, description: failure.resource ?? "", failure }));
  return (await vscode.window.showQuickPick(rows, { placeHolder: "What to recover from" }))?.failure;
}

/**
 * Performs an option that the daemon leaves to its client.
 * @param {Editor} vscode
 * @param {Chosen} chosen
 */
export async function perform(vscode, { option }) {
  if (option.id !== "openSettings") {
    vscode.window.showInformationMessage(`“${option.title}” is yours to do.`);
  } else if (option.path === undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "statusd");
  } else {
    await openAt(vscode, option.path, option.key);
  }
}

/**
 * Opens the daemon's configuration at a key.
 * @param {Editor} vscode
 * @param {string} path
 * @param {string} [key]
 */
async function openAt(vscode, path, key = "") {
  const uri = vscode.Uri.file(path);
  const { workspace } = vscode;
  // A file that is not there yet is begun where the daemon looks for it.
  const begun = () => workspace.openTextDocument(uri.with({ scheme: "untitled" }));
  const document = await workspace.openTextDocument(uri).then(undefined, begun);
  const place = document.positionAt(placeOf(key, document.getText()));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
}

/**
 * Where the last name of a key stands, each behind the one before it. The file is TOML or JSON, which say it alike
 * as far as that goes; where a name is missing, the one before it is the place.
 * @param {string} key
 * @param {string} text
 */
export function placeOf(key, text) {
  let place = 0;
  for (const name of key.split(".")) {
    const word = new RegExp(`(?<![\\w-])${name.replace(/\W/g, "\\$&")}(?![\\w-])`, "g");
    word.lastIndex = place;
    place = word.exec(text)?.index ?? place;
  }
  return place;
}

/**
 * Shows the explanation of a failure.
 * @param {Editor} vscode
 * @param {NonNullable<Screen["help"]>} help
 */
export async function showHelp(vscode, { title, markdown }) {
  const content = markdown.startsWith("#") ? markdown : `# ${title}\n\n${markdown}`;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
}
