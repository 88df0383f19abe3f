import type { Clock } from "../../platform/clock/clock.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { SessionService } from "../auth/session.service.ts";
import { peopleAlone, revokeApplications } from "./organization-changes.queries.ts";

type Parts = {
  clock: Clock;
  sessions: Pick<SessionService, "end" | "announceEnd" | "practiceChanged">;
};

type Ended = Awaited<ReturnType<SessionService["end"]>>;

/** Ends access to a practice whose state changes. */
export class PracticeClosing {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Ends the sessions of people who have no other place to work, inside the transaction that closes the practice. A
   * suspension keeps its administrators signed in and does not revoke application tokens; any other closing ends both.
   */
  async close(
    tx: WriteTransaction,
    organizationId: string,
    why: { reason: string; by: string; suspended: boolean },
  ): Promise<Ended> {
    const now = this.#parts.clock.now();
    if (!why.suspended) await revokeApplications(tx, organizationId, why.by, why.reason, now);
    const personIds = await peopleAlone(tx, organizationId, now, why.suspended);
    return personIds.length === 0 ? [] : this.#parts.sessions.end(tx, { personIds }, why.reason);
  }

  /**
   * Announces the change after the commit: every process drops its cached callers, and sockets are closed or checked
   * again.
   */
  announce(ended: Ended, reason: string): void {
    this.#parts.sessions.practiceChanged();
    this.#parts.sessions.announceEnd(ended, reason);
  }
}
