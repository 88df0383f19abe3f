import { call } from "../api-client/call.ts";
import { whileLoading } from "../app-state/app-state.actions.ts";
import { endSession } from "./clear-session.ts";
import { logoutRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import type { SignedOutReason } from "./session.store.ts";

/** The person in front of the screen does not wait longer than this for the server to confirm. */
const logoutPatienceMs = 5_000;

let running: Promise<{ confirmed: boolean }> | null = null;

/** Signs out: "Abmelden". */
export function logout(): Promise<{ confirmed: boolean }> {
  return signOut("logout");
}

/**
 * Ends the session on the server and, whatever it answers, in this browser. `confirmed` is false when the server
 * did not confirm; the session there then ends by its idle limit.
 */
export function signOut(reason: SignedOutReason): Promise<{ confirmed: boolean }> {
  running ??= whileLoading(() => endBoth(reason)).finally(() => {
    running = null;
  });
  return running;
}

/** True while a sign-out is on its way; a refused refresh then is no news. */
export function isSigningOut(): boolean {
  return running !== null;
}

async function endBoth(reason: SignedOutReason): Promise<{ confirmed: boolean }> {
  if (sessionStore.getState().status !== "signedIn") return { confirmed: true };
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), logoutPatienceMs);
  try {
    await call(logoutRoute, { signal: abort.signal });
    return { confirmed: true };
  } catch {
    return { confirmed: false };
  } finally {
    clearTimeout(patience);
    endSession(reason);
  }
}
