import { extendSession, renewToken } from "../../api-client/token-refresh.ts";
import { accessToken } from "../../api-client/tokens.ts";

/**
 * Renews the access token silently. Sends the time since the user's last activity, the only thing that moves
 * the idle time-out.
 * @throws ApiError; a rejection has already ended the session.
 */
export function refresh(): Promise<void> {
  return renewToken(accessToken());
}

/**
 * Resets the idle time-out ("Sitzung verlängern"); the absolute limit stays.
 * @throws ApiError; the session continues until its countdown ends.
 */
export async function extend(): Promise<void> {
  await extendSession();
}
