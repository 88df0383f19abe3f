import type { Clock } from "../../platform/clock/clock.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import { singleOrganizationMembers, revokeOrganizationTokens } from "./organization-changes.queries.ts";

type Dependencies = {
  clock: Clock;
  sessions: Pick<SessionService, "end">;
};

/** Ends access to an organization whose state changes. */
export class OrganizationClosing {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Ends the sessions of people who belong to no other organization, inside the transaction that closes the
   * organization. A suspension keeps the organization's administrators signed in and its organization tokens valid. Any
   * other closure also signs out the administrators and revokes the tokens.
   */
  async close(
    tx: WriteTransaction,
    organizationId: string,
    cause: { reason: string; by: string | null; suspended: boolean },
  ): Promise<void> {
    const now = this.#dependencies.clock.now();
    if (!cause.suspended) await revokeOrganizationTokens(tx, organizationId, cause.by, cause.reason, now);
    const personIds = await singleOrganizationMembers(tx, organizationId, now, cause.suspended);
    if (personIds.length > 0) await this.#dependencies.sessions.end(tx, { personIds }, cause.reason);
  }
}
