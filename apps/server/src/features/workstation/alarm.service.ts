import { alarmsPerDevicePerHour } from "@praxisportal/contract/workstation/workstation.rules";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { attemptKey, type RateLimiter, type RateLimitRule } from "../../directory/rate-limiter.ts";
import { findOwnWorkstation } from "../../directory/workstation-sessions.queries.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { alarmMessages } from "./alarm-messages.ts";
import { findUserManagers } from "./pins.queries.ts";
import { findSharedWorkstation } from "./shared-workstation.queries.ts";

const hourMs = 3_600_000;
const alarmRule: RateLimitRule = {
  max: alarmsPerDevicePerHour,
  windowMs: hourMs,
  lockMs: hourMs,
  lockMaxMs: hourMs,
};

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  limits: Pick<RateLimiter, "consume">;
  notifier: Pick<Notifier, "store">;
};

/** "Ich bin gesperrt": calls those who may unlock users to a shared workstation. */
export class AlarmService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Alerts them, unless the device is not shared or has called too often. The caller cannot see which. */
  async raise(origin: RequestOrigin): Promise<void> {
    const { db, clock, notifier } = this.#dependencies;
    const now = clock.now();
    const workstation = await findOwnWorkstation(db, origin, now);
    if (workstation === undefined || !workstation.is_shared) return;
    const { device_id: deviceId } = workstation;
    if (!(await this.#isAllowed(deviceId))) return;
    const organizations = await findSharedWorkstation(db, deviceId, now);
    await db.write(async (tx) => {
      for (const { organization_id: organizationId, label } of organizations) {
        const managers = await findUserManagers(tx, organizationId, now);
        notifier.store(
          tx,
          managers.map(({ personId }) => ({
            personId,
            organizationId,
            type: "warning",
            kind: "workstationAlarm",
            route: "users",
            messages: alarmMessages(label),
          })),
        );
        tx.record({
          organizationId,
          action: "workstation.alarm_raised",
          actor: { type: "session", id: null },
          target: { type: "workstation", id: deviceId, display: label ?? "" },
          request: origin.audit,
          origin: "ui",
        });
      }
    });
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
