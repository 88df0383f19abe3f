import type { changePassword, findOrganizationByCode } from "@praxisportal/contract/auth/auth.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

// Types only, no schemas: this file is part of the login bundle.
const practiceCodeRoute = route<typeof findOrganizationByCode>()(
  "auth.findOrganizationByCode",
  "POST",
  "/api/v1/auth/practice-code",
);
const changePasswordRoute = route<typeof changePassword>()(
  "auth.changePassword",
  "POST",
  "/api/v1/auth/change-password",
);

/**
 * Looks up the organization for a code.
 * @throws ApiError NOT_FOUND for an unknown code, TOO_MANY_REQUESTS after many attempts.
 */
export function findOrganization(code: string): Promise<{ organizationId: string; name: string }> {
  return call(practiceCodeRoute, { body: { code: code.trim() } });
}

/**
 * Changes the user's own password and ends all their other sessions.
 * @throws ApiError PASSWORD_INCORRECT and others.
 */
export function changeOwnPassword(
  currentPassword: string | undefined,
  newPassword: string,
): Promise<undefined> {
  return call(changePasswordRoute, { body: { currentPassword, newPassword } });
}

export type ServiceState = "ready" | "notReady" | "unreachable";

/** Returns the service state. A 200 from /readyz means that the server can reach all its dependencies. */
export async function fetchServiceState(signal: AbortSignal): Promise<ServiceState> {
  try {
    const response = await fetch("/readyz", { signal, cache: "no-store", credentials: "omit" });
    // An unread body would keep the connection occupied.
    await response.text();
    return response.ok ? "ready" : "notReady";
  } catch (reason) {
    if (signal.aborted) throw reason;
    return "unreachable";
  }
}
