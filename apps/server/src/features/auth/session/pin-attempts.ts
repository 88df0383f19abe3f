import {
  pinFailuresPerDevice,
  pinFailuresPerPerson,
  pinValidMs,
} from "@praxisportal/contract/workstation/workstation.rules";
import {
  rateLimitRule,
  attemptKey,
  type Consumption,
  type RateLimiter,
} from "../../../directory/rate-limiter.ts";
import { clearAttempts } from "../../../directory/rate-limiter.queries.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** A lock outlasts every PIN of the device: only a sign-in, which deletes the counter, makes a PIN work again. */
const lockMs = 2 * pinValidMs;
const personRule = rateLimitRule(pinFailuresPerPerson, lockMs);
const deviceRule = rateLimitRule(pinFailuresPerDevice, lockMs);

const deviceKey = (deviceId: string) => attemptKey("pin-device", deviceId);
const personKey = (deviceId: string, subject: string) => attemptKey("pin", deviceId, subject);

/** One counted attempt. */
export type PinAttempt = {
  deviceId: string;
  subject: string;
  device: Consumption;
  /** Number of further wrong PINs before the person or the device is locked. */
  attemptsLeft: number;
};

/** Counts wrong PINs per device, and per person on it. */
export class PinAttempts {
  readonly #limits: Pick<RateLimiter, "consume" | "refund">;

  constructor(limits: Pick<RateLimiter, "consume" | "refund">) {
    this.#limits = limits;
  }

  /**
   * Counts an attempt before it is checked; `subject` is the id of the person, or the typed name if it belongs to no
   * person. Throws 429 PIN_LOCKED while the person or the device is locked.
   */
  async consume(deviceId: string, subject: string): Promise<PinAttempt> {
    const person = await this.#limits.consume(personKey(deviceId, subject), personRule, "PIN_LOCKED");
    const device = await this.#limits.consume(deviceKey(deviceId), deviceRule, "PIN_LOCKED");
    const remaining = Math.min(
      pinFailuresPerPerson - person.failures,
      pinFailuresPerDevice - device.failures,
    );
    return { deviceId, subject, device, attemptsLeft: remaining };
  }

  /**
   * Takes back an attempt with the right PIN. The failures of other users of the device remain, because otherwise an
   * attacker could continue after entering a PIN of their own.
   */
  async forgive(tx: WriteTransaction, { deviceId, subject, device }: PinAttempt): Promise<void> {
    await this.#limits.refund(tx, deviceKey(deviceId), device);
    await tx.send(() => [clearAttempts({ key: personKey(deviceId, subject) })]);
  }
}

/** Deletes the failures of a person on a device, and those of the device, after a password or passkey. */
export async function clearPinAttempts(
  tx: WriteTransaction,
  deviceId: string,
  personId: string,
): Promise<void> {
  await tx.send(() => [
    clearAttempts({ key: personKey(deviceId, personId) }),
    clearAttempts({ key: deviceKey(deviceId) }),
  ]);
}
