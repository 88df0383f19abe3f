import type { ResultOf } from "@praxisportal/contract/endpoint";
import type { createEmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import type { EmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { emergencyAlertKey, type RateLimiter } from "../../directory/rate-limiter.ts";
import { clearAttempts } from "../../directory/rate-limiter.queries.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { SignInService } from "../auth/sign-in/sign-in.service.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { presentEmergencyCode } from "./emergency-code.presenter.ts";
import * as queries from "./emergency-code.queries.ts";
import { makeEmergencyCode } from "./printed-emergency-code.ts";

/** Dependencies of the services that manage and redeem the code. */
export type EmergencyCodeDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  signIn: Pick<SignInService, "findByName">;
  notices: Pick<AdministratorNotices, "queue">;
};

/** Creates, shows and withdraws the emergency code of an organization. */
export class EmergencyCodeService {
  readonly #dependencies: EmergencyCodeDependencies;

  constructor(dependencies: EmergencyCodeDependencies) {
    this.#dependencies = dependencies;
  }

  async status(db: OrganizationDb): Promise<EmergencyCode> {
    return presentEmergencyCode(await queries.findEmergencyCode(db));
  }

  /** Creates a code, replacing any earlier one. It is returned only here. Errors: see the endpoint. */
  async create({
    context,
  }: Authorized<"emergencyCode.create">): Promise<ResultOf<typeof createEmergencyCode>> {
    const { organization, caller } = context;
    const { clock, hasher } = this.#dependencies;
    const now = clock.now();
    assertFresh(caller, now);
    const { label, plain, formatted } = makeEmergencyCode();
    // Hashed before the transaction, so that no locks are held during the slow hash.
    const hash = await hasher.hash(plain);
    const practiceCode = await this.#dependencies.db.write(async (tx) => {
      await saveIdempotencyKey(tx, context.repeatable, uuidV7());
      const code = { label, hash, createdBy: caller.personId, now };
      const practice = await queries.replaceEmergencyCode(tx, organization.id, code);
      // A new code starts with a fresh counter, so that earlier attempts by a stranger cannot block it.
      await tx.send(() => [clearAttempts({ key: emergencyAlertKey(organization.id) })]);
      await this.#record(tx, context, "organization.emergency_code_created");
      return practice;
    });
    return { code: formatted, practiceCode, emergencyCode: await this.status(organization.db) };
  }

  /** Withdraws the code. Errors: see the endpoint. */
  async withdraw({ context }: Authorized<"emergencyCode.withdraw">): Promise<void> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    await this.#dependencies.db.write(async (tx) => {
      if (!(await queries.deleteEmergencyCode(tx, context.organization.id))) return;
      await this.#record(tx, context, "organization.emergency_code_withdrawn");
    });
  }

  async #record(
    tx: WriteTransaction,
    context: RequestContext,
    action: "organization.emergency_code_created" | "organization.emergency_code_withdrawn",
  ): Promise<void> {
    const { id, name } = context.organization;
    tx.record({
      ...context.auditBase(),
      organizationId: id,
      action,
      target: { type: "organization", id, display: name },
    });
    await this.#dependencies.notices.queue(tx, {
      kind: "emergencyCodeChanged",
      organizationId: id,
      actorId: context.caller.personId,
    });
  }
}
