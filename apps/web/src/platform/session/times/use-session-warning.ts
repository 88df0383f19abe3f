import { useStore } from "zustand";
import { maySignOut } from "../../offline/may-sign-out.ts";
import { extendFromWarning, sessionWarningStore } from "./session-warning.ts";
import type { SessionWarning } from "./session-warning.ts";
import { logout } from "../sign-out.ts";

export type SessionWarningControls = SessionWarning & {
  readonly extend: () => void;
  readonly logout: () => void;
};

async function signOut(): Promise<void> {
  if (await maySignOut()) await logout();
}

/** Returns the expiry dialog's state and the handlers of its two buttons. */
export function useSessionWarning(): SessionWarningControls {
  const warning = useStore(sessionWarningStore);
  return { ...warning, extend: () => void extendFromWarning(), logout: () => void signOut() };
}
