import { ensureMessages } from "../../platform/i18n/store.ts";

/** Downloads the call for help for the login page of a shared workstation where the user is locked out. */
export async function loadLockedHelp() {
  const [{ AlarmBar }] = await Promise.all([
    import("../../features/workstation/alarm-bar.tsx"),
    ensureMessages("workstation"),
  ]);
  return AlarmBar;
}
