import { call } from "../api-client/call.ts";
import { whileLoading } from "../app-state/app-state.actions.ts";
import { waitAtMost } from "../loading/wait-at-most.ts";
import { endSession } from "./clear-session.ts";
import { logoutRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import type { SignedOutReason } from "./session.store.ts";

/** Maximum time that the user waits for the last work of the session. */
const lastWorkMs = 3_000;
/** Maximum time that the user then waits for the server's confirmation. */
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

let runningSignOut: Promise<{ confirmed: boolean }> | null = null;

/** Signs the user out ("Abmelden"). */
export function logout(): Promise<{ confirmed: boolean }> {
  return signOut("logout");
}

/**
 * Ends the session on the server and, regardless of its response, in this browser. `confirmed` is false if the server
 * did not confirm. The session then ends on the server by its idle timeout.
 */
export function signOut(reason: SignedOutReason): Promise<{ confirmed: boolean }> {
  runningSignOut ??= whileLoading(() => endBoth(reason)).finally(() => {
    runningSignOut = null;
  });
  return runningSignOut;
}

/** Returns whether a sign-out is running. A rejected refresh is expected then. */
export function isSigningOut(): boolean {
  return runningSignOut !== null;
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
    // Otherwise, another user has signed in, and their session is now in storage.
    if (sessionStore.getState().status === "signedIn") endSession(reason);
  }
}
