import { useStore } from "zustand";
import { extendFromWarning, sessionWarningStore } from "./session-warning.ts";
import type { SessionWarning } from "./session-warning.ts";
import { logout } from "./sign-out.ts";

export type SessionWarningControls = SessionWarning & {
  readonly extend: () => void;
  readonly logout: () => void;
};

/** The expiry dialog's state and its two buttons. */
export function useSessionWarning(): SessionWarningControls {
  const warning = useStore(sessionWarningStore);
  return { ...warning, extend: () => void extendFromWarning(), logout: () => void logout() };
}
