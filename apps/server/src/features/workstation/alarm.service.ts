import { uuidV7 } from "@praxisportal/contract/identifiers";
import { alarmValidMs } from "@praxisportal/contract/workstation/workstation.rules";
import type { AlarmState, RaisedAlarm } from "@praxisportal/contract/workstation/workstation.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { alarmRule, attemptKey, passwordKey, type RateLimiter } from "../../directory/rate-limiter.ts";
import { readLock, readLockIn } from "../../directory/rate-limiter.queries.ts";
import { findOwnWorkstation } from "../../directory/workstation-sessions.queries.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { alarmMessages } from "./alarm-messages.ts";
import { findAlarm, findAlarmedMember, insertAlarm, type NamedUser } from "./alarm.queries.ts";
import { findUserManagers } from "./pins.queries.ts";
import { findSharedWorkstation } from "./shared-workstation.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  limits: Pick<RateLimiter, "consume">;
  notifier: Pick<Notifier, "store">;
};

/** A member who cannot sign in at a device before a time. */
type LockedMember = { personId: string; until: Date };

/** Raises calls for help ("Ich bin gesperrt") from a shared workstation, and reports the unlock to it. */
export class AlarmService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Alerts the members who may unlock users, unless the device is not shared or has called too often. The response
   * reveals neither this nor whether the named user exists. It always contains an id, and the id of an unknown user
   * never reports an unlock.
   */
  async raise(named: NamedUser, origin: RequestOrigin): Promise<RaisedAlarm> {
    const now = this.#dependencies.clock.now();
    const id = uuidV7();
    const expiresAt = new Date(now.getTime() + alarmValidMs);
    const workstation = await findOwnWorkstation(this.#dependencies.db, origin, now);
    if (workstation?.is_shared === true && (await this.#isAllowed(workstation.device_id))) {
      const deviceId = workstation.device_id;
      await this.#alert(named, { deviceId, origin, now }, (tx, locked) =>
        insertAlarm(tx, {
          id,
          device_id: deviceId,
          person_id: locked?.personId ?? null,
          created_at: now,
          // The end of a lock by time is not reported, because it would reveal that the typed name is a member.
          expires_at: locked !== null && locked.until < expiresAt ? locked.until : expiresAt,
        }),
      );
    }
    return { id, expiresAt: expiresAt.toISOString() };
  }

  /** Returns whether the locked user of a call for help at this device can sign in there again. */
  async read(alarmId: string, origin: RequestOrigin): Promise<AlarmState> {
    const { db, clock } = this.#dependencies;
    const now = clock.now();
    const workstation = await findOwnWorkstation(db, origin, now);
    if (workstation?.is_shared !== true) return { unlocked: false };
    const user = await findAlarm(db, { id: alarmId, deviceId: workstation.device_id, now });
    if (user === undefined) return { unlocked: false };
    const lockedUntil = await readLock(db, passwordKey(user.personId, user.knownDeviceId));
    return { unlocked: lockedUntil === null || lockedUntil <= now };
  }

  async #alert(
    named: NamedUser,
    at: { deviceId: string; origin: RequestOrigin; now: Date },
    save: (tx: WriteTransaction, locked: LockedMember | null) => Promise<void>,
  ): Promise<void> {
    const { db, notifier } = this.#dependencies;
    const { deviceId, origin, now } = at;
    const organizations = await findSharedWorkstation(db, deviceId, now);
    await db.write(async (tx) => {
      let lockedMember: LockedMember | null = null;
      for (const { organization_id: organizationId, label } of organizations) {
        const member = await this.#findLocked(tx, organizationId, named, at);
        lockedMember ??= member;
        const managers = await findUserManagers(tx, organizationId, now);
        notifier.store(
          tx,
          managers.map(({ personId }) => ({
            personId,
            organizationId,
            type: "warning",
            kind: "workstationAlarm",
            route: "users",
            userId: member?.personId ?? null,
            messages: alarmMessages(label, member !== null),
          })),
        );
        tx.record({
          organizationId,
          action: "workstation.alarm_raised",
          actor: { type: "session", id: null },
          target: { type: "workstation", id: deviceId, ...(label !== null && { display: label }) },
          request: origin.audit,
          origin: "ui",
        });
      }
      await save(tx, lockedMember);
    });
  }

  /** Returns the named member if their account is locked at this device. Does the same work for unknown names. */
  async #findLocked(
    tx: WriteTransaction,
    organizationId: string,
    named: NamedUser,
    { deviceId, now }: { deviceId: string; now: Date },
  ): Promise<LockedMember | null> {
    const member = await findAlarmedMember(tx, { organizationId, deviceId, now }, named);
    const key = passwordKey(member?.personId ?? uuidV7(), member?.knownDeviceId ?? null);
    const lockedUntil = await readLockIn(tx, key);
    return member !== undefined && lockedUntil !== null && now < lockedUntil
      ? { personId: member.personId, until: lockedUntil }
      : null;
  }

  async #isAllowed(deviceId: string): Promise<boolean> {
    try {
      await this.#dependencies.limits.consume(attemptKey("alarm", deviceId), alarmRule);
      return true;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  }
}
