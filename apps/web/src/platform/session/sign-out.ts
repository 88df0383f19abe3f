import { call } from "../api-client/call.ts";
import { whileLoading } from "../app-state/app-state.actions.ts";
import { waitAtMost } from "../loading/wait-at-most.ts";
import { endSession } from "./clear-session.ts";
import { logoutRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import type { SignedOutReason } from "./session.store.ts";

/** Maximum time the user waits for the last work of the session. */
const lastWorkMs = 3_000;
/** Maximum time the user then waits for the server to confirm. */
const logoutTimeoutMs = 5_000;

const lastWork = new Set<() => Promise<void>>();

/** Registers work that needs the session and runs before it is ended on the server. */
export function onBeforeSignOut(work: () => Promise<void>): () => void {
  lastWork.add(work);
  return () => lastWork.delete(work);
}

/** Runs the registered work. Slow work must not keep the session open on the server. */
async function finishWork(): Promise<void> {
  await waitAtMost(lastWorkMs, Promise.allSettled([...lastWork].map((work) => work())));
}

let running: Promise<{ confirmed: boolean }> | null = null;

/** Signs out: "Abmelden". */
export function logout(): Promise<{ confirmed: boolean }> {
  return signOut("logout");
}

/**
 * Ends the session on the server and, whatever its response, in this browser. `confirmed` is false if the
 * server did not confirm; the session there then ends by its idle time-out.
 */
export function signOut(reason: SignedOutReason): Promise<{ confirmed: boolean }> {
  running ??= whileLoading(() => endBoth(reason)).finally(() => {
    running = null;
  });
  return running;
}

/** Returns whether a sign-out is running; a rejected refresh is then expected. */
export function isSigningOut(): boolean {
  return running !== null;
}

async function endBoth(reason: SignedOutReason): Promise<{ confirmed: boolean }> {
  if (sessionStore.getState().status !== "signedIn") return { confirmed: true };
  await finishWork();
  const abort = new AbortController();
  const timeout = setTimeout(() => abort.abort(), logoutTimeoutMs);
  try {
    await call(logoutRoute, { signal: abort.signal });
    return { confirmed: true };
  } catch {
    return { confirmed: false };
  } finally {
    clearTimeout(timeout);
    // Otherwise the tab was left to another user, whose session is now in storage.
    if (sessionStore.getState().status === "signedIn") endSession(reason);
  }
}
