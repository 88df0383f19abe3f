import { createHash } from "node:crypto";
import { emergencyUnlocksPerDay } from "@praxisportal/contract/emergency-code/emergency-code.rules";
import {
  loginFailuresPerIpAddress,
  loginFailuresBeforeLock,
  loginFailureWindowMs,
  loginLockMaxMs,
  loginLockMs,
  passkeyChallengesPerIpAddress,
  passwordResetsPerIpAddressPerHour,
  passwordResetsPerMailboxPerHour,
  recoveryCodeMaxAttempts,
} from "@praxisportal/contract/limits";
import { alarmsPerDevicePerHour } from "@praxisportal/contract/workstation/workstation.rules";
import type { Clock } from "../platform/clock/clock.ts";
import type { IdentityDb } from "../platform/db/handles.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import type { ErrorCode } from "@praxisportal/contract/errors";
import { networkOf } from "../platform/http/origin/network-of.ts";
import { ProblemError } from "../platform/http/problem.ts";
import * as queries from "./rate-limiter.queries.ts";

/** Maximum number of failures of a key in a window, and the duration of the lock that follows. */
export type RateLimitRule = { max: number; windowMs: number; lockMs: number; lockMaxMs: number };

/** Returns a rule whose lock always lasts as long as its window. */
export const rateLimitRule = (max: number, windowMs: number): RateLimitRule => ({
  max,
  windowMs,
  lockMs: windowMs,
  lockMaxMs: windowMs,
});

export const loginRule: RateLimitRule = {
  max: loginFailuresBeforeLock,
  windowMs: loginFailureWindowMs,
  lockMs: loginLockMs,
  lockMaxMs: loginLockMaxMs,
};

export const addressRule = rateLimitRule(loginFailuresPerIpAddress, loginFailureWindowMs);

/** Passkey challenges requested without a session; each one counts. */
export const passkeyChallengeRule = rateLimitRule(passkeyChallengesPerIpAddress, loginFailureWindowMs);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Requests for a password reset, per mailbox and per network address. Each one counts, whether or not the name is
 * known.
 */
export const resetMailboxRule = rateLimitRule(passwordResetsPerMailboxPerHour, hourMs);
export const resetAddressRule = rateLimitRule(passwordResetsPerIpAddressPerHour, hourMs);

/** Attempts with an emergency code, per typed name and printed sheet. Also limits alerts about them. */
export const emergencyRule = rateLimitRule(recoveryCodeMaxAttempts, hourMs);

/** Calls for help from one shared workstation. */
export const alarmRule = rateLimitRule(alarmsPerDevicePerHour, hourMs);

/** Unlocks of a person by emergency codes, so that they do not undo the limit on password guesses. */
export const emergencyUnlockRule = rateLimitRule(emergencyUnlocksPerDay, dayMs);

/**
 * Returns the key of a counter. It is a hash, so that the table does not disclose who tried to sign in from where. An
 * address among the parts counts as its network (see {@link networkOf}).
 */
export function attemptKey(kind: string, ...dependencies: readonly string[]): Buffer {
  return createHash("sha256")
    .update([kind, ...dependencies.map(networkOf)].join("\u0000"))
    .digest();
}

/**
 * Returns the key that counts a person's wrong passwords. A device on which they have signed in before has its own
 * counter, so that attempts from elsewhere cannot lock them out.
 */
export function passwordKey(personId: string, knownDeviceId: string | null): Buffer {
  return knownDeviceId === null
    ? attemptKey("person", personId)
    : attemptKey("device", knownDeviceId, personId);
}

/** Returns the key that counts one-time codes tried under a name, in an organization or without one. */
export function recoveryKey(name: string, organizationId: string | null): Buffer {
  return attemptKey("recovery", name.trim().toLowerCase(), organizationId ?? "");
}

/** Returns the key that counts alerts about attempts with the emergency code of an organization. */
export function emergencyAlertKey(organizationId: string): Buffer {
  return attemptKey("emergency-alert", organizationId);
}

/** The counter after a reserved attempt. */
export type Consumption = { failures: number; lockedUntil: Date | null };

/**
 * Counts attempts before they are evaluated: the counter is raised first and lowered when the attempt succeeds, so that
 * parallel guesses cannot exceed the limit. While a key is locked, nothing is evaluated.
 */
export class RateLimiter {
  readonly #db: IdentityDb;
  readonly #clock: Clock;

