import { localValues } from "../storage/browser-storage.ts";
import type { PreferencesChange } from "./preferences-change.ts";

/** Keys under which earlier versions stored these choices on the device. */
const formerKeys = { sidebar: "sidebar", userColumns: "users-columns" } as const;

/**
 * Adopts the values that an earlier version stored on this device, and removes them from the device. They are used only
 * if the user has not chosen anything yet. Returns null if there are none.
 */
export function withDeviceValues(): PreferencesChange | null {
  const sidebar = localValues.get(formerKeys.sidebar);
  const userColumns = localValues.get(formerKeys.userColumns);
  for (const key of Object.values(formerKeys)) localValues.remove(key);
  const collapsed = sidebar === null ? null : sidebar === "collapsed";
  const keys = userColumns?.split(",").filter((key) => /^[a-z]\w{0,39}$/i.test(key)) ?? null;
  if (collapsed === null && keys === null) return null;
  return (preferences) => {
    const users = preferences.lists["users"] ?? { savedViews: [] };
    const columns = users.columns ?? keys?.map((key) => ({ key }));
    return {
      sidebarCollapsed: preferences.sidebarCollapsed ?? collapsed,
      lists:
        columns === undefined ? preferences.lists : { ...preferences.lists, users: { ...users, columns } },
    };
  };
}
