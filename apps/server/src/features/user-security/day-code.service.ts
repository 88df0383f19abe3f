import type { BodyOf, ResultOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { createDayCode } from "@praxisportal/contract/user-security/user-security.endpoints";
import { endOfDayCode, makeDayCode } from "../../directory/day-codes/day-code.ts";
import { insertRecoveryCode } from "../../directory/recovery-codes.queries.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import { actedBy } from "../../platform/mail/identity-notice.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import { dayCodeNotice } from "./recovery-code.ts";
import { type SecurityDependencies, SecurityChanges } from "./security-changes.ts";
import * as changes from "./security-changes.queries.ts";

/** Issues and ends day codes for members who lack their phone for a day and keep their second factor. */
export class DayCodeService {
  readonly #dependencies: SecurityDependencies;
  readonly #work = new SecurityChanges();

  constructor(dependencies: SecurityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Creates a code, which is shown once and replaces an earlier one. Errors: see the endpoint. */
  async create(
    { context }: Authorized<"userSecurity.createDayCode">,
    personId: string,
    body: BodyOf<typeof createDayCode>,
  ): Promise<ResultOf<typeof createDayCode>> {
    const { organization, caller } = context;
    const { db, clock, hasher, sessions, notifier } = this.#dependencies;
    const now = clock.now();
    // The request is refused before a slow hash is computed. The change checks again while it holds its locks.
    await db.write((tx) => this.#work.lockIdentity(tx, context, personId));
    assertFresh(caller, now);
    const code = makeDayCode();
    const hash = await hasher.hash(code.plain);
    return db.write(async (tx) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      const member = await this.#work.lockIdentity(tx, context, personId);
      if (!(await changes.hasSecondFactor(tx, personId))) throw new ProblemError("TWO_FACTOR_NOT_ENABLED");
      if (!(await changes.mayUseDayCode(tx, organization.id, personId, now))) {
        throw new ProblemError("CONFLICT");
      }
      const { practiceCode, timeZone } = await changes.codeAndTimeZoneOf(tx, organization.id);
      const expiresAt = endOfDayCode(timeZone, now);
      await sessions.endDayCode(tx, personId);
      await insertRecoveryCode(tx, {
        id,
        personId,
        organizationId: organization.id,
        purpose: "day",
        hash,
        createdBy: caller.personId,
        expiresAt,
        now,
      });
      this.#work.auditIdentity(tx, context, member, {
        action: "user.day_code_created",
        reason: body.identityCheck,
      });
      const to = { organizationId: organization.id };
      notifier.storeIdentityNotice(tx, "dayCodeCreated", { ...to, personId }, actedBy(context, personId));
      const administrators = await changes.administratorsOf(tx, organization.id, now);
      // The creator sees the code at that moment, and a message would only cover it.
      const otherAdministrators = administrators.filter((administrator) => administrator !== caller.personId);
      notifier.store(
        tx,
        otherAdministrators.map((administrator) => ({ ...to, personId: administrator, ...dayCodeNotice })),
      );
      return { code: code.formatted, expiresAt: expiresAt.toISOString(), practiceCode };
    });
  }

  /** Ends a code and the sessions that began with it. Does nothing if there is none. */
  async end({ context }: Authorized<"userSecurity.endDayCode">, personId: string): Promise<void> {
    await this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockMember(tx, context, personId);
      // A person who has joined a second organization may still have a code of the first one.
      const hasEnded = await this.#dependencies.sessions.endDayCode(tx, personId, context.organization.id);
      if (hasEnded) this.#work.audit(tx, context, member, { action: "user.day_code_ended" });
    });
  }
}
