import { accessTokenMs } from "@praxisportal/contract/limits";
import { makeToken } from "../../platform/crypto/tokens.ts";

/** Where the idle clock stands after a refresh: only told activity moves it, and never into the future. */
export function activeAt(
  last: Date,
  options: { extend: boolean; lastActivityAgoMs: number | undefined },
  now: Date,
): Date {
  if (options.extend) return now;
  if (options.lastActivityAgoMs === undefined) return last;
  return new Date(Math.max(last.getTime(), now.getTime() - options.lastActivityAgoMs));
}

/** A new access token and when it ends by itself. */
export function makeAccessToken(now: Date) {
  return { accessToken: makeToken(), accessTokenExpiresAt: new Date(now.getTime() + accessTokenMs) };
}
