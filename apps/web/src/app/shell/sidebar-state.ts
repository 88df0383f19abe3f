import { useEffect, useState } from "react";
import { localValues } from "../../platform/storage/browser-storage.ts";
import { useMedia } from "../../ui/use-media.ts";

const sidebarKey = "sidebar";

/** From this width on, the sidebar is open unless the user collapsed it. */
const wide = "(min-width: 64rem)";

/**
 * Returns whether the sidebar shows icons only. The user's choice is stored in this browser; without one the
 * width decides.
 */
export function useSidebarCollapsed(): { collapsed: boolean; toggle: () => void } {
  const isWide = useMedia(wide);
  const [choice, setChoice] = useState(() => localValues.get(sidebarKey));
  const collapsed = choice === null ? !isWide : choice === "collapsed";

  useEffect(() => {
    if (choice !== null) localValues.set(sidebarKey, choice);
  }, [choice]);

  return { collapsed, toggle: () => setChoice(collapsed ? "expanded" : "collapsed") };
}
