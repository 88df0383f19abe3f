import { useStore } from "zustand";
import { extendFromWarning, sessionWarningStore } from "./session-warning.ts";
import type { SessionWarning } from "./session-warning.ts";
import { logout } from "./sign-out.ts";

export type SessionWarningControls = SessionWarning & {
  readonly extend: () => void;
  readonly logout: () => void;
};

/** Returns the expiry dialog's state and the handlers of its two buttons. */
export function useSessionWarning(): SessionWarningControls {
  const warning = useStore(sessionWarningStore);
  return { ...warning, extend: () => void extendFromWarning(), logout: () => void logout() };
}
