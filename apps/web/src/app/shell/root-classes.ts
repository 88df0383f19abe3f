import { useEffect } from "react";
import { useAppState } from "../../platform/app-state/app-state.store.ts";

/**
 * Puts the state of the connection on the root element, beside the class `dark` that the theme keeps there:
 * `offline` while the browser is, and `mode-cloud`, `mode-offline` or `mode-legacy`.
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
