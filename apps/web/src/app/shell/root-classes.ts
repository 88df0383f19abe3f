import { useEffect } from "react";
import { useAppState } from "../../platform/app-state/app-state.store.ts";

/**
 * Sets the connection state as classes on the root element, next to the theme's `dark`: `offline` while the
 * server cannot be reached, and `mode-cloud`, `mode-offline` or `mode-legacy`.
 */
export function useRootClasses(): void {
  const online = useAppState((state) => state.online);
  const mode = useAppState((state) => state.connectionMode);

  useEffect(() => {
    document.documentElement.classList.toggle("offline", !online);
  }, [online]);

  useEffect(() => {
    const { classList } = document.documentElement;
    classList.add(`mode-${mode}`);
    return () => classList.remove(`mode-${mode}`);
  }, [mode]);
}
