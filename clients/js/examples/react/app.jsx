import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "statusd";
import { useScreen } from "./use-screen.js";

function Menu({ daemon }) {
  const [screen, press] = useScreen(daemon, { parts: { menu: {} }, fetch: "missing" });
  if (!screen) return <p>Opening …</p>;
  const { phase, age, content, failure, refresh } = screen.parts.menu;
  return (
    <section>
      <p role="status">{phase} {age}</p>
      {content?.sections.map(({ category, items }) => <h2 key={category}>{category}: {items.length}</h2>)}
      {[failure, screen.alert].map((each) => each && <Failure key={each.failureId} failure={each} press={press} />)}
      <button disabled={!refresh.enabled} onClick={() => press("refresh", { part: "menu" })}>Refresh</button>
    </section>
  );
}

function Failure({ failure: { failureId, title, message, buttons }, press }) {
  return (
    <div role="alert">
      <p>{title}. {message}</p>
      {buttons.map(({ id, title: words, enabled }) => (
        <button key={id} disabled={!enabled} onClick={() => press("option", { failureId, optionId: id })}>{words}</button>
      ))}
    </div>
  );
}

function App({ daemon }) {
  const [isShown, setShown] = useState(true);
  return (
    <main>
      <label><input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> Menu</label>
      {isShown && <Menu daemon={daemon} />}
    </main>
  );
}

const daemon = await connect(`ws://${location.host}/`, { restart: true });
createRoot(document.body.appendChild(document.createElement("div"))).render(<StrictMode><App daemon={daemon} /></StrictMode>);
