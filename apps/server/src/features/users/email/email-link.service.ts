import { uuidV7 } from "@praxisportal/contract/identifiers";
import { type AuditDraft, platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import type { SessionService } from "../../auth/session/session.service.ts";
import * as queries from "./email-change.queries.ts";
import { organizationsOf, setConfirmedEmail } from "../../../directory/addresses.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  sessions: Pick<SessionService, "end">;
};

/** Handles the mailed links of a change of address. A link only proves that its holder can read the mailbox. */
export class EmailLinkService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the address that an open link confirms or restores. Changes nothing. Errors: 400 LINK_INVALID. */
  async check(token: string): Promise<{ email: string }> {
    const { db, clock } = this.#dependencies;
    const email = await queries.findLinkedEmail(db, hashToken(token), clock.now());
    if (email === null) throw new ProblemError("LINK_INVALID");
    return { email };
  }

  /**
   * Confirms the new address by the link sent to it. Errors: 400 LINK_INVALID, 409 ALREADY_EXISTS if another account
   * has confirmed it since.
   */
  async confirm(token: string, origin: RequestOrigin): Promise<{ email: string | null }> {
    const email = await this.#dependencies.db.write(async (tx) => {
      const link = await queries.consumeEmailLink(
        tx,
        hashToken(token),
        "email_confirm",
        this.#dependencies.clock.now(),
      );
      const change = link && (await queries.lockEmailChange(tx, link.emailChangeId));
      if (
        !change ||
        change.new_email === null ||
        change.confirmed_at !== null ||
        change.withdrawn_at !== null
      ) {
        throw new ProblemError("LINK_INVALID");
      }
      const personId = change.person_id;
      if (await queries.isOwnedByAnother(tx, change.new_email, personId))
        throw new ProblemError("ALREADY_EXISTS");
      await setConfirmedEmail(tx, personId, change.new_email);
      await queries.markEmailChange(tx, change.id, "confirmed_at");
      tx.emit("mail", { template: "emailChanged", personId, language: origin.language }, uuidV7());
      const { requested_by: requestedBy } = change;
      const isOwn = requestedBy === null || requestedBy === personId;
      await this.#audit(tx, personId, origin, {
        // A change requested by an administrator is not attributed to the person, because the link proves only the
        // mailbox.
        actor: isOwn ? { type: "user", id: personId } : { type: "link", id: requestedBy },
        action: "user.email_changed",
        changes: { email: ["•", "•"] },
      });
      return change.new_email;
    });
    return { email };
  }

  /**
   * Restores the old address by the link sent to it and withdraws later changes. The change may have been requested or
   * confirmed, or may have removed the address. Every session of the person ends. Errors: 400 LINK_INVALID.
   */
  async cancel(token: string, origin: RequestOrigin): Promise<{ email: string | null }> {
    const email = await this.#dependencies.db.write(async (tx) => {
      const link = await queries.consumeEmailLink(
        tx,
        hashToken(token),
        "email_cancel",
        this.#dependencies.clock.now(),
      );
      const change = link && (await queries.lockEmailChange(tx, link.emailChangeId));
      if (!change || change.old_email === null || change.withdrawn_at !== null) {
        throw new ProblemError("LINK_INVALID");
      }
      const personId = change.person_id;
      // If another account has confirmed the address since, that account keeps it.
      if (await queries.isOwnedByAnother(tx, change.old_email, personId))
        throw new ProblemError("LINK_INVALID");
      await setConfirmedEmail(tx, personId, change.old_email);
      await queries.withdrawFrom(tx, personId, change.id);
      await this.#audit(tx, personId, origin, {
        actor: { type: "user", id: personId },
        action: "user.email_change_withdrawn",
      });
      await this.#dependencies.sessions.end(tx, { personId }, "email_change_withdrawn");
      return change.old_email;
    });
    return { email };
  }

  /** Records the change for the organizations of the person and the platform, without the address. */
  async #audit(
    tx: WriteTransaction,
    personId: string,
    origin: RequestOrigin,
    entry: Pick<AuditDraft, "actor" | "action" | "changes">,
  ): Promise<void> {
    for (const organizationId of [...(await organizationsOf(tx, personId)), platformChainId]) {
      tx.record({
        organizationId,
        ...entry,
        target: { type: "user", id: personId },
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
    }
  }
}
