import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { unlockDesk } from "@praxisportal/contract/desk/desk.endpoints";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestContext, RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { SessionService } from "../auth/session.service.ts";
import type { actorOf, SignedInPerson, SignInService } from "../auth/sign-in.service.ts";
import { type DeskRow, findDesk } from "./desk.queries.ts";

type Parts = {
  db: IdentityDb;
  clock: Clock;
  sessions: Pick<SessionService, "rest" | "wake" | "announceEnd" | "personChanged">;
  signIn: Pick<SignInService, "find" | "startOf">;
  auth: Pick<AuthService, "proveOwnPassword">;
  /** Checks the passkey of a person with a locked session there; call `use` in the transaction of the unlock. */
  provePasskey: (
    proof: NonNullable<BodyOf<typeof unlockDesk>["passkey"]>,
    who: { personId: string; deviceId: string },
    note: (fault: string) => Promise<void>,
  ) => Promise<{ use: (tx: WriteTransaction) => Promise<void> }>;
  /** Returns how the audit log names a person. */
  actorOf: typeof actorOf;
};

type Candidate = NonNullable<Awaited<ReturnType<SignInService["find"]>>>;

/** An audit entry without its practice. */
type Note = Omit<Parameters<WriteTransaction["audit"]>[0], "organizationId">;

/** Locks sessions, and unlocks them when users of a workstation change. */
export class DeskService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the locked sessions on the device of a request; undefined when the device is not known. */
  async find(origin: RequestOrigin): Promise<DeskRow | undefined> {
    if (origin.deviceSecret === undefined) return undefined;
    return findDesk(this.#parts.db, hashToken(origin.deviceSecret), this.#parts.clock.now());
  }

  /** Locks the caller's session: its tokens become invalid, its sockets are closed. */
  async lock(context: RequestContext): Promise<void> {
    const { deviceId, sessionId, startOrganizationId } = context.caller;
    const rested = await this.#parts.db.write(async (tx) => {
      tx.audit({
        ...context.auditBase(),
        organizationId: startOrganizationId ?? platformChainId,
        action: "auth.locked",
      });
      return this.#parts.sessions.rest(tx, { deviceId, sessionId });
    });
    this.#parts.sessions.announceEnd(rested, "locked");
  }

  /**
   * Unlocks a person's session on the device of the request. A wrong password counts as a failed sign-in of the device.
   * Errors: 404 when no session of theirs is locked there, 400 PASSWORD_INCORRECT or PASSKEY_INVALID, 429, and the
   * reasons why a person may not sign in.
   */
  async unlock(body: BodyOf<typeof unlockDesk>, origin: RequestOrigin): Promise<SignedInPerson> {
    const desk = await this.find(origin);
    const resting = desk?.people.find(({ personId }) => personId === body.userId);
    const person = resting && (await this.#parts.signIn.find(resting.personId));
    if (desk === undefined || resting === undefined || person === undefined)
      throw new ProblemError("NOT_FOUND");
    const audit = {
      action: "auth.unlocked" as const,
      actor: this.#parts.actorOf(person),
      request: { ...origin.audit, sessionId: resting.sessionId },
      origin: "ui" as const,
    };
    const proven = await this.#prove(body, { person, deviceId: desk.device_id }, audit);
    this.#parts.signIn.startOf(person, null, origin);
    return this.#wake(resting.sessionId, origin, proven, audit);
  }

  /** Checks password or passkey; the returned function records its use in the transaction of the unlock. */
  async #prove(
    { password, passkey }: BodyOf<typeof unlockDesk>,
    { person, deviceId }: { person: Candidate; deviceId: string },
    audit: Note,
  ): Promise<(tx: WriteTransaction) => Promise<void>> {
    const personId = person.person_id;
    const organizationIds = person.memberships.map((membership) => membership.organizationId);
    if (password !== undefined) {
      const who = { personId, deviceId, organizationIds, password };
      return (await this.#parts.auth.proveOwnPassword(who, { ...audit, organizationId: "" })).forgive;
    }
    if (passkey === undefined) throw new ProblemError("PASSKEY_INVALID");
    const note = (reason: string) =>
      this.#parts.db.write(async (tx) => {
        for (const organizationId of [...organizationIds, platformChainId]) {
          tx.audit({ ...audit, organizationId, outcome: "failed", reason });
        }
      });
    return (await this.#parts.provePasskey(passkey, { personId, deviceId }, note)).use;
  }

  async #wake(
    sessionId: string,
    origin: RequestOrigin,
    forgive: (tx: WriteTransaction) => Promise<void>,
    audit: Note,
  ): Promise<SignedInPerson> {
    const woken = await this.#parts.db.write(async (tx) => {
      const found = await this.#parts.sessions.wake(tx, sessionId, origin);
      // Throws, so that the transaction is rolled back: a parallel request unlocked the session first, or it has ended.
      if (found === undefined) throw new ProblemError("NOT_FOUND");
      await forgive(tx);
      tx.audit({ ...audit, organizationId: found.organizationId ?? platformChainId });
      return found;
    });
    this.#parts.sessions.announceEnd(woken.rested, "locked");
    this.#parts.sessions.personChanged(woken.personId);
    return woken;
  }
}
