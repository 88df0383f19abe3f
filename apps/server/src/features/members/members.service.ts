import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { addMember } from "@praxisportal/contract/members/members.endpoints";
import type { AddedMember } from "@praxisportal/contract/members/members.schema";
import type { Role } from "@praxisportal/contract/roles";
import { isSensitiveRoleChange } from "@praxisportal/contract/users/users.rules";
import type { User } from "@praxisportal/contract/users/users.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { makeTemporaryPassword } from "../../platform/crypto/temporary-password.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh, assertNotApplication } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { MailLimits } from "../../directory/mail-limits.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { insertNewMember } from "../../directory/new-member.ts";
import { takeSeat } from "../../directory/seats.queries.ts";
import { belongsElsewhere } from "../../directory/people.queries.ts";
import { releaseWebhooks } from "../../directory/webhooks/webhook-owners.queries.ts";
import { removeMembership } from "../../directory/members.queries.ts";
import type { PeopleService } from "../users/edit/people.service.ts";
import { membershipFault } from "../../directory/authority.ts";
import * as queries from "./members.queries.ts";
import { presentInvitation } from "./members.presenter.ts";
import {
  assertGrantable,
  assertNoFault,
  assertNotLastAdministrator,
  assertUnique,
  auditPartyOf,
  lockForChange,
} from "../../directory/member-guards.ts";
import { inviteAgain, inviteMember } from "../../directory/invite-member.ts";
import { readUser } from "../../directory/read-user.ts";

/** Dependencies from other features, provided by the composition root. */
export type MemberDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  sessions: Pick<SessionService, "end" | "leaveOrganization">;
  users: Pick<PeopleService, "setRole">;
  notices: Pick<AdministratorNotices, "queue">;
  mailLimits: Pick<MailLimits, "countForOrganization">;
};

/** A person to be added. */
type NewMember = Omit<BodyOf<typeof addMember>, "role"> & { role: Role };
type PreparedMember = { id: string; temporaryPassword: string | null; passwordHash: string | null };

/** Adds, invites and removes members of an organization. */
export class MemberService {
  readonly #dependencies: MemberDependencies;

  constructor(dependencies: MemberDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Adds a member: with an address as a pending member who is invited, with a username as an active member with the
   * temporary password in the response. Always creates a new person, so that the response does not reveal whether the
   * address belongs to an account. Errors: 403 ROLE_NOT_GRANTABLE and STEP_UP_REQUIRED, 409 USER_LIMIT_REACHED and
   * ALREADY_EXISTS.
   */
  async add({ context }: Authorized<"members.add">, body: BodyOf<typeof addMember>): Promise<AddedMember> {
    assertGrantable(context, body.role, []);
    assertNotApplication(context.caller);
    // Without an address the response contains a temporary password, with which the caller could sign in.
    const needsProof =
      body.email === undefined || isSensitiveRoleChange(null, { role: body.role, granted: [] });
    if (needsProof) assertFresh(context.caller, this.#dependencies.clock.now());
    const preparedMember = await this.prepare(body);
    const personId = await this.#dependencies.db.write(async (tx) => {
      await saveIdempotencyKey(tx, context.repeatable, preparedMember.id);
      const id = await this.#insert(tx, context, body, preparedMember);
      const notice = {
        organizationId: context.organization.id,
        actorId: context.caller.personId,
        userId: id,
      };
      await this.#dependencies.notices.queue(tx, { kind: "memberAdded", ...notice });
      return id;
    });
    return this.show(context.organization.db, personId, preparedMember.temporaryPassword);
  }

  /**
   * Creates the temporary password for a person without an address; outside the transaction, because hashing is slow.
   */
  async prepare({ email }: { email?: string | undefined }): Promise<PreparedMember> {
    const temporaryPassword = email === undefined ? makeTemporaryPassword() : null;
    const passwordHash =
      temporaryPassword === null ? null : await this.#dependencies.hasher.hash(temporaryPassword);
    return { id: uuidV7(), temporaryPassword, passwordHash };
  }

