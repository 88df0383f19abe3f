import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** When the session ends, as the server said it, and when it said so by this browser's clock. */
export type SessionTimes = {
  /** ISO 8601; moved by activity. */
  readonly idleExpiresAt: string;
  /** ISO 8601; never moved. */
  readonly absoluteExpiresAt: string;
  /** ISO 8601; the server's clock when it answered. */
  readonly serverTime: string;
  /** ISO 8601; null while only check-auth has answered, which does not tell it. */
  readonly accessTokenExpiresAt: string | null;
  /** This browser's clock in ms when the answer came; used for differences only. */
  readonly receivedAtMs: number;
};

/** The part of every session answer that tells times. */
export type AnsweredTimes = {
  readonly idleExpiresAt: string;
  readonly absoluteExpiresAt: string;
  readonly serverTime: string;
  readonly accessTokenExpiresAt?: string | undefined;
};

/** Keeps the times of an answer together with the moment of its arrival. */
export function receivedTimes(
  answer: AnsweredTimes,
  known: SessionTimes | null,
  nowMs = Date.now(),
): SessionTimes {
  return {
    idleExpiresAt: answer.idleExpiresAt,
    absoluteExpiresAt: answer.absoluteExpiresAt,
    serverTime: answer.serverTime,
    accessTokenExpiresAt: answer.accessTokenExpiresAt ?? known?.accessTokenExpiresAt ?? null,
    receivedAtMs: nowMs,
  };
}

/**
 * What is left of the session in ms: the smaller of idle and absolute, never below 0. The browser's clock only
 * measures how long ago the answer came, so a wrong clock changes nothing.
 */
export function remainingMs(times: SessionTimes, nowMs = Date.now()): number {
  const end = Math.min(Date.parse(times.idleExpiresAt), Date.parse(times.absoluteExpiresAt));
  return Math.max(0, end - serverNowMs(times, nowMs));
}

/** What is left of the access token in ms, never below 0; null if unknown. */
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

/** The times as the tab that heard them last stored them. */
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
