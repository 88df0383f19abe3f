import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { ErrorCode } from "@praxisportal/contract/errors";
import type { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import { legacyCallTimeoutMs } from "@praxisportal/contract/limits";
import type { LegacyServer } from "./legacy-server.ts";
import * as presenter from "./legacy.presenter.ts";

/** Problems of a sign-in by the status with which the older server refuses it. */
const refusals: Readonly<Record<number, ErrorCode>> = {
  401: "LEGACY_LOGIN_REFUSED",
  403: "LEGACY_OTHER_PRACTICE",
  423: "LEGACY_ACCOUNT_LOCKED",
};

/** What the older server says to a name and password; undefined when it gives no usable answer. */
export type TokenAnswer = { token: string } | { refusal: ErrorCode } | undefined;

/**
 * Signs in to the older server. A practice is named by its code or by its id on that server; another one is refused
 * without a call. `address` is that of the caller, which the server of the portal alone knows. Never
 * rejects.
 */
export async function askForToken(
  { client, settings }: Pick<LegacyServer, "client" | "settings">,
  { connectionInfo, praxisId, ...account }: BodyOf<typeof legacySignIn>,
  address: string,
): Promise<TokenAnswer> {
  const own = [settings.practiceCode, settings.praxisId].map((each) => each.toUpperCase());
  if (praxisId !== undefined && !own.includes(praxisId.trim().toUpperCase()))
    return { refusal: "LEGACY_OTHER_PRACTICE" };
  const { status, body } = await client.call("/api/login", {
    timeoutMs: legacyCallTimeoutMs,
    body: {
      ...account,
      praxisId: settings.praxisId,
      connectionInfo: { ...connectionInfo, publicIp: address },
    },
  });
  const token = presenter.tokenOf(body);
  if (token !== undefined) return { token };
  const refusal = refusals[status ?? 0];
  return refusal && { refusal };
}
