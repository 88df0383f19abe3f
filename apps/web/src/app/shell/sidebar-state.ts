import { useSyncExternalStore } from "react";
import { changePreferences, usePreferences } from "../../platform/preferences/preferences.store.ts";

/** From this width on, the sidebar is open unless the user collapsed it. */
const wide = "(min-width: 64rem)";

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Returns whether the sidebar shows icons only: as the user chose on any device; without a choice by the width. */
export function useSidebarCollapsed(): { collapsed: boolean; toggle: () => void } {
  const isWide = useMedia(wide);
  const choice = usePreferences(({ sidebarCollapsed }) => sidebarCollapsed);
  const collapsed = choice ?? !isWide;
  return {
    collapsed,
    toggle: () => changePreferences((preferences) => ({ ...preferences, sidebarCollapsed: !collapsed })),
  };
}
