import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { addPasskey } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { AuditAction } from "@praxisportal/contract/audit-actions";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import { actedBy, queueIdentityNotice } from "../../platform/mail/identity-notice.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { SignInService } from "../auth/sign-in/sign-in.service.ts";
import { recordProof } from "../../directory/second-factor.queries.ts";
import type { Binding, Challenges } from "./challenge.ts";
import type { ChallengePurpose } from "./challenge-purpose.ts";
import type { PasskeyProver } from "./passkey-prover.ts";
import { mayRemove } from "./passkeys.policy.ts";
import * as queries from "./passkeys.queries.ts";
import { creationOptions, readNewCredential, type RelyingParty } from "./web-authn.ts";
import { needsTwoFactor } from "../../directory/sign-in.policy.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  party: RelyingParty;
  challenges: Challenges;
  prover: PasskeyProver;
  sessions: Pick<SessionService, "end" | "endDayCode" | "liftRestriction">;
  signIn: Pick<SignInService, "find">;
  demo: boolean;
};

/** Manages a person's own passkeys, and step-ups with them. */
export class PasskeyService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the caller's passkeys, newest first. */
  list({ caller }: RequestContext) {
    return queries.listPasskeys(this.#dependencies.db, caller.personId);
  }

  /** Begins a registration in this session. Errors: 403 without a step-up. */
  async begin({ caller }: RequestContext) {
    assertFresh(caller, this.#dependencies.clock.now());
    const [owner, known] = await Promise.all([
      queries.findOwner(this.#dependencies.db, caller.personId),
      queries.listPasskeys(this.#dependencies.db, caller.personId),
    ]);
    if (owner === undefined) throw new ProblemError("NOT_AUTHENTICATED");
    const { challengeId, challenge } = await this.#dependencies.challenges.make(
      bindingOf(caller, "register"),
    );
    const displayName = `${owner.first_name} ${owner.last_name}`.trim();
    const username = caller.memberships.find((membership) => membership.username !== null)?.username;
    const name = owner.email ?? owner.platform_username ?? username ?? displayName;
    const person = { id: caller.personId, name, displayName };
    return { challengeId, options: creationOptions(this.#dependencies.party, challenge, person, known) };
  }

  /**
   * Stores a new passkey. Errors: 400 PASSKEY_INVALID, 403 without a step-up, 409 when the key is already registered.
   */
  async add(context: RequestContext, body: BodyOf<typeof addPasskey>) {
    const { caller } = context;
    const now = this.#dependencies.clock.now();
    assertFresh(caller, now);
    const challenge = await this.#dependencies.challenges.take(
      body.challengeId,
      bindingOf(caller, "register"),
    );
    const credential = await readNewCredential(this.#dependencies.party, challenge, body.response);
    if (credential === undefined) {
      await this.#dependencies.db.write(async (tx) =>
        this.#auditChange(tx, context, "user.passkey_added", "failed"),
      );
      throw new ProblemError("PASSKEY_INVALID");
    }
    const addedPasskey = await this.#dependencies.db.write(async (tx) => {
      const row = await queries.insertPasskey(tx, {
        id: uuidV7(),
        person_id: caller.personId,
        credential_id: credential.credentialId,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports,
        is_synced: credential.isSynced,
        name: body.name,
        created_at: now,
      });
      if (row === undefined) throw new ProblemError("ALREADY_EXISTS");
      // Registering the key has proven that the caller has it.
      await recordProof(tx, caller.sessionId, now, true);
      await this.#dependencies.sessions.liftRestriction(tx, caller.sessionId, "two_factor_setup");
      await this.#dependencies.sessions.endDayCode(tx, caller.personId);
      this.#auditChange(tx, context, "user.passkey_added");
      await queueIdentityNotice(tx, "passkeyAdded", caller.personId, actedBy(context, caller.personId));
      return row;
    });
    return addedPasskey;
  }

  /** Renames a passkey. Errors: 404 when it does not belong to the caller. */
  async rename(context: RequestContext, id: string, name: string) {
    return this.#dependencies.db.write(async (tx) => {
      const row = await queries.renamePasskey(tx, context.caller.personId, id, name);
      if (row === undefined) throw new ProblemError("NOT_FOUND");
      this.#auditChange(tx, context, "user.passkey_renamed");
      return row;
    });
  }

  /**
   * Removes a passkey; the caller's other sessions end, because one of them may be on a lost device. Errors: 403
   * without a step-up, 404, 409 TWO_FACTOR_REQUIRED for the last required second factor.
   */
  async remove(context: RequestContext, id: string): Promise<void> {
    const { caller } = context;
    const { personId } = caller;
    assertFresh(caller, this.#dependencies.clock.now());
    const person = await this.#dependencies.signIn.find(personId);
    const isRequired = person !== undefined && needsTwoFactor(person, this.#dependencies.demo);
    await this.#dependencies.db.write(async (tx) => {
      const removal = await queries.deletePasskey(tx, personId, id);
      if (removal === undefined) throw new ProblemError("NOT_FOUND");
      // Throws, so that the removal is rolled back.
      if (!mayRemove(removal.remaining, isRequired)) throw new ProblemError("TWO_FACTOR_REQUIRED");
      this.#auditChange(tx, context, "user.passkey_removed");
      await queueIdentityNotice(tx, "passkeyRemoved", personId, actedBy(context, personId));
      await this.#dependencies.sessions.end(tx, { personId, except: caller.sessionId }, "two_factor_changed");
    });
  }

  /** Begins a step-up in this session. Errors: 404 when the caller has no passkey. */
  beginStepUp({ caller }: RequestContext) {
    return this.#dependencies.prover.begin(bindingOf(caller, "stepUp"));
  }

  /**
   * Checks a step-up; call the returned function in the transaction of the action that it permits. Errors: 400, 429.
   */
  async proveOwn(
    context: RequestContext,
    proof: PasskeyProof,
  ): Promise<(tx: WriteTransaction) => Promise<void>> {
    const { use } = await this.#dependencies.prover.prove(
      proof,
      bindingOf(context.caller, "stepUp"),
      (_personId, fault) =>
        this.#dependencies.db.write(async (tx) =>
          this.#auditChange(tx, context, "auth.step_up", "failed", fault),
        ),
    );
    return use;
  }

  /** Records changes of the person in the logs of their organizations and of the platform. */
  #auditChange(
    tx: WriteTransaction,
    context: RequestContext,
    action: AuditAction,
    outcome: "success" | "failed" = "success",
    reason?: string,
  ): void {
    const { caller } = context;
    const organizations = caller.memberships.map((membership) => membership.organizationId);
    for (const organizationId of [...organizations, platformChainId]) {
      tx.record({
        ...context.auditBase(),
        organizationId,
        action,
        outcome,
        target: { type: "user", id: caller.personId },
        ...(reason === undefined ? {} : { reason }),
      });
    }
  }
}

/** Returns what the challenge of a signed-in person is bound to: their session. */
function bindingOf(caller: RequestContext["caller"], purpose: ChallengePurpose): Binding {
  const { personId, sessionId } = caller;
  return { purpose, personId, sessionId, device: null };
}
