import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { ErrorCode } from "@praxisportal/contract/errors";
import type { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import { legacyCallTimeoutMs } from "@praxisportal/contract/limits";
import type { LegacyServer } from "./legacy-server.ts";
import * as presenter from "./legacy.presenter.ts";

/** Error codes by the status with which the legacy server refuses a sign-in. */
const refusals: Readonly<Record<number, ErrorCode>> = {
  401: "LEGACY_LOGIN_REFUSED",
  403: "LEGACY_OTHER_PRACTICE",
  423: "LEGACY_ACCOUNT_LOCKED",
};

/** The legacy server's response to a name and password, or undefined if it is unusable. */
export type TokenResult = { token: string } | { refusal: ErrorCode } | undefined;

/**
 * Signs in to the legacy server. `praxisId` is the practice's code or its id on that server; any other value is refused
 * without a call. `address` is the caller's IP address, which the browser does not know. Never rejects.
 */
export async function requestToken(
  { client, settings }: Pick<LegacyServer, "client" | "settings">,
  { connectionInfo, praxisId, ...account }: BodyOf<typeof legacySignIn>,
  address: string,
): Promise<TokenResult> {
  const ownIds = [settings.practiceCode, settings.praxisId].map((id) => id.toUpperCase());
  if (praxisId !== undefined && !ownIds.includes(praxisId.trim().toUpperCase()))
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
