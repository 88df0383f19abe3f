import { extendSession, renewToken } from "../api-client/token-refresh.ts";
import { accessToken } from "../api-client/tokens.ts";

/**
 * Renews the access token silently. It tells the server how long ago the person did something, which is all that
 * moves the idle clock.
 * @throws ApiError; a refusal has ended the session already.
 */
export function refresh(): Promise<void> {
  return renewToken(accessToken());
}

/**
 * Moves the idle clock to now ("Sitzung verlängern"); the absolute limit stays.
 * @throws ApiError; the session goes on until its countdown ends.
 */
export async function extend(): Promise<void> {
  await extendSession();
}
