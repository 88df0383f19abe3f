import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { Caller } from "../../../platform/request-context/caller.ts";
import type { CallerResolver } from "./caller-resolver.ts";
import { recordMemberActivity } from "./member-activity.queries.ts";
import { touchSession } from "./session.queries.ts";

/**
 * Shortest interval between writes of a session's idle clock; a lost write shortens the session by at most this much.
 */
const touchIntervalMs = 30_000;
const minuteMs = 60_000;

type Dependencies = { db: IdentityDb; clock: Clock; callers: Pick<CallerResolver, "cache"> };

/** Records when sessions and members were last active. */
export class ActivityRecorder {
  readonly #dependencies: Dependencies;
  readonly #touched = new Map<string, number>();
  /** The latest recorded minute per person and organization. */
  readonly #activeMinutes = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Records activity of a person, in an organization if the request has one. */
  async record({ personId, sessionId }: Caller, organizationId: string | undefined): Promise<void> {
    const now = this.#dependencies.clock.now();
    const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
    const isTouched = isDue(this.#touched, sessionId, now.getTime(), touchIntervalMs);
    // Once per minute and process, unless another process did.
    const isNewMinute =
      organizationId !== undefined &&
      isDue(this.#activeMinutes, `${personId} ${organizationId}`, minute.getTime(), minuteMs);
    if (!isTouched && !isNewMinute) return;
    await this.#dependencies.db.write(async (tx) => {
      if (isTouched) await touchSession(tx, sessionId, now);
      if (isNewMinute) await recordMemberActivity(tx, personId, organizationId, minute);
    });
    // This request keeps the times that its caller was checked with; the next one reads the new ones.
    if (isTouched) this.#dependencies.callers.cache.forgetPerson(personId);
  }
}

/** Returns whether a key was last written at least `intervalMs` ago, and notes that it is written now. */
function isDue(written: Map<string, number>, key: string, nowMs: number, intervalMs: number): boolean {
  if (nowMs - (written.get(key) ?? 0) < intervalMs) return false;
  if (written.size > 50_000) written.clear();
  written.set(key, nowMs);
  return true;
}
