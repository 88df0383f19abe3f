import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { acceptInvitation } from "@praxisportal/contract/members/members.endpoints";
import type { InvitationView } from "@praxisportal/contract/members/members.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { assertNewPassword } from "../../platform/http/new-password.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { mayRenew } from "../../directory/membership-rules.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import { takeSeat } from "../../directory/seats.queries.ts";
import { setConfirmedEmail } from "../../directory/addresses.queries.ts";
import { erasePerson, lockPerson } from "../../directory/people.queries.ts";
import { lockOrganization } from "../../directory/members.queries.ts";
import * as queries from "./members.queries.ts";
import { presentOffer } from "./members.presenter.ts";
import { assertUnique } from "../../directory/member-guards.ts";

/** Dependencies from other features, provided by the composition root. */
export type InvitationDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  sessions: Pick<SessionService, "end">;
};

type Offer = NonNullable<Awaited<ReturnType<typeof queries.lockOffer>>> & {
  email: string;
  organizationId: string;
  /** Account that has confirmed this address, if any. */
  owner: { personId: string; maySignIn: boolean; isDeactivated: boolean } | undefined;
};

/** Lets the owner of a mailbox view an invitation and accept it once. */
export class InvitationService {
  readonly #dependencies: InvitationDependencies;

  constructor(dependencies: InvitationDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the invitation of a link. Errors: 400 LINK_INVALID for a link that is unknown, used, expired or of an
   * invitation that ended.
   */
  async check(token: string): Promise<InvitationView> {
    return this.#dependencies.db.write(async (tx) => {
      const offer = await this.#find(tx, hashToken(token));
      return presentOffer(offer, offer.email, requiredAnswer(offer));
    });
  }

  /**
   * Accepts an invitation: a new person chooses a password, an active member confirms their address, and the owner of
   * an existing account takes over the membership, either signed in or, when they cannot sign in anywhere, with a new
   * password. Errors: 400 LINK_INVALID or a field, 409 SIGN_IN_TO_ACCEPT, CONFLICT when the owner is already a member,
   * USER_LIMIT_REACHED, ALREADY_EXISTS.
   */
  async accept(body: BodyOf<typeof acceptInvitation>, caller: Caller | undefined, origin: RequestOrigin) {
    const hash = hashToken(body.token);
    // Before the transaction, so that its locks are not held during a slow hash.
    const passwordHash =
      body.password === undefined ? undefined : await this.#dependencies.hasher.hash(body.password ?? "");
    return this.#dependencies.db.write(async (tx) => {
      const offer = await this.#find(tx, hash);
      if (!(await queries.consumeInvitationToken(tx, hash, this.#dependencies.clock.now()))) {
        throw new ProblemError("LINK_INVALID");
      }
      if (offer.status === "pending") {
        await takeSeat(tx, offer.organizationId, offer.membershipId);
      }
      const { personId, username } = await this.#assign(tx, offer, body, { caller, passwordHash });
      await queries.markAccepted(tx, offer.organizationId, offer.id);
      for (const organizationId of [offer.organizationId, platformChainId]) {
        tx.record({
          organizationId,
          action: "member.invitation_accepted",
          actor: { type: "user", id: personId },
          target: {
            type: "user",
            id: personId,
            display: `${offer.firstName} ${offer.lastName}`.trim(),
          },
          ...(personId === offer.personId ? {} : { reason: "existing_account" }),
          request: origin.audit,
          origin: origin.isBrowser ? "ui" : "api",
        });
      }
      if (personId !== offer.personId) {
        await this.#dependencies.sessions.end(tx, { personId: offer.personId }, "account_joined");
      }
      return {
        organizationId: offer.organizationId,
        organizationName: offer.organizationName,
        username,
        email: offer.email,
      };
    });
  }

  async #find(tx: WriteTransaction, hash: Buffer): Promise<Offer> {
    const now = this.#dependencies.clock.now();
    const token = await queries.findInvitationToken(tx, hash, now);
    if (token === undefined) throw new ProblemError("LINK_INVALID");
    // The same locking order as for every change to the organization's people.
    await lockOrganization(tx, token.organizationId);
    await lockPerson(tx, token.personId);
    const offer = await queries.lockOffer(tx, token, now);
    if (offer === undefined) throw new ProblemError("LINK_INVALID");
    const addressOwner = await queries.findOwner(tx, token.email);
    const owner = addressOwner && {
      personId: addressOwner.person_id,
      maySignIn: mayRenew(addressOwner, now),
      isDeactivated: addressOwner.deactivated_at !== null,
    };
    return { ...offer, email: token.email, organizationId: token.organizationId, owner };
  }

  /** Assigns the membership to a person; returns that person and their username there. */
  async #assign(
    tx: WriteTransaction,
    offer: Offer,
    body: BodyOf<typeof acceptInvitation>,
    credentials: { caller: Caller | undefined; passwordHash: string | undefined },
  ): Promise<{ personId: string; username: string | null }> {
    const { caller, passwordHash } = credentials;
    if (requiredAnswer(offer) === "sign-in") {
      if (caller === undefined || caller.personId !== offer.owner?.personId || caller.restriction !== null) {
        throw new ProblemError("SIGN_IN_TO_ACCEPT");
      }
      await this.#activate(tx, offer, caller.personId, offer.username);
      return { personId: caller.personId, username: offer.username };
    }
    const username = await this.#chooseUsername(tx, offer, body);
    if (requiredAnswer(offer) === "password") {
      if (passwordHash === undefined) throw fieldProblem("password", "required");
      assertNewPassword("password", body.password ?? "", { ...offer, username });
    }
    if (offer.owner === undefined) {
      await this.#begin(tx, offer, username, passwordHash);
      return { personId: offer.personId, username };
    }
    await this.#rejoin(tx, offer, offer.owner.personId, { username, passwordHash: passwordHash ?? "" });
    return { personId: offer.owner.personId, username };
  }

  async #chooseUsername(
    tx: WriteTransaction,
    offer: Offer,
    body: BodyOf<typeof acceptInvitation>,
  ): Promise<string | null> {
    const username = offer.username ?? body.username?.toLowerCase() ?? null;
    if (body.username !== undefined && offer.username !== null && username !== body.username.toLowerCase()) {
      throw fieldProblem("username", "usernameImmutable");
    }
    if (username !== null && username !== offer.username) {
      await assertUnique(tx, offer.organizationId, { username, email: null });
    }
    return username;
  }

  /** Activates the invited person with the chosen username and password. */
  async #begin(
    tx: WriteTransaction,
    offer: Offer,
    username: string | null,
    passwordHash: string | undefined,
  ): Promise<void> {
    if (offer.status === "pending" && passwordHash !== undefined) {
      await queries.setPassword(tx, offer.personId, passwordHash);
    }
    await queries.activateMembership(tx, offer.organizationId, offer.membershipId, {
      personId: offer.personId,
      username,
    });
    await setConfirmedEmail(tx, offer.personId, offer.email);
  }

  /**
   * Restores the account of a person who left their last organization and cannot sign in. The link proves the mailbox,
   * like the link of a password reset: with a new password the account works again.
   */
  async #rejoin(
    tx: WriteTransaction,
    offer: Offer,
    personId: string,
    chosen: { username: string | null; passwordHash: string },
  ): Promise<void> {
    await this.#activate(tx, offer, personId, chosen.username);
    await queries.setPassword(tx, personId, chosen.passwordHash);
    tx.emit("mail", { template: "passwordChanged", personId }, uuidV7());
    // Older sessions must not become valid again.
    await this.#dependencies.sessions.end(tx, { personId }, "password_changed");
  }

  /** Moves the membership to the account that owns the address; the person created for it is erased. */
  async #activate(
    tx: WriteTransaction,
    offer: Offer,
    personId: string,
    username: string | null,
  ): Promise<void> {
    // The owner may have been deleted, or have changed their address, since the lookup.
    const owner = await lockPerson(tx, personId);
    if (owner.email !== offer.email) throw new ProblemError("LINK_INVALID");
    const earlierMembership = await queries.membershipOf(tx, offer.organizationId, personId);
    if (earlierMembership === "present") throw new ProblemError("CONFLICT");
    const acceptedMember = { personId, username };
    if (earlierMembership === "former") {
      await queries.renewMembership(tx, offer.organizationId, offer.membershipId, acceptedMember);
    } else {
      await queries.activateMembership(tx, offer.organizationId, offer.membershipId, acceptedMember);
    }
    await erasePerson(tx, offer.personId);
  }
}

function requiredAnswer({ owner, status }: Offer): InvitationView["answer"] {
  if (owner !== undefined) return owner.maySignIn || owner.isDeactivated ? "sign-in" : "password";
  return status === "pending" ? "password" : "confirm";
}

function fieldProblem(path: string, code: "required" | "usernameImmutable"): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params: {} }] });
}
