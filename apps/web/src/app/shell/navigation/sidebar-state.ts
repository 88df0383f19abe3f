import { changePreferences, usePreferences } from "../../../platform/preferences/preferences.store.ts";
import { useMedia } from "../../../ui/layout/use-media.ts";

/** From this width on, the sidebar is open unless the user collapsed it. */
const wide = "(min-width: 64rem)";

/**
 * Returns whether the sidebar shows icons only, as the user chose on any device. Without a choice, the width decides.
 */
export function useSidebarCollapsed(): { collapsed: boolean; toggle: () => void } {
  const isWide = useMedia(wide);
  const choice = usePreferences(({ sidebarCollapsed }) => sidebarCollapsed);
  const collapsed = choice ?? !isWide;
  return {
    collapsed,
    toggle: () => changePreferences((preferences) => ({ ...preferences, sidebarCollapsed: !collapsed })),
  };
}
