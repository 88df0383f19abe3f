import type { getDesk, lockDesk, unlockDesk } from "@praxisportal/contract/desk/desk.endpoints";
import type { Desk } from "@praxisportal/contract/desk/desk.schema";
import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import { call } from "../api-client/call.ts";
import { route } from "../api-client/route.ts";
import { moveTokens } from "../api-client/tokens.ts";
import { restSession } from "./clear-session.ts";
import { noteDeskState } from "./desk-state.ts";
import { coverScreen } from "./screen-cover.ts";
import { completeSignIn } from "./session.actions.ts";
import { sessionStore } from "./session.store.ts";

const lockRoute = route<typeof lockDesk>()("desk.lock", "POST", "/api/v1/auth/lock");
const deskRoute = route<typeof getDesk>()("desk.get", "GET", "/api/v1/auth/desk");
const unlockRoute = route<typeof unlockDesk>()("desk.unlock", "POST", "/api/v1/auth/unlock");

let locking: Promise<unknown> = Promise.resolve();

/**
 * "Bildschirm sperren": hides the page, locks the session on the server and clears the user's data. Does
 * nothing when signed out or while the session is restricted, for example to a password change.
 */
export function lockScreen(): void {
  const { status, restriction } = sessionStore.getState();
  if (status !== "signedIn" || restriction !== null) return;
  coverScreen();
  // The call captures the token before it is cleared; the Idempotency-Key allows retries if a response is
  // lost.
  locking = call(lockRoute, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
  restSession();
}

/**
 * The server reports the session as locked: by another tab, or because another user is at this workstation.
 */
export function lockedElsewhere(): void {
  if (sessionStore.getState().status !== "signedIn") return;
  coverScreen();
  restSession();
}

/** Reads who has a locked session on this device and the kind of workstation. @throws ApiError. */
export async function readDesk(options: { background?: boolean; signal?: AbortSignal } = {}): Promise<Desk> {
  // Wait for the lock call; otherwise the response would not include the session being locked.
  await locking;
  const desk = await call(deskRoute, options);
  const { shared = false, autoLockMinutes = null } = desk.workstation ?? {};
  moveTokens(() => noteDeskState({ shared, autoLockMinutes }));
  return desk;
}

/**
 * Unlocks a user's session on this device. @throws ApiError PASSWORD_INCORRECT, NOT_FOUND, TOO_MANY_ATTEMPTS
 * …
 */
export async function unlockScreen(
  userId: string,
  proof: { password: string } | { passkey: PasskeyProof },
): Promise<void> {
  await completeSignIn(await call(unlockRoute, { body: { userId, ...proof } }));
}
