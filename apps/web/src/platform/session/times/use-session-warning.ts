import { useStore } from "zustand";
import { sessionWarningStore } from "./session-warning.ts";
import type { SessionWarning } from "./session-warning.ts";

/** Returns the state of the expiry dialog. */
export function useSessionWarning(): SessionWarning {
  return useStore(sessionWarningStore);
}
