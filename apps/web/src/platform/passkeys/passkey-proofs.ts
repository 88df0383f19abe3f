import type {
  passkeyLogin,
  passkeyLoginOptions,
  stepUpOptions,
  unlockOptions,
} from "@praxisportal/contract/passkeys/passkeys.endpoints";
import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import { call } from "../api-client/call.ts";
import { route } from "../api-client/route.ts";
import { completeSignIn } from "../session/session.actions.ts";
import { showPasskey } from "./passkey-device.ts";

// Downloaded when a passkey is first used, because most users sign in with their password.
const loginOptionsRoute = route<typeof passkeyLoginOptions>()(
  "passkeys.loginOptions",
  "POST",
  "/api/v1/auth/passkey-login/options",
);
const loginRoute = route<typeof passkeyLogin>()("passkeys.login", "POST", "/api/v1/auth/passkey-login");
const stepUpOptionsRoute = route<typeof stepUpOptions>()(
  "passkeys.stepUpOptions",
  "POST",
  "/api/v1/auth/step-up/options",
);
const unlockOptionsRoute = route<typeof unlockOptions>()(
  "passkeys.unlockOptions",
  "POST",
  "/api/v1/auth/unlock/options",
);

/** Signs in with a passkey alone, which identifies the user. @throws PasskeyFault, ApiError. */
export async function signInWithPasskey(options: {
  organizationId: string | null;
  rememberMe: boolean;
}): Promise<void> {
  const proof = await showPasskey(await call(loginOptionsRoute, { body: {} }));
  await completeSignIn(await call(loginRoute, { body: { ...proof, ...options } }));
}

/** Completes a sign-in that began with the password. @throws PasskeyFault, ApiError SECOND_STEP_EXPIRED and others. */
export async function completeWithPasskey(tempToken: string): Promise<void> {
  const proof = await showPasskey(await call(loginOptionsRoute, { body: { tempToken } }));
  await completeSignIn(await call(loginRoute, { body: { ...proof, tempToken } }));
}

/** Returns the passkey proof for a step-up. @throws PasskeyFault, ApiError. */
export async function proofForStepUp(): Promise<PasskeyProof> {
  return showPasskey(await call(stepUpOptionsRoute));
}

/**
 * Returns the passkey proof that unlocks a user's session on this workstation. @throws PasskeyFault, ApiError
 * NOT_FOUND.
 */
export async function proofForUnlock(userId: string): Promise<PasskeyProof> {
  return showPasskey(await call(unlockOptionsRoute, { body: { userId } }));
}
