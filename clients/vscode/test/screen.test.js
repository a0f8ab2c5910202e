/** What the extension shows of a daemon, and what its commands do. */

import assert from "node:assert/strict";
import test from "node:test";
import { hosted } from "./support/hosting.js";

const MANUAL = ["--clock", "manual", "--seed", "1"];
const scenario = (name) => ["--scenario", name, ...MANUAL];

/** Refreshes everything, and lets so many seconds pass. */
async function refreshed(host, seconds) {
  const { editor } = host;
  await editor.until(() => host.screen.parts.menu?.polling);
  editor.run("statusd.refresh");
  await editor.until(() => editor.bar.text.startsWith("$(sync~spin)"));
  await host.advance(seconds);
}

const row = (rows, label) => rows.find((each) => each.label === label);

test("a refresh shows the spinner, then the fleet joined and the menu in groups", async () => {
  await hosted(scenario("demo"), async (host) => {
    const { editor } = host;
    await refreshed(host, 1);
    const fleet = await editor.until(() => row(editor.rows(), "Fleet").rows.length > 0 && row(editor.rows(), "Fleet"));
    assert.ok(fleet.rows.some((each) => / carries .* in /.test(each.label)), JSON.stringify(fleet));
    assert.equal(fleet.description, "just now");
    const menu = await editor.until(() => row(editor.rows(), "Menu").rows.length > 0 && row(editor.rows(), "Menu"));
    assert.deepEqual(menu.rows.map((each) => each.label), host.screen.parts.menu.content.sections.map((s) => s.category));
    assert.ok(menu.rows[0].rows.length > 0);
    await editor.until(() => editor.bar.text === "$(pulse) just now");
    assert.deepEqual([editor.bar.isShown, editor.bar.command, editor.bar.backgroundColor], [true, "statusd.refresh", undefined]);
    await host.advance(181);
    await editor.until(() => editor.bar.text.includes("3 min ago"));
  });
});

test("a row refreshes its own resource alone, and stop cancels it", async () => {
  await hosted(scenario("slow"), async (host) => {
    const { editor } = host;
    await editor.until(() => host.screen.parts.menu?.polling);
    editor.run("statusd.refresh", row(editor.rows(), "Menu").node);
    await editor.until(() => host.screen.parts.menu.spinner);
    assert.equal(host.screen.parts.state.spinner, false);
    editor.run("statusd.stop");
    await editor.until(() => !host.screen.parts.menu.spinner);
    assert.equal(host.sent.at(-1).params.button, "stop");
    assert.deepEqual(editor.questions, []); // One's own cancellation is no failure.
  });
});

test("a failure without a value is a message and a row, and its option heals it", async () => {
  await hosted(scenario("first-fails"), async (host) => {
    const { editor } = host;
    await refreshed(host, 5);
    await editor.until(() => editor.questions.length === 2);
    const [message, other] = editor.questions;
    assert.equal(message.kind, "warning");
    const titles = message.items.map((each) => each.title);
    assert.deepEqual([titles[0], titles.at(-1)], ["Try Again", "Cancel"]);
    assert.equal(editor.bar.backgroundColor.id, "statusBarItem.errorBackground");
    assert.equal(editor.bar.command, "statusd.recover");
    editor.answer(message, "Try Again");
    const options = (label) => row(editor.rows(), label).rows[0]?.rows ?? [];
    const isUnderWay = (label) => options(label)[1]?.description === "under way";
    // Which of the two failures was the first depends on the pieces in which the responses arrive.
    const [healed, left] = await editor.until(
      () => [["Fleet", "Menu"], ["Menu", "Fleet"]].find(([label]) => isUnderWay(label)),
    );
    const resource = (label) => host.screen.parts[label === "Fleet" ? "state" : "menu"];
    await host.advance(5);
    await editor.until(() => resource(healed).phase === "content");
    const { command } = options(left)[1];
    assert.equal(command.command, "statusd.chooseOption");
    editor.run(command.command, ...command.arguments);
    await editor.until(() => isUnderWay(left));
    await host.advance(5);
    await editor.until(() => resource(left).phase === "content");
    const before = host.sent.length;
    editor.answer(other, "Try Again"); // It was healed meanwhile: too late to do anything.
    await host.advance(0);
    await host.advance(0); // The response to the press has come before this one.
    const late = host.sent.slice(before).find((each) => each.method === "press");
    assert.deepEqual(host.received.find((each) => each.id === late.id).result, { pressed: false });
    assert.equal(editor.bar.backgroundColor, undefined);
  });
});

