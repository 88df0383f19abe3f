import { extendSession, renewToken } from "../../api-client/token-refresh.ts";
import { accessToken } from "../../api-client/tokens.ts";

/**
 * Renews the access token silently. Sends the time since the user's last activity, because only activity extends the
 * idle timeout.
 * @throws ApiError. If the server rejected the refresh, the session has already ended.
 */
export function refresh(): Promise<void> {
  return renewToken(accessToken());
}

/**
 * Resets the idle timeout ("Sitzung verlängern"). The absolute limit stays unchanged.
 * @throws ApiError. The session then continues until its countdown ends.
 */
export async function extend(): Promise<void> {
  await extendSession();
}
