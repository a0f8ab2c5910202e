/**
 * A screen of the daemon as a store of Svelte (https://svelte.dev/docs/svelte-store): what it shows, null until it is
 * open. It is opened for the first subscriber and closed after the last. `params`: those of `daemon.screen`.
 */
export function screenStore(daemon, params) {
  const subscribers = new Set();
  let screen = null;
  let end = () => {};
  const publish = () => subscribers.forEach((run) => run(screen?.shown ?? null));

  function begin() {
    const abort = new AbortController();
    const opening = daemon.screen({ ...params, signal: abort.signal }).then((opened) => {
      if (abort.signal.aborted) return opened.close();
      screen = opened;
      screen.addEventListener("change", publish);
      publish();
    });
    opening.catch((error) => abort.signal.aborted || Promise.reject(error));
    end = () => {
      abort.abort();
      screen?.removeEventListener("change", publish);
      screen?.close().catch(() => {}); // Ended with its daemon.
      screen = null;
    };
  }

  return {
    subscribe(run) {
      const subscriber = (value) => run(value); // The same function may subscribe twice.
      subscribers.add(subscriber);
      if (subscribers.size === 1) begin();
      run(screen?.shown ?? null);
      return () => {
        if (subscribers.delete(subscriber) && subscribers.size === 0) end();
      };
    },
    press: async (button, pressed) => screen?.press(button, pressed) ?? { pressed: false },
  };
}
