import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { LockedSession } from "@praxisportal/contract/workstation/workstation.schema";
import type { unlockSession } from "@praxisportal/contract/workstation/workstation.endpoints";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { AuditedChange } from "../../platform/events/change.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestContext, RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { OwnPasswordService } from "../auth/password/own-password.service.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { SignedInPerson, SignInService } from "../auth/sign-in/sign-in.service.ts";
import type { WorkstationProof } from "../auth/session/workstation-proof.ts";
import { requiresSecondStep } from "../../directory/sign-in.policy.ts";
import { actorOf } from "../../directory/person-context.ts";
import { findSharedWorkstation } from "./shared-workstation.queries.ts";
import {
  type WorkstationSessionsRow,
  findOwnWorkstation,
} from "../../directory/workstation-sessions.queries.ts";
import type { PasskeySignInService } from "../passkeys/passkey-sign-in.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  sessions: Pick<SessionService, "lock" | "unlock">;
  signIn: Pick<SignInService, "find" | "startOf">;
  ownPassword: Pick<OwnPasswordService, "prove">;
  passkeySignIn: Pick<PasskeySignInService, "proveUnlock">;
  /** Returns the key of a user's draft on a device. */
  draftKey: (subject: { personId: string; deviceId: string }) => string;
  demo: boolean;
};

type Candidate = NonNullable<Awaited<ReturnType<SignInService["find"]>>>;

/** Proof of identity. `use` records it in the transaction of the unlock. */
type Proven = { use: (tx: WriteTransaction) => Promise<void>; proof: WorkstationProof };

/** An audit entry without its organization. */
type AuditEntryDraft = Omit<AuditedChange, "organizationId">;

/** Locks sessions, and unlocks them when users of a workstation change. */
export class WorkstationSessionService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the locked sessions on the device of a request, or undefined if the device is not known. */
  find(origin: RequestOrigin): Promise<WorkstationSessionsRow | undefined> {
    return findOwnWorkstation(this.#dependencies.db, origin, this.#dependencies.clock.now());
  }

  /** Returns the locked sessions and, on a shared workstation, the people who work there, for the lock screen. */
  async findPeople(origin: RequestOrigin) {
    const workstation = await this.find(origin);
    const shared =
      workstation?.is_shared === true
        ? await findSharedWorkstation(
            this.#dependencies.db,
            workstation.device_id,
            this.#dependencies.clock.now(),
          )
        : [];
    return { workstation, shared };
  }

  /** Locks the caller's session, which revokes its tokens and closes its sockets. Returns the key of their draft. */
  async lock(context: RequestContext): Promise<LockedSession> {
    const { deviceId, sessionId, startOrganizationId } = context.caller;
    await this.#dependencies.db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: startOrganizationId ?? platformChainId,
        action: "auth.session_locked",
      });
      await this.#dependencies.sessions.lock(tx, { deviceId, sessionId });
    });
    return { draftKey: this.#dependencies.draftKey(context.caller) };
  }

  /**
   * Unlocks a person's session on the device of the request. A wrong password counts as a failed sign-in of the device.
   * Errors: 404 if the person has no locked session there, 400 PASSWORD_INCORRECT or PASSKEY_INVALID, 429, and those of
   * the login for a person who may not sign in.
   */
  async unlock(body: BodyOf<typeof unlockSession>, origin: RequestOrigin): Promise<SignedInPerson> {
    const workstation = await this.find(origin);
    const lockedUser = workstation?.people.find(({ personId }) => personId === body.userId);
    const person = lockedUser && (await this.#dependencies.signIn.find(lockedUser.personId));
    if (workstation === undefined || lockedUser === undefined || person === undefined)
      throw new ProblemError("NOT_FOUND");
    const audit = {
      action: "auth.session_unlocked" as const,
      actor: actorOf(person),
      request: { ...origin.audit, sessionId: lockedUser.sessionId },
      origin: "ui" as const,
    };
    const proven = await this.#prove(body, { person, deviceId: workstation.device_id }, audit);
    this.#dependencies.signIn.startOf(person, null, origin);
    return this.#unlock(lockedUser.sessionId, origin, proven, audit);
  }

  /** Checks the password or passkey. */
  async #prove(
    { password, passkey }: BodyOf<typeof unlockSession>,
    { person, deviceId }: { person: Candidate; deviceId: string },
    audit: AuditEntryDraft,
  ): Promise<Proven> {
    const personId = person.person_id;
    const organizationIds = person.memberships.map((membership) => membership.organizationId);
    if (password !== undefined) {
      const subject = { personId, deviceId, organizationIds, password };
      const isFull = !requiresSecondStep(person, this.#dependencies.demo);
      return {
        use: (await this.#dependencies.ownPassword.prove(subject, { ...audit, organizationId: "" }))
          .clearFailures,
        proof: isFull ? { kind: "full", secondFactorAt: null } : { kind: "partial" },
      };
    }
    if (passkey === undefined) throw new ProblemError("PASSKEY_INVALID");
    const recordFailure = (reason: string) =>
      this.#dependencies.db.write(async (tx) => {
        for (const organizationId of [...organizationIds, platformChainId]) {
          tx.record({ ...audit, organizationId, outcome: "failed", reason });
        }
      });
    const subject = { personId, deviceId };
    const { use } = await this.#dependencies.passkeySignIn.proveUnlock(passkey, subject, recordFailure);
    return { use, proof: { kind: "full", secondFactorAt: this.#dependencies.clock.now() } };
  }

  async #unlock(
    sessionId: string,
    origin: RequestOrigin,
    { use, proof }: Proven,
    audit: AuditEntryDraft,
  ): Promise<SignedInPerson> {
    return this.#dependencies.db.write(async (tx) => {
      const session = await this.#dependencies.sessions.unlock(tx, sessionId, origin, proof);
      // A parallel request unlocked the session first, or it has ended. Throwing rolls the transaction back.
      if (session === undefined) throw new ProblemError("NOT_FOUND");
      await use(tx);
      const { personId, organizationId } = session;
      tx.record({ ...audit, organizationId: organizationId ?? platformChainId, personId });
      return session;
    });
  }
}
