import { type ApiError, isApiError } from "../../api-client/api-error.ts";
import { requestHeaders } from "../../api-client/request-headers.ts";
import type { CallTarget } from "../../api-client/route.ts";
import { send } from "../../api-client/transport.ts";
import { isRecord } from "../../storage/browser-storage.ts";
import { connectionInfo } from "./connection-info.ts";
import { beginLegacySession } from "./legacy-session.ts";
import { legacySignInRoute } from "./legacy.routes.ts";

export type FallbackCredentials = {
  readonly username: string;
  readonly password: string;
  /** As typed; the portal could not look it up. */
  readonly practiceCode: string | undefined;
};

/** How long the sign-in waits for the address of this connection, in ms. */
const publicIpTimeoutMs = 2_000;

const publicAddressRoute: CallTarget = {
  name: "legacy.publicAddress",
  method: "GET",
  path: "/api/v1/auth/public-ip",
};

type LegacySignIn = {
  readonly token: string;
  readonly user: { readonly username: string };
  readonly practice: { readonly name: string };
};

/** Statuses with which a proxy reports that it does not reach the portal. */
const proxyStatuses: readonly number[] = [502, 503, 504];

/** Returns whether the portal itself sent the response: each of its problems has the id of its request. */
function isFromPortal({ problem }: ApiError): boolean {
  return problem !== null && typeof problem.requestId === "string";
}

/**
 * Returns whether the portal's sign-in is out of reach: no answer, 502, 503 or 504 of a proxy, a 404 that is not the
 * portal's own, or a portal without its database. A refusal, overload and maintenance are answers.
 */
export function isOutOfReach(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.hasNoResponse || (error.code as string) === "DATABASE_UNAVAILABLE") return true;
  return !isFromPortal(error) && (error.status === 404 || proxyStatuses.includes(error.status));
}

interface RequestParts {
  readonly body?: object;
  readonly timeoutMs?: number;
}

function request(target: CallTarget, { body, timeoutMs }: RequestParts): Promise<unknown> {
  return send({
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
}

/** Returns the address of this connection as the portal sees it; null if it does not answer. */
async function publicIpOfConnection(): Promise<string | null> {
  try {
    const answer = await request(publicAddressRoute, { timeoutMs: publicIpTimeoutMs });
    return isRecord(answer) && typeof answer["publicIp"] === "string" ? answer["publicIp"] : null;
  } catch {
    return null;
  }
}

/** Codes with which the older server, or the portal in front of it, answers a sign-in. The user can act on them. */
const refusalCodes: readonly string[] = [
  "LEGACY_LOGIN_REFUSED",
  "LEGACY_OTHER_PRACTICE",
  "LEGACY_ACCOUNT_LOCKED",
  "TOO_MANY_ATTEMPTS",
];

/**
 * Signs in to the older practice server after the portal's own sign-in failed with `reason`, if that is out of reach.
 * Returns null once signed in, otherwise the error to show: the refusal of the older server, or `reason` if there is no
 * such server for this browser.
 */
export async function fallBackToLegacy(
  reason: unknown,
  { username, password, practiceCode }: FallbackCredentials,
): Promise<unknown> {
  if (!isOutOfReach(reason)) return reason;
  const info = { ...connectionInfo(), publicIp: await publicIpOfConnection() };
  const praxisId = practiceCode === undefined ? {} : { praxisId: practiceCode };
  try {
    const answer = (await request(legacySignInRoute, {
      body: { username, password, ...praxisId, connectionInfo: info },
    })) as LegacySignIn;
    const { token, user, practice } = answer;
    await beginLegacySession({ token, username: user.username, practiceName: practice.name });
    return null;
  } catch (error) {
    return isApiError(error) && refusalCodes.includes(error.code) ? error : reason;
  }
}
