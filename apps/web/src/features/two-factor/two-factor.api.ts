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

/** State of the own second factor. */
export const twoFactorQuery = queryOptions({
  queryKey: ["two-factor"],
  queryFn: ({ signal }) => call(statusRoute, { signal }),
});

/** The secret that waits for its first code. @throws ApiError TWO_FACTOR_ALREADY_ON and others. */
export function readSetup(): Promise<TwoFactorSetup> {
  return call(setupRoute);
}

/** Switches the second factor on; answers ten backup codes, once. @throws ApiError CODE_INVALID, SETUP_EXPIRED. */
export async function enable(totpCode: string): Promise<readonly string[]> {
  return (await call(enableRoute, { body: { totpCode } })).backupCodes;
}

/**
 * Switches the second factor off. STEP_UP_REQUIRED means here that this very call needs a code, so it is answered by
 * the form and not by the dialog that proves who is there. @throws ApiError.
 */
export async function disable(body: BodyInputOf<typeof disableTwoFactor>): Promise<void> {
  await call(disableRoute, { body, ownProof: true });
  await refreshUser();
}

/** Ten new backup codes, once; the old ones are worthless. @throws ApiError. */
export async function renewCodes(): Promise<readonly string[]> {
  return (await call(renewRoute)).backupCodes;
}

/** The person as the server knows her now: whether a second factor is on shows in other places too. */
export async function refreshUser(): Promise<void> {
  await call(getMeRoute).then(updateUser, () => undefined);
}
