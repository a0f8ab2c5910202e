import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

/**
 * A screen of the daemon for a component: what it shows, null until it is open, and what presses its buttons.
 * It is closed with the component, and opened anew for other params. `params`: those of `daemon.screen`.
 */
export function useScreen(daemon, params) {
  const [screen, setScreen] = useState(null);
  const wanted = JSON.stringify(params);
  useEffect(() => {
    const abort = new AbortController();
    const opening = daemon.screen({ ...JSON.parse(wanted), signal: abort.signal });
    const fail = (error) => setScreen(() => { throw error; }); // For the nearest error boundary.
    opening.then(setScreen, (error) => abort.signal.aborted || fail(error));
    return () => {
      setScreen(null);
      abort.abort();
      opening.then((each) => each.close()).catch(() => {}); // Given up, or ended with its daemon.
    };
  }, [daemon, wanted]);
  const subscribe = useCallback((changed) => {
    screen?.addEventListener("change", changed);
    return () => screen?.removeEventListener("change", changed);
  }, [screen]);
  const shown = useSyncExternalStore(subscribe, () => screen?.shown ?? null);
  const press = useCallback((button, pressed) => screen?.press(button, pressed), [screen]);
  return [shown, press];
}