  constructor(db: IdentityDb, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Reserves one attempt. Throws 429 with Retry-After when the key is locked. The attempt that reaches the limit is
   * still evaluated and locks the key: 15 minutes, doubled each time, at most a day.
   */
  async consume(
    key: Buffer,
    rule: RateLimitRule,
    code: ErrorCode = "TOO_MANY_ATTEMPTS",
  ): Promise<Consumption> {
    for (;;) {
      const reserved = await queries.consumeAttempt(this.#db, key, rule, this.#clock.now());
      if (reserved) return { failures: reserved.failures, lockedUntil: reserved.locked_until };
      // Does not throw if the lock was removed in the meantime; the loop then tries again.
      await this.assertOpen(key, code);
    }
  }

  /**
   * Reserves one attempt under every key inside a transaction; a rollback undoes the counters. Throws 429 with
   * Retry-After when a key is locked.
   */
  async consumeIn(
    tx: WriteTransaction,
    requested: readonly (readonly [key: Buffer, rule: RateLimitRule])[],
  ): Promise<void> {
    const now = this.#clock.now();
    const results = await tx.send<{ failures: number }[]>(() =>
      requested.map(([key, rule]) => queries.consumeStatement(key, rule, now)),
    );
    const lockedRequest = requested.find((_, index) => results[index]?.length === 0);
    if (lockedRequest === undefined) return;
    throw tooMany("TOO_MANY_ATTEMPTS", (await queries.readLockIn(tx, lockedRequest[0])) ?? now, now);
  }

  /** Throws 429 with Retry-After while a key is locked, without counting an attempt. */
  async assertOpen(key: Buffer, code: ErrorCode = "TOO_MANY_ATTEMPTS"): Promise<void> {
    this.assertLockExpired(await queries.readLock(this.#db, key), code);
  }

  /** Like {@link assertOpen}, for a lock that was already read. */
  assertLockExpired(lockedUntil: Date | null, code: ErrorCode = "TOO_MANY_ATTEMPTS"): void {
    const now = this.#clock.now();
    if (lockedUntil !== null && now < lockedUntil) throw tooMany(code, lockedUntil, now);
  }

  /** Counts a failure after it has happened, for limits that count only failures. */
  async count(key: Buffer, rule: RateLimitRule): Promise<void> {
    await this.consume(key, rule).catch((error: unknown) => {
      // A parallel failure has locked the key in the meantime, so this one need not be counted.
      if (!(error instanceof ProblemError)) throw error;
    });
  }

  /** Like {@link consume}, inside a transaction. Returns false while the key is locked. */
  async tryConsume(tx: WriteTransaction, key: Buffer, rule: RateLimitRule): Promise<boolean> {
    const [rows] = await tx.send<[unknown]>(() => [queries.consumeStatement(key, rule, this.#clock.now())]);
    return rows.length > 0;
  }

  /**
   * Deletes the failed sign-ins of a person, under their name and on every known device, and removes the resulting
   * lock. With `codes`, also deletes those of their second factor and passkeys.
   */
  async reset(tx: WriteTransaction, personId: string, codes: boolean): Promise<void> {
    await tx.send(() => [queries.lockPersonRow({ personId })]);
    const keys = [
      ...(await signInKeys(tx, personId)),
      ...(codes ? [attemptKey("code", personId), attemptKey("passkey", personId)] : []),
    ];
    await queries.deleteAttempts(tx, personId, keys);
  }

  /** Returns whether failed sign-ins have locked a person, by name or on a known device. Locks their row. */
  async isLocked(tx: WriteTransaction, personId: string): Promise<boolean> {
    await tx.send(() => [queries.lockPersonRow({ personId })]);
    return queries.hasLock(tx, await signInKeys(tx, personId), this.#clock.now());
  }

  /**
   * Deletes the counters of one-time codes tried under the names of a person, so that earlier attempts by a stranger
   * cannot block a new code.
   */
  async resetRecovery(tx: WriteTransaction, names: readonly string[], organizationId: string): Promise<void> {
    const keys = names.flatMap((name) => [recoveryKey(name, organizationId), recoveryKey(name, null)]);
    if (keys.length > 0) await tx.send(() => keys.map((key) => queries.clearAttempts({ key })));
  }

  /** Takes back a reserved attempt that did not fail. */
  async refund(tx: WriteTransaction, key: Buffer, consumption: Consumption): Promise<void> {
    await queries.refundAttempt(tx, key, consumption.lockedUntil !== null);
  }
}

/** Returns the keys that count the failed sign-ins of a person: by name, and on each known device. */
async function signInKeys(tx: WriteTransaction, personId: string): Promise<Buffer[]> {
  const devices = await queries.listKnownDevices(tx, personId);
  return [
    attemptKey("person", personId),
    ...devices.map((deviceId) => attemptKey("device", deviceId, personId)),
  ];
}

function tooMany(code: ErrorCode, until: Date, now: Date): ProblemError {
  return new ProblemError(code, { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) });
}
