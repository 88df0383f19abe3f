import type {
  getCurrentWorkstation,
  lockSession as lockSessionEndpoint,
  unlockSession,
} from "@praxisportal/contract/workstation/workstation.endpoints";
import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import { call } from "../../api-client/call.ts";
import { route } from "../../api-client/route.ts";
import { moveTokens } from "../../api-client/tokens.ts";
import { lockSession } from "../clear-session.ts";
import { persistWorkstationState } from "./workstation-state.ts";
import { showScreenCover } from "./screen-cover.ts";
import { completeSignIn } from "../session.actions.ts";
import { sessionStore } from "../session.store.ts";
import { takeStart } from "../start-data.ts";

const lockRoute = route<typeof lockSessionEndpoint>()("workstation.lockSession", "POST", "/api/v1/auth/lock");
const workstationRoute = route<typeof getCurrentWorkstation>()(
  "workstation.get",
  "GET",
  "/api/v1/auth/workstation",
);
const unlockRoute = route<typeof unlockSession>()("workstation.unlockSession", "POST", "/api/v1/auth/unlock");

let locking: Promise<unknown> = Promise.resolve();

/**
 * Locks the screen ("Bildschirm sperren"): hides the page, locks the session on the server and clears the user's data.
 * Does nothing when signed out or while the session is restricted, for example to a password change.
 */
export function lockScreen(): void {
  const { status, restriction } = sessionStore.getState();
  if (status !== "signedIn" || restriction !== null) return;
  showScreenCover();
  // The call captures the token before it is cleared. The Idempotency-Key allows retries if a response is lost.
  locking = call(lockRoute, { idempotencyKey: crypto.randomUUID() })
    .then(async ({ draftKey }) => (await import("../sealed-drafts.ts")).sealOwnDraft(draftKey))
    .catch(() => undefined);
  lockSession();
}

/**
 * Shows the lock screen after the server has reported the session as locked, by another tab or because another user
 * works at this workstation.
 */
export function lockedElsewhere(): void {
  if (sessionStore.getState().status !== "signedIn") return;
  showScreenCover();
  lockSession();
}

/** Returns the users with a locked session on this device and the kind of workstation. @throws ApiError. */
export async function fetchWorkstation(
  options: { background?: boolean; signal?: AbortSignal } = {},
): Promise<CurrentWorkstation> {
  // Waits for the lock call, because the response must include the session that is being locked.
  await locking;
  const workstation = (await takeStart("workstation")) ?? (await call(workstationRoute, options));
  const { shared = false, autoLockMinutes = null } = workstation.workstation ?? {};
  moveTokens(() => persistWorkstationState({ shared, autoLockMinutes }));
  return workstation;
}

/** Unlocks a user's session on this device. @throws ApiError PASSWORD_INCORRECT, NOT_FOUND, TOO_MANY_ATTEMPTS … */
export async function unlockScreen(
  userId: string,
  proof: { password: string } | { passkey: PasskeyProof },
): Promise<void> {
  await completeSignIn(await call(unlockRoute, { body: { userId, ...proof } }));
}
