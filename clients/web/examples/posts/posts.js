import { connect } from "../../../js/src/browser.js";
import { takeToken } from "../../page/desk/token.js";

const protocols = ["statusd", takeToken()];
const daemon = await connect(`ws://${location.host}/session/live`, { protocols, restart: true });
const create = (tag, members) => Object.assign(document.createElement(tag), members);

/** Shows a part of a screen: its value, its phase or its failure, and its buttons. */
async function show(place, part, drawn) {
  const screen = await daemon.screen({ parts: { part }, fetch: "missing" });
  const button = (textContent, { enabled }, ...pressed) => {
    const press = async () => (await screen.press(...pressed)).performs?.option;
    const perform = (option) => option && place.append(` See ${option.key ?? option.title}.`);
    return create("button", { textContent, disabled: !enabled, onclick: () => press().then(perform) });
  };
  const draw = () => {
    const { phase, age, content, failure, refresh } = screen.parts.part;
    const { failureId, title, message, buttons = [] } = failure ?? screen.alert ?? {};
    const words = create("p", { textContent: title ? `${title}. ${message}` : `${phase} ${age ?? ""}` });
    const options = buttons.map((each) => button(each.title, each, "option", { failureId, optionId: each.id }));
    const value = content ? drawn(content.value) : [];
    place.replaceChildren(...value, words, ...options, button("Refresh", refresh, "refresh", { part: "part" }));
  };
  screen.addEventListener("change", draw);
  draw();
  return screen;
}
const post = ({ title, body }) => [create("h1", { textContent: title }), create("p", { textContent: body })];
const place = document.querySelector("article");
let opened = Promise.resolve();
const open = (id) => (opened = opened.then((last) => last?.close())
  .then(() => show(place, { resource: "post", arguments: { id } }, post)));
show(document.querySelector("section"), { resource: "posts" }, (posts) =>
  posts.map(({ id, title }) => create("button", { textContent: title, onclick: () => open(`${id}`) })));
