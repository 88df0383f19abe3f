import { ensureMessages } from "../../platform/i18n/store.ts";

/** Downloads the alarm bar for the login page of a shared workstation, for users who are locked out. */
export async function loadLockedHelp() {
  const [{ AlarmBar }] = await Promise.all([
    import("../../features/workstation/alarm-bar.tsx"),
    ensureMessages("workstation"),
  ]);
  return AlarmBar;
}
