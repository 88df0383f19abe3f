import { accessTokenMs } from "@praxisportal/contract/limits";
import { makeToken } from "../../../platform/crypto/tokens.ts";

/** Returns the idle clock after a refresh: only reported activity moves it, and never into the future. */
export function activeAt(
  last: Date,
  options: { extend: boolean; lastActivityAgoMs: number | undefined },
  now: Date,
): Date {
  if (options.extend) return now;
  if (options.lastActivityAgoMs === undefined) return last;
  return new Date(Math.max(last.getTime(), now.getTime() - options.lastActivityAgoMs));
}

/** Returns a new access token and when it expires. */
export function makeAccessToken(now: Date) {
  return { accessToken: makeToken(), accessTokenExpiresAt: new Date(now.getTime() + accessTokenMs) };
}
