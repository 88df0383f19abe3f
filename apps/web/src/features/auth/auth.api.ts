import type { changePassword, practiceCode } from "@praxisportal/contract/auth/auth.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

// Wire parts only, without schemas: the login page carries this file.
const practiceCodeRoute = route<typeof practiceCode>()(
  "auth.practiceCode",
  "POST",
  "/api/v1/auth/practice-code",
);
const changePasswordRoute = route<typeof changePassword>()(
  "auth.changePassword",
  "POST",
  "/api/v1/auth/change-password",
);

/** The practice behind a code. @throws ApiError NOT_FOUND for an unknown code, TOO_MANY_REQUESTS after many. */
export function findPractice(code: string): Promise<{ organizationId: string; name: string }> {
  return call(practiceCodeRoute, { body: { code: code.trim() } });
}

/** Changes the own password; all other sessions of the person end. @throws ApiError PASSWORD_INCORRECT and others. */
export function changeOwnPassword(currentPassword: string, newPassword: string): Promise<undefined> {
  return call(changePasswordRoute, { body: { currentPassword, newPassword } });
}

export type ServiceState = "ready" | "notReady" | "unreachable";

/** What the server says about itself: 200 at /readyz means that it can reach everything it needs. */
export async function readServiceState(signal: AbortSignal): Promise<ServiceState> {
  try {
    const answer = await fetch("/readyz", { signal, cache: "no-store", credentials: "omit" });
    // Unread, the answer would keep its connection to itself.
    await answer.text();
    return answer.ok ? "ready" : "notReady";
  } catch (reason) {
    if (signal.aborted) throw reason;
    return "unreachable";
  }
}