const FAILS_LATER = `
[[resources.menu.steps]]
then = "ok"
[[resources.menu.steps]]
then = "serverError"
[[resources.menu.steps]]
then = "serverError"
[[resources.menu.steps]]
then = "serverError"
[[resources.menu.steps]]
then = "ok"
`;

test("a failure over a value is an error, once, which is not modal; closing it is its Cancel", async () => {
  const args = (program) => ["--scenario", program.write("later.toml", FAILS_LATER), ...MANUAL];
  await hosted(args, async (host) => {
    const { editor } = host;
    await refreshed(host, 1);
    await editor.until(() => host.screen.parts.menu.phase === "content");
    await refreshed(host, 5);
    const alert = await editor.until(() => editor.questions.find((each) => each.kind === "error"));
    assert.equal(alert.text, `${host.screen.alert.title}. ${host.screen.alert.message}`);
    assert.ok(alert.items.every((each) => each.title !== "Cancel"));
    assert.equal(row(editor.rows(), "Menu").icon, "warning");
    assert.equal(editor.questions.length, 1);
    editor.answer(alert, undefined);
    await editor.until(() => host.screen.alert === null);
    assert.equal(host.sent.at(-1).params.button, "dismiss");
    assert.deepEqual(editor.questions, []);
    assert.equal(editor.bar.backgroundColor.id, "statusBarItem.warningBackground");
  });
});

test("with messages for alerts alone, other failures are silent", async () => {
  await hosted(scenario("first-fails"), async (host) => {
    await refreshed(host, 5);
    await host.editor.until(() => host.editor.bar.command === "statusd.recover");
    assert.deepEqual(host.editor.questions, []);
  }, { "statusd.messages": "alerts" });
});

test("recover asks for the failure and then for the option", async () => {
  await hosted(scenario("first-fails"), async (host) => {
    const { editor } = host;
    editor.run("statusd.recover");
    editor.answer(await editor.question("Nothing has failed"), undefined);
    await refreshed(host, 5);
    await editor.until(() => host.screen.parts.state.failure && host.screen.parts.menu.failure);
    editor.run("statusd.recover");
    const which = await editor.question("What to recover from");
    assert.deepEqual(which.items.map((each) => each.description), ["state", "menu"]);
    which.resolve(which.items[1]);
    const options = await editor.until(() => editor.questions.find((each) => each.items[0].label === "Cancel"));
    editor.answer(options, "Cancel");
    await editor.until(() => host.screen.parts.menu.failure === null);
    const { params } = host.sent.find((each) => each.params?.button === "option");
    assert.deepEqual([params.screenId, params.optionId], ["s1", "cancel"]);
  }, { "statusd.messages": "alerts" });
});

test("polling is switched by choice or by row", async () => {
  await hosted(scenario("demo"), async (host) => {
    const { editor } = host;
    await editor.until(() => host.screen.parts.menu?.polling);
    editor.run("statusd.toggleAutoPolling");
    const which = await editor.question("Switch the polling of");
    assert.deepEqual(which.items.map((each) => each.description), ["is not polled", "is not polled"]);
    editor.answer(which, "Menu");
    await editor.until(() => host.screen.parts.menu.polling.on);
    await host.advance(1);
    await editor.until(() => /next in \d+ s/.test(row(editor.rows(), "Menu").description));
    editor.run("statusd.toggleAutoPolling", row(editor.rows(), "Menu").node);
    await editor.until(() => !/next/.test(row(editor.rows(), "Menu").description));
    assert.equal(host.screen.parts.state.polling.on, false);
  });
});

test("the location starts and stops", async () => {
  await hosted(scenario("demo"), async (host) => {
    const { editor } = host;
    const location = () => row(editor.rows(), "Location");
    await editor.until(() => host.screen.isOpen);
    assert.deepEqual([location().context, location().description], ["location.off", "off"]);
    editor.run("statusd.startLocation");
    await editor.until(() => location().context === "location.on");
    await editor.until(() => /^-?\d.*, -?\d/.test(location().description));
    editor.run("statusd.stopLocation");
    await editor.until(() => host.sent.at(-1).params.button === "stopLocation" && location().context === "location.off");
  });
});

