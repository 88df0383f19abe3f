import type { ResultOf } from "@praxisportal/contract/endpoint";
import { type ApiError, isApiError } from "../../api-client/api-error.ts";
import { requestHeaders } from "../../api-client/request-headers.ts";
import type { CallTarget, EndpointOf } from "../../api-client/route.ts";
import { send } from "../../api-client/transport.ts";
import { connectionInfo } from "./connection-info.ts";
import { beginLegacySession } from "./legacy-session.ts";
import { legacySignInRoute, publicAddressRoute } from "./legacy.routes.ts";

export type FallbackCredentials = {
  readonly username: string;
  readonly password: string;
  /** The practice code as typed, because the portal could not look it up. */
  readonly practiceCode: string | undefined;
};

/** Maximum time that the sign-in waits for the address of this connection, in ms. */
const publicIpTimeoutMs = 2_000;

/** Statuses of a proxy that does not reach the portal. */
const proxyStatuses: readonly number[] = [502, 503, 504];

/** Returns whether the portal itself sent the response. Each of its problem documents contains a request id. */
function isFromPortal({ problem }: ApiError): boolean {
  return problem !== null && typeof problem.requestId === "string";
}

/**
 * Returns whether the portal's sign-in is unreachable: there is no response, a proxy responds with 502, 503 or 504, a
 * 404 does not come from the portal, or the portal lacks its database. A rejection, overload and maintenance count as
 * responses.
 */
function isUnreachable(error: ApiError): boolean {
  if (error.hasNoResponse || error.code === "DATABASE_UNAVAILABLE") return true;
  return !isFromPortal(error) && (error.status === 404 || proxyStatuses.includes(error.status));
}

interface RequestParts {
  readonly body?: object;
  readonly timeoutMs?: number;
}

async function request<T extends CallTarget>(
  target: T,
  { body, timeoutMs }: RequestParts,
): Promise<ResultOf<EndpointOf<T>>> {
  const response = await send({
    url: target.path,
    method: target.method,
    headers: requestHeaders({
      token: null,
      hasBody: body !== undefined,
      background: false,
      idempotencyKey: undefined,
      bulkOperation: undefined,
      ifMatch: undefined,
      extra: undefined,
    }),
    body: body && JSON.stringify(body),
    signal: undefined,
    timeoutMs,
    isRetryable: false,
  });
  return response as ResultOf<EndpointOf<T>>;
}

/** Returns the address of this connection as the portal sees it, or null if the portal does not respond. */
async function fetchPublicIp(): Promise<string | null> {
  try {
    return (await request(publicAddressRoute, { timeoutMs: publicIpTimeoutMs })).publicIp;
  } catch {
    return null;
  }
}

/** Codes with which the legacy server, or the portal in front of it, rejects a sign-in. The user can act on them. */
const rejectionCodes: readonly string[] = [
  "LEGACY_LOGIN_REFUSED",
  "LEGACY_OTHER_PRACTICE",
  "LEGACY_ACCOUNT_LOCKED",
  "TOO_MANY_ATTEMPTS",
];

/**
 * Signs in to the legacy practice server after the portal's own sign-in failed with `reason`, if the portal's sign-in
 * is unreachable. Returns null after signing in. Otherwise, returns the error to show: the error of the legacy server,
 * or `reason` if there is no such server for this browser.
 */
export async function fallBackToLegacy(
  reason: ApiError,
  { username, password, practiceCode }: FallbackCredentials,
): Promise<ApiError | null> {
  if (!isUnreachable(reason)) return reason;
  const info = { ...connectionInfo(), publicIp: await fetchPublicIp() };
  const praxisId = practiceCode === undefined ? {} : { praxisId: practiceCode };
  try {
    const response = await request(legacySignInRoute, {
      body: { username, password, ...praxisId, connectionInfo: info },
    });
    // A response without a token belongs to the sign-in of a portal session, which this page does not have.
    if (!("token" in response)) return reason;
    const { token, user, practice } = response;
    await beginLegacySession({ token, username: user.username, practiceName: practice.name });
    return null;
  } catch (error) {
    return isApiError(error) && rejectionCodes.includes(error.code) ? error : reason;
  }
}
