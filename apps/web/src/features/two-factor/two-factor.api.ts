import type {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewBackupCodes,
  setupTwoFactor,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { TwoFactorSetup, TwoFactorStatus } from "@praxisportal/contract/two-factor/two-factor.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { updateUser } from "../../platform/session/session.actions.ts";
import { getMeRoute } from "../../platform/session/session.routes.ts";

export type { TwoFactorSetup, TwoFactorStatus };

const statusRoute = route<typeof getTwoFactor>()("twoFactor.get", "GET", "/api/v1/auth/2fa");
const setupRoute = route<typeof setupTwoFactor>()("twoFactor.setup", "GET", "/api/v1/auth/2fa/setup");
const enableRoute = route<typeof enableTwoFactor>()("twoFactor.enable", "POST", "/api/v1/auth/2fa/enable");
const disableRoute = route<typeof disableTwoFactor>()(
  "twoFactor.disable",
  "POST",
  "/api/v1/auth/2fa/disable",
);
const renewRoute = route<typeof renewBackupCodes>()(
  "twoFactor.renewBackupCodes",
  "POST",
  "/api/v1/auth/2fa/backup-codes",
);

/** Query for the state of the user's own second factor. */
export const twoFactorQuery = queryOptions({
  queryKey: ["two-factor"],
  queryFn: ({ signal }) => call(statusRoute, { signal }),
});

/** Returns the pending secret. @throws ApiError TWO_FACTOR_ALREADY_ENABLED and others. */
export function readSetup(): Promise<TwoFactorSetup> {
  return call(setupRoute);
}

/**
 * Enables the second factor and returns ten backup codes, once.
 * @throws ApiError CODE_INVALID, SETUP_EXPIRED.
 */
export async function enable(totpCode: string): Promise<readonly string[]> {
  return (await call(enableRoute, { body: { totpCode } })).backupCodes;
}

/**
 * Disables the second factor. STEP_UP_REQUIRED means that this request needs a code, so the form handles it
 * instead of the step-up dialog.
 * @throws ApiError.
 */
export async function disable(body: BodyInputOf<typeof disableTwoFactor>): Promise<void> {
  await call(disableRoute, { body, skipStepUp: true });
  await refreshUser();
}

/** Creates ten new backup codes, which are returned only here, and invalidates the old codes. @throws ApiError. */
export async function renewCodes(): Promise<readonly string[]> {
  return (await call(renewRoute)).backupCodes;
}

/** Reloads the session's user, because other parts of the UI show whether a second factor is enabled. */
export async function refreshUser(): Promise<void> {
  await call(getMeRoute).then(updateUser, () => undefined);
}
