// What a user writes in TypeScript: compiled against the declarations by types.test.js, never run.

import { connect, spawn, StatusdError } from "statusd-client";
import type { Snapshot, MenuValue } from "statusd-client/types";
import { Presenter, type Described } from "statusd-client/presenter";

export async function menu(signal: AbortSignal): Promise<MenuValue | undefined> {
  const daemon = await spawn({ args: ["--menu", "demo"], restart: { count: 1 }, framing: "headers" });
  for await (const { method, params } of daemon.notifications()) console.log(method, params);
  for await (const { coordinate } of await daemon.locations({ minDistance: 10 })) console.log(coordinate?.latitude);
  try {
    const snapshot: Snapshot = await daemon.fetchMenu({ signal, timeout: 5 });
    return snapshot.value;
  } catch (error) {
    if (!(error instanceof StatusdError)) throw error;
    const titles: string[] = error.options.map((each) => each.title);
    console.log(error.kind, titles, (await error.recover("tryAgain")).recovered);
  } finally {
    await daemon.close();
  }
  const main: Described = { shape: "any", resource: "build", arguments: { branch: "main" } };
  const presenter = new Presenter({ state: "fleet", main });
  const phase: "blank" | "loading" | "content" | "stale" | "error" = presenter.screen(0).location.phase;
  // @ts-expect-error There is no such shape.
  console.log(new Presenter({ state: "list" }), new Presenter().screen(0).connected);
  console.log(phase, (await connect("ws://localhost:1")).isRunning);
  // @ts-expect-error A status is no number.
  const wrong: number = (await daemon.getState()).status;
  // @ts-expect-error There is no such framing.
  await spawn({ framing: "netstrings" });
  return wrong as never;
}
