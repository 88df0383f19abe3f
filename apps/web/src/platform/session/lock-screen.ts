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
 * "Bildschirm sperren": hides what is on the screen, tells the server that the session rests, and forgets the person.
 * Does nothing for who is signed out, or must change her password first.
 */
export function lockScreen(): void {
  const { status, restriction } = sessionStore.getState();
  if (status !== "signedIn" || restriction !== null) return;
  coverScreen();
  // It takes the token along before the token is forgotten; with a key it is tried again when an answer is lost.
  locking = call(lockRoute, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
  restSession();
}

/** The server says that the session rests: locked in another tab, or somebody else is at this desk. */
export function lockedElsewhere(): void {
  if (sessionStore.getState().status !== "signedIn") return;
  coverScreen();
  restSession();
}

/** Who rests at this device, and what kind of workstation it is. @throws ApiError. */
export async function readDesk(options: { background?: boolean; signal?: AbortSignal } = {}): Promise<Desk> {
  // The answer to a question that overtook the locking would name nobody.
  await locking;
  const desk = await call(deskRoute, options);
  const { shared = false, autoLockMinutes = null } = desk.workstation ?? {};
  moveTokens(() => noteDeskState({ shared, autoLockMinutes }));
  return desk;
}

/** Wakes the session of a person on this device. @throws ApiError PASSWORD_INCORRECT, NOT_FOUND, TOO_MANY_ATTEMPTS … */
export async function unlockScreen(
  userId: string,
  proof: { password: string } | { passkey: PasskeyProof },
): Promise<void> {
  await completeSignIn(await call(unlockRoute, { body: { userId, ...proof } }));
}
