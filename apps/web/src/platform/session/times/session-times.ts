import { isRecord, localValues, readJson, writeJson } from "../../storage/browser-storage.ts";
import { storageKeys } from "../../storage/storage-keys.ts";

/**
 * Expiry times of the session as reported by the server, with the arrival time of that response by this browser's
 * clock.
 */
export type SessionTimes = {
  /** ISO 8601. Activity extends it. */
  readonly idleExpiresAt: string;
  /** ISO 8601. It is never extended. */
  readonly absoluteExpiresAt: string;
  /** ISO 8601. Time by the server's clock when it sent the response. */
  readonly serverTime: string;
  /** ISO 8601, or null while only check-auth has responded, whose response does not include it. */
  readonly accessTokenExpiresAt: string | null;
  /** Time by this browser's clock, in ms, when the response arrived. Used only for differences. */
  readonly receivedAtMs: number;
};

/** The times in every session response. */
export type ServerTimes = {
  readonly idleExpiresAt: string;
  readonly absoluteExpiresAt: string;
  readonly serverTime: string;
  readonly accessTokenExpiresAt?: string | undefined;
};

/** Combines the times of a response with the time of its arrival. */
export function receivedTimes(
  response: ServerTimes,
  known: SessionTimes | null,
  nowMs = Date.now(),
): SessionTimes {
  return {
    idleExpiresAt: response.idleExpiresAt,
    absoluteExpiresAt: response.absoluteExpiresAt,
    serverTime: response.serverTime,
    accessTokenExpiresAt: response.accessTokenExpiresAt ?? known?.accessTokenExpiresAt ?? null,
    receivedAtMs: nowMs,
  };
}

/**
 * Returns the remaining session time in ms until the idle or the absolute limit, whichever comes first. The result is
 * never below 0. The browser's clock only measures the time since the response, so a wrong clock has no effect.
 */
export function remainingMs(times: SessionTimes, nowMs = Date.now()): number {
  const end = Math.min(Date.parse(times.idleExpiresAt), Date.parse(times.absoluteExpiresAt));
  return Math.max(0, end - serverNowMs(times, nowMs));
}

/** Returns the remaining lifetime of the access token in ms, never below 0, or null if unknown. */
export function tokenRemainingMs(times: SessionTimes, nowMs = Date.now()): number | null {
  if (times.accessTokenExpiresAt === null) return null;
  return Math.max(0, Date.parse(times.accessTokenExpiresAt) - serverNowMs(times, nowMs));
}

function serverNowMs(times: SessionTimes, nowMs: number): number {
  return Date.parse(times.serverTime) + Math.max(0, nowMs - times.receivedAtMs);
}

/** Shares the times with the other tabs of this browser. */
export function storeTimes(times: SessionTimes): void {
  writeJson(localValues, storageKeys.sessionTimes, times);
}

/** Returns the times last stored by any tab. */
export function storedTimes(): SessionTimes | null {
  return readJson(localValues, storageKeys.sessionTimes, isSessionTimes);
}

function isSessionTimes(value: unknown): value is SessionTimes {
  if (!isRecord(value)) return false;
  const token = value["accessTokenExpiresAt"];
  return (
    [value["idleExpiresAt"], value["absoluteExpiresAt"], value["serverTime"]].every(isMoment) &&
    (token === null || isMoment(token)) &&
    typeof value["receivedAtMs"] === "number"
  );
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
