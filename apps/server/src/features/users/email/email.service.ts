import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { MailLimits } from "../../../directory/mail-limits.ts";
import type { OwnPasswordService } from "../../auth/password/own-password.service.ts";
import * as queries from "./email-change.queries.ts";

type Dependencies = {
  db: IdentityDb;
  ownPassword: Pick<OwnPasswordService, "prove">;
  clock: Clock;
  mailLimits: Pick<MailLimits, "assertOwnChangeAllowed" | "countOwnChange">;
};

/** Changes a person's address. A new address takes effect only after its owner has confirmed it. */
export class EmailService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Asks the owner of a new address to confirm it. The response does not reveal whether another account has the
   * address. Errors: 400 PASSWORD_INCORRECT, 403 STEP_UP_REQUIRED, 429.
   */
  async change(
    { context }: Authorized<"users.changeEmail">,
    request: { newEmail: string; password: string },
  ): Promise<void> {
    const { caller } = context;
    // The call includes the password. A user with a second factor must prove the factor too.
    if (caller.hasSecondFactor) assertFresh(caller, this.#dependencies.clock.now());
    const audit = {
      ...context.auditBase(),
      organizationId: platformChainId,
      action: "user.email_change_requested" as const,
      target: { type: "user" as const, id: caller.personId },
    };
    const organizationIds = caller.memberships.map((membership) => membership.organizationId);
    await this.#dependencies.mailLimits.assertOwnChangeAllowed(caller.personId, request.newEmail);
    const proven = await this.#dependencies.ownPassword.prove(
      { personId: caller.personId, deviceId: caller.deviceId, organizationIds, password: request.password },
      audit,
    );
    await this.#dependencies.db.write(async (tx) => {
      await proven.clearFailures(tx);
      const oldEmail = await queries.lockConfirmedEmail(tx, caller.personId);
      if (oldEmail === request.newEmail) await queries.withdrawEmail(tx, caller.personId);
      else {
        await this.#dependencies.mailLimits.countOwnChange(tx, caller.personId, request.newEmail);
        const { language } = context.origin;
        const emailChangeId = await queries.requestEmail(tx, {
          personId: caller.personId,
          oldEmail,
          newEmail: request.newEmail,
          language,
          by: { personId: caller.personId, organizationId: null },
        });
        const order = { template: "emailChangeNotice", emailChangeId, language, sessionId: caller.sessionId };
        tx.emit("mail", order, uuidV7());
      }
      for (const organizationId of [...organizationIds, platformChainId]) {
        tx.record({ ...audit, organizationId, changes: { email: ["•", "•"] } });
      }
    });
  }

  /** Withdraws the caller's own request. Does nothing if there is none. */
  async withdraw({ context }: Authorized<"users.cancelEmailChange">): Promise<void> {
    const { caller } = context;
    const organizationIds = caller.memberships.map((membership) => membership.organizationId);
    await this.#dependencies.db.write(async (tx) => {
      if (!(await queries.withdrawEmail(tx, caller.personId))) return;
      for (const organizationId of [...organizationIds, platformChainId]) {
        tx.record({
          ...context.auditBase(),
          organizationId,
          action: "user.email_change_withdrawn",
          target: { type: "user", id: caller.personId },
        });
      }
    });
  }
}
