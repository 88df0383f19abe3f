import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { passkeyProofSchema } from "../passkeys/passkeys.schema.ts";
import { roleSchema } from "../role-schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { withCode } from "../validation.ts";
import { isSimplePin, pinDigits } from "./workstation.rules.ts";

/** Data that the lock screen may show about this device. */
export const currentWorkstationSchema = z.strictObject({
  /** Null if the device is unknown or not released as a workstation by any organization. */
  workstation: z.nullable(
    z.strictObject({
      label: z.nullable(z.string()),
      shared: z.boolean(),
      autoLockMinutes: z.nullable(z.int()),
    }),
  ),
  /**
   * Users with a locked session on this device, most recent first. On a shared workstation, other users who work there
   * follow, and administrators are left out.
   */
  people: z.array(
    z.strictObject({
      userId: uuidSchema,
      name: z.string(),
      initials: z.string(),
      organizationName: z.nullable(z.string()),
      /** Role and department are null unless the workstation is shared. */
      role: z.nullable(roleSchema),
      department: z.nullable(z.string()),
      /** Whether a session of this user is locked here, so that a password or passkey unlocks it. */
      locked: z.boolean(),
      passkey: z.boolean(),
    }),
  ),
});
export type CurrentWorkstation = z.output<typeof currentWorkstationSchema>;

/** Result of locking a session. */
export const lockedSessionSchema = z.strictObject({
  /**
   * AES-256 key for the user's draft, base64url. The browser must not keep it while the screen is
   * locked.
   */
  draftKey: z.string(),
});
export type LockedSession = z.output<typeof lockedSessionSchema>;

/** Request to unlock a user's session, with exactly one of the two proofs. */
export const unlockSessionSchema = z
  .strictObject({
    userId: uuidSchema,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    passkey: z.optional(passkeyProofSchema),
  })
  .check(
    z.refine(
      (body) => (body.password === undefined) !== (body.passkey === undefined),
      withCode("required", {}, ["password"]),
    ),
  );

const pattern = new RegExp(`^[0-9]{${pinDigits}}$`);

/** Six digits. Other texts are rejected before they count as an attempt. */
const pinSchema = z
  .string()
  .check(z.refine((pin) => pattern.test(pin), withCode("pin", { digits: pinDigits })));

/** Request to switch to the user of a tile or to the user with the typed username. */
export const pinSignInSchema = z
  .strictObject({
    userId: z.optional(uuidSchema),
    username: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
    pin: pinSchema,
  })
  .check(
    z.refine(
      ({ userId, username }) => (userId === undefined) !== (username === undefined),
      withCode("required", {}, ["username"]),
    ),
  );

export const setPinSchema = z.strictObject({
  pin: pinSchema.check(z.refine((pin) => !pattern.test(pin) || !isSimplePin(pin), withCode("pinTooSimple"))),
});

/** The caller's PIN for the workstation of this session. */
export const ownPinSchema = z.strictObject({
  /**
   * Reason why the caller cannot set a PIN: their role, the workstation, or the time since their last full sign-in
   * there.
   */
  unavailable: z.nullable(z.enum(["administrator", "workstation", "signIn"])),
  /** Whether the caller has a PIN here. */
  here: z.boolean(),
  /** Time until which the PIN works here without another full sign-in. */
  worksUntil: z.nullable(timeSchema),
  /** Number of other workstations with a PIN of the caller. */
  elsewhere: z.int(),
});
export type OwnPin = z.output<typeof ownPinSchema>;

/**
 * The user who is locked out: the user of a tile, or else the typed username or e-mail address. Both are optional.
 */
export const alarmSchema = z.strictObject({
  userId: z.optional(uuidSchema),
  login: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
});

/** A call for help. The response is the same whether or not it alerted anyone and whether or not the user exists. */
export const raisedAlarmSchema = z.strictObject({ id: uuidSchema, expiresAt: timeSchema });
export type RaisedAlarm = z.output<typeof raisedAlarmSchema>;

export const alarmParams = z.strictObject({ alarmId: uuidSchema });

export const alarmStateSchema = z.strictObject({
  /** Whether the account was locked when the alarm was raised and is no longer locked. */
  unlocked: z.boolean(),
});
export type AlarmState = z.output<typeof alarmStateSchema>;