const OWN = (program) => {
  program.write("temp.json", '{"celsius": 21.5, "past": [20, 21]}');
  return ["--resource", `temp=file:${program.folder}/temp.json`, "--resource", `build=file:${program.folder}/{name}.json`];
};

test("a resource of one's own has its value as rows, and its failure", async () => {
  await hosted(OWN, async (host) => {
    const { editor, program } = host;
    const temp = () => row(editor.rows(), "temp");
    await editor.until(() => temp()?.description === "nothing yet");
    editor.run("statusd.refresh", temp().node);
    await editor.until(() => temp().rows.length === 2);
    assert.deepEqual(temp().rows.map((each) => [each.label, each.description]), [["celsius", "21.5"], ["past", "2"]]);
    assert.match(editor.bar.tooltip, /temp: just now/);
    program.write("temp.json", "no JSON");
    editor.run("statusd.refresh", temp().node);
    const alert = await editor.until(() => editor.questions.find((each) => each.kind === "error"));
    assert.match(alert.text, /^The response cannot be read\. /);
  });
});

test("an instance is shown by its arguments, and closed again", async () => {
  await hosted(OWN, async (host) => {
    const { editor } = host;
    const family = await editor.until(() => row(editor.rows(), "build"));
    assert.deepEqual([family.description, family.context], ["by name", "family"]);
    editor.run(family.command.command, ...family.command.arguments);
    editor.type(await editor.question("name"), "temp");
    const shown = await editor.until(() => row(editor.rows(), "build (name temp)"));
    assert.equal(shown.context, "instance");
    await editor.until(() => row(editor.rows(), "build (name temp)").rows.length === 2);
    editor.run("statusd.showInstance", family.node);
    editor.type(await editor.question("name"), "a/b");
    editor.answer(await editor.until(() => editor.questions.find((each) => each.kind === "error")), undefined);
    process.kill(host.program.pids[0], "SIGKILL");
    await editor.until(() => row(editor.rows(), "build (name temp)").description.startsWith("old"));
    await editor.until(() => host.screen.isOpen && host.screen.parts[shown.node.part].refresh.enabled);
    editor.run("statusd.hideInstance", shown.node);
    await editor.until(() => !row(editor.rows(), "build (name temp)"));
  });
});

test("what the daemon leaves to its client is done: settings open at their key", async () => {
  const configuration = '[resources.menu]\nsource = "file:/proc/nonexistent.json"\n';
  const args = (program) => ["--config", program.write("config.toml", configuration)];
  await hosted(args, async (host) => {
    const { editor } = host;
    await editor.until(() => host.screen.parts.menu?.polling);
    editor.run("statusd.refresh", row(editor.rows(), "Menu").node);
    const message = await editor.until(() => editor.questions.find((each) => each.kind === "warning"));
    editor.answer(message, "Open Settings");
    const [{ path, selection }] = await editor.until(() => editor.opened.length > 0 && editor.opened);
    assert.equal(path, `${host.program.folder}/config.toml`);
    assert.deepEqual({ ...selection.start }, { line: 1, character: 0 });
  });
});

test("help that could not be shown is shown the next time", async () => {
  const steps = '[[resources.menu.steps]]\nthen = "notFound"\nrecoveryOptions = [{ id = "showHelp" }]\n';
  const args = (program) => [...scenario(program.write("help.toml", steps))];
  await hosted(args, async (host) => {
    const { editor } = host;
    await editor.until(() => host.screen.parts.menu?.polling);
    editor.refusals = ["no room for an editor"];
    for (const isShown of [false, true]) {
      editor.run("statusd.refresh", row(editor.rows(), "Menu").node);
      await host.advance(1);
      editor.answer(await editor.until(() => editor.questions.find((each) => each.kind === "warning")), "Show Help");
      await editor.until(() => (isShown ? editor.opened.length === 1 : editor.output.includes("no room for an editor")));
    }
    assert.equal(editor.opened[0].language, "markdown");
  });
});
