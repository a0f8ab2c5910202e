// What a user writes in TypeScript: compiled against the packed declarations by packages.test.js, never run.

import { CallFailed, connect, type Notification, type Screen, spawn, StatusdError } from "statusd";
import type { MenuValue, PressResult, ScreenPart, Snapshot } from "statusd/types";

function words(notification: Notification): string | number | undefined {
  switch (notification.method) {
    case "stateChanged": return notification.params.status;
    case "locationChanged": return notification.params.location.coordinate?.latitude;
    case "screenChanged": return notification.params.changed.alert?.title;
    case "$/restarted": return notification.params.restarts;
  }
}

export async function menu(signal: AbortSignal): Promise<MenuValue | undefined> {
  const daemon = await spawn({ args: ["--menu", "demo"], restart: { count: 1 }, framing: "headers", shared: true });
  for await (const each of daemon.notifications()) console.log(words(each));
  for await (const { coordinate } of await daemon.locations({ minDistance: 10 })) console.log(coordinate?.latitude);
  try {
    const snapshot: Snapshot = await daemon.fetchMenu({ signal, timeout: 5 });
    return snapshot.value;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error as StatusdError;
    const titles: string[] = error.options.map((each) => each.title);
    console.log(error.kind, titles, (await error.recover("tryAgain")).recovered);
  } finally {
    await daemon.close();
  }
  const screen: Screen = await daemon.screen({ parts: { menu: {}, main: { resource: "build", arguments: { branch: "main" } } } });
  screen.addEventListener("change", () => console.log(screen.alert?.title, screen.location?.coordinate?.latitude));
  for await (const { parts } of screen) console.log(parts.menu.age);
  const { performs }: PressResult = await screen.press("refresh", { part: "menu", timeout: 5 });
  const phase: ScreenPart["phase"] = screen.parts.menu.phase;
  // @ts-expect-error There is no such shape.
  console.log(performs?.option.key, await daemon.screen({ parts: { menu: { shape: "list" } } }));
  console.log(phase, (await connect("ws://localhost:1")).isRunning);
  await screen[Symbol.asyncDispose]();
  // @ts-expect-error A notification has no such member.
  console.log((await daemon.notifications().next()).value?.params.result);
  // @ts-expect-error A status is no number.
  const wrong: number = (await daemon.getState()).status;
  // @ts-expect-error There is no such framing.
  await spawn({ framing: "netstrings" });
  return wrong as never;
}
