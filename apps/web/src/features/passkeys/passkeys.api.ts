import type {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from "@praxisportal/contract/passkeys/passkeys.endpoints";
import type {
  NewPasskeyOptions,
  Passkey,
  PasskeyOptions,
} from "@praxisportal/contract/passkeys/passkeys.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { NewPasskeyOptions, Passkey };

const listRoute = route<typeof listPasskeys>()("passkeys.list", "GET", "/api/v1/auth/passkeys");
const optionsRoute = route<typeof passkeyOptions>()(
  "passkeys.options",
  "POST",
  "/api/v1/auth/passkeys/options",
);
const addRoute = route<typeof addPasskey>()("passkeys.add", "POST", "/api/v1/auth/passkeys");
const renameRoute = route<typeof renamePasskey>()("passkeys.rename", "PUT", "/api/v1/auth/passkeys/{id}");
const removeRoute = route<typeof removePasskey>()("passkeys.remove", "DELETE", "/api/v1/auth/passkeys/{id}");

/** Query for the user's own passkeys, newest first. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => (await call(listRoute, { signal })).passkeys,
});

/** Returns the options for a new passkey. May require a step-up. @throws ApiError STEP_UP_REQUIRED. */
export function startPasskeyRegistration(): Promise<NewPasskeyOptions> {
  return call(optionsRoute);
}

/** Creates a passkey on the device and registers it. @throws PasskeyFault, ApiError. */
export async function createAndAddPasskey(options: PasskeyOptions, name: string): Promise<Passkey> {
  const { createPasskey } = await import("../../platform/passkeys/passkey-device.ts");
  return call(addRoute, { body: { ...(await createPasskey(options)), name } });
}

/** @throws ApiError NOT_FOUND. */
export async function rename(id: string, name: string): Promise<void> {
  await call(renameRoute, { params: { id }, body: { name } });
}

/**
 * Removes a passkey and ends the user's other sessions.
 * @throws ApiError STEP_UP_REQUIRED, TWO_FACTOR_REQUIRED, NOT_FOUND.
 */
export async function remove(id: string): Promise<void> {
  await call(removeRoute, { params: { id } });
}