  /** Adds a member inside a transaction. Returns the id. Errors: as {@link add}. */
  async #insert(
    tx: WriteTransaction,
    context: RequestContext,
    body: NewMember,
    { id, passwordHash }: PreparedMember,
  ): Promise<string> {
    const { organization } = context;
    assertGrantable(context, body.role, []);
    const email = body.email ?? null;
    const username = body.username?.toLowerCase() ?? null;
    await takeSeat(tx, organization.id);
    await assertUnique(tx, organization.id, { username, email });
    const { name, membershipId } = await insertNewMember(tx, organization.id, {
      id,
      email,
      username,
      firstName: body.firstName,
      lastName: body.lastName,
      passwordHash,
      role: body.role,
      permissions: [],
      department: body.department ?? null,
      jobTitle: body.jobTitle ?? null,
      validUntil: body.validUntil ? new Date(body.validUntil) : null,
      createdAt: this.#dependencies.clock.now(),
    });
    if (email !== null) {
      const offer = {
        organizationId: organization.id,
        membershipId,
        ...(body.message ? { message: body.message } : {}),
      };
      await inviteMember(tx, context, offer, this.#dependencies);
    }
    tx.record({
      ...context.auditBase(),
      organizationId: organization.id,
      action: "member.added",
      target: auditPartyOf({ personId: id, ...name }),
      changes: { role: [null, body.role] },
    });
    return id;
  }

  /** Returns the added person for the response; the temporary password only the first time. */
  async show(db: OrganizationDb, personId: string, temporaryPassword: string | null): Promise<AddedMember> {
    const [user, invitation] = await Promise.all([
      readUser(db, personId, this.#dependencies.clock.now()),
      queries.findOpenInvitation(db, personId),
    ]);
    return { ...user, invitation: presentInvitation(invitation), temporaryPassword };
  }

  /**
   * Sends an invitation again; the previous link becomes invalid. Errors: 404, 409 CONFLICT when there is nothing to
   * accept.
   */
  async resend({ context }: Authorized<"members.resendInvitation">, personId: string) {
    const { organization } = context;
    await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, undefined);
      assertNoFault(membershipFault(authority));
      const isWaiting = member.email === null && member.pendingEmail !== null;
      if (!isWaiting || member.status === "deactivated") throw new ProblemError("CONFLICT");
      await inviteAgain(tx, context, { ...member, organizationId: organization.id }, this.#dependencies);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "member.invitation_resent",
        target: auditPartyOf(member),
      });
    });
    const invitation = presentInvitation(await queries.findOpenInvitation(organization.db, personId));
    if (invitation === null) throw new ProblemError("CONFLICT");
    return invitation;
  }

  /** Removes a member or revokes their invitation. Their account remains. Errors: see the endpoint. */
  async remove(
    { context }: Authorized<"members.remove">,
    personId: string,
    ifMatch: string | undefined,
  ): Promise<void> {
    const { organization } = context;
    await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, ifMatch);
      assertNoFault(membershipFault(authority));
      await assertNotLastAdministrator(tx, organization.id, member, this.#dependencies.clock.now());
      await removeMembership(tx, organization.id, member);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "member.removed",
        target: auditPartyOf(member),
        changes: { status: [member.status, "removed"] },
      });
      await releaseWebhooks(tx, organization.id, personId, context.auditBase());
      await this.#dependencies.sessions.leaveOrganization(tx, personId, organization.id);
      const hasOtherMemberships = await belongsElsewhere(tx, organization.id, personId);
      const keepsSession = hasOtherMemberships || member.platformRole !== null;
      const notice = { organizationId: organization.id, actorId: context.caller.personId, userId: personId };
      if (!keepsSession) await this.#dependencies.sessions.end(tx, { personId }, "membership_ended");
      await this.#dependencies.notices.queue(tx, { kind: "memberRemoved", ...notice });
    });
  }

  /** Changes only the role; additional grants stay. Errors: see the endpoint. */
  async setRole(
    authorized: Authorized<"members.setRole">,
    personId: string,
    role: Role,
    ifMatch: string | undefined,
  ): Promise<User> {
    return this.#dependencies.users.setRole(authorized, personId, { type: role }, ifMatch);
  }
}
