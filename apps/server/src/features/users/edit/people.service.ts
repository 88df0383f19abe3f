import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { createUser, setUserRole, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { canonicalGrants, isSensitiveRoleChange } from "@praxisportal/contract/users/users.rules";
import type { User } from "@praxisportal/contract/users/users.schema";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../../platform/idempotency/idempotency.queries.ts";
import { actedBy } from "../../../platform/mail/identity-notice.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh, assertNotApplication } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import type { MailLimits } from "../../../directory/mail-limits.ts";
import { releaseWebhooks } from "../../../directory/webhooks/webhook-owners.queries.ts";
import type { SessionService } from "../../auth/session/session.service.ts";
import type { Notifier } from "../../notifications/notifier.ts";
import type { AdministratorNotices } from "../../notifications/administrator-notices.ts";
import { insertMembership, insertPerson } from "../../../directory/provision.queries.ts";
import { takeSeat } from "../../../directory/seats.queries.ts";
import { removeEmail, requestEmail } from "../email/email-change.queries.ts";
import {
  assertGrantable,
  lockForChange,
  auditPartyOf,
  assertNoFault,
  assertNotLastAdministrator,
  assertUnique,
} from "../../../directory/member-guards.ts";
import * as people from "../../../directory/people.queries.ts";
import {
  auditedChanges,
  auditedIdentity,
  assertExternalEnd,
  assertValidNames,
  assertNotReadOnly,
  assertPasswordStrength,
  type RequestedChanges,
  requestedChanges,
} from "./user-changes.ts";
import { membershipStateChange } from "../../../directory/membership-state.ts";
import { identityFault, membershipFault, profileFault } from "../../../directory/authority.ts";
import {
  type MemberForChange,
  eraseMembership,
  updateMembership,
} from "../../../directory/members.queries.ts";
import { inviteAgain, inviteMember } from "../../../directory/invite-member.ts";
import { readUser } from "../../../directory/read-user.ts";

/** Dependencies from other features, provided by the composition root. */
export type PeopleDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  sessions: Pick<SessionService, "end" | "leaveOrganization">;
  notices: Pick<AdministratorNotices, "queue">;
  notifier: Pick<Notifier, "storeIdentityNotice">;
  mailLimits: Pick<MailLimits, "countForOrganization">;
};

/** Reads and changes the people of an organization, for users who manage them. */
export class PeopleService {
  readonly #dependencies: PeopleDependencies;

  constructor(parts: PeopleDependencies) {
    this.#dependencies = parts;
  }

  /** Returns one member. Errors: 404. */
  async get(db: OrganizationDb, personId: string): Promise<User> {
    return readUser(db, personId, this.#dependencies.clock.now());
  }

  /**
   * Creates a person of this organization who can sign in at once. The address may belong to another account, because
   * it stays unconfirmed until its owner responds. Errors: 400, 403 ROLE_NOT_GRANTABLE and STEP_UP_REQUIRED, 409
   * USER_LIMIT_REACHED and ALREADY_EXISTS.
   */
  async create({ context }: Authorized<"users.create">, body: BodyOf<typeof createUser>): Promise<User> {
    const { organization } = context;
    assertGrantable(context, body.role.type, body.role.permissions, { path: "role.permissions" });
    // The step-up is needed because the caller chooses the password and could sign in with it.
    assertFresh(context.caller, this.#dependencies.clock.now());
    const granted = canonicalGrants(body.role.permissions);
    assertPasswordStrength(body, organization.name);
    const passwordHash = await this.#dependencies.hasher.hash(body.password);
    const email = body.email ?? null;
    const personId = await this.#dependencies.db.write(async (tx) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      await takeSeat(tx, organization.id);
      await assertUnique(tx, organization.id, { username: body.username.toLowerCase(), email });
      await insertPerson(tx, {
        id,
        firstName: body.personalInfo.firstName,
        lastName: body.personalInfo.lastName,
        pendingEmail: email,
        phone: body.phone ?? null,
        passwordHash,
        mustChangePassword: body.mustChangePassword,
      });
      const membershipId = await insertMembership(tx, organization.id, {
        personId: id,
        username: body.username,
        role: body.role.type,
        permissions: granted,
        department: body.organizationData?.department ?? null,
        jobTitle: body.organizationData?.jobTitle ?? null,
        extension: body.organizationData?.extension ?? null,
        validUntil: body.validUntil ? new Date(body.validUntil) : null,
      });
      if (email !== null) {
        const offer = { organizationId: organization.id, membershipId };
        await inviteMember(tx, context, offer, this.#dependencies);
      }
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "user.created",
        target: {
          type: "user",
          id,
          display: `${body.personalInfo.firstName} ${body.personalInfo.lastName}`,
        },
        changes: {
          role: [null, body.role.type],
          ...(granted.length > 0 ? { permissions: [null, granted] } : {}),
        },
      });
      await this.#queueNotice(tx, context, "memberAdded", id);
      return id;
    });
    return this.get(organization.db, personId);
  }

  /** Changes a member of lower rank. Errors: see the endpoint. */
  async update(
    { context }: Authorized<"users.update">,
    personId: string,
    body: BodyOf<typeof updateUser>,
    ifMatch: string | undefined,
  ): Promise<User> {
    const { organization } = context;
    const current = await this.get(organization.db, personId);
    await this.#dependencies.db.write(async (tx) => {
      await saveIdempotencyKey(tx, context.repeatable, personId);
      const { member, authority } = await lockForChange(tx, context, personId, ifMatch);
      assertNotReadOnly(body, current);
      const requested = requestedChanges(body, member);
      const { identity, email, membership, status } = requested;
      assertValidNames(identity);
      assertExternalEnd(member, requested);
      const changedFields = [...Object.keys(identity), ...Object.keys(membership)];
      if (email !== undefined) changedFields.push("email");
      if (status !== undefined) changedFields.push("status");
      if (changedFields.length === 0) return;
      const isIdentity = email !== undefined || Object.keys(identity).length > 0;
      const hasOtherOrganization =
        isIdentity && (await people.belongsElsewhere(tx, organization.id, personId));
      assertNoFault(isIdentity ? profileFault(authority, hasOtherOrganization) : membershipFault(authority));
      if (email !== undefined) {
        // The address recovers the account and receives invitations.
        assertNoFault(identityFault(authority, hasOtherOrganization));
        assertFresh(context.caller, this.#dependencies.clock.now());
      }
      const endsAccess = await this.#assertStatusChange(tx, organization.id, member, requested);
      if (Object.keys(membership).length > 0 || status !== undefined) {
        await updateMembership(tx, organization.id, personId, {
          ...membership,
          ...(status === undefined ? {} : { status }),
        });
      }
      if (Object.keys(identity).length > 0) await people.updateIdentity(tx, personId, identity);
      if (email !== undefined) await this.#changeEmail(tx, context, member, email);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "user.updated",
        target: auditPartyOf(member),
        changes: auditedChanges(member, requested),
      });
      // The identity belongs to the person, so the platform's log records it too. Other organizations are not affected.
      if (isIdentity) {
        tx.record({
          ...context.auditBase(),
          organizationId: platformChainId,
          action: "user.updated",
          target: { type: "user", id: personId },
          changes: auditedIdentity(requested),
        });
      }
      if (endsAccess) await this.#endWithoutOrganization(tx, organization.id, member);
      if (email !== undefined) await this.#queueNotice(tx, context, "memberCredentialsChanged", personId);
    });
    return this.get(organization.db, personId);
  }

  /** Sets the role of a member and their additional grants. Errors: see the endpoint. */
  async setRole(
    { context }: Authorized<"users.setRole"> | Authorized<"members.setRole">,
    personId: string,
    body: BodyOf<typeof setUserRole>,
    ifMatch: string | undefined,
  ): Promise<User> {
    const { organization } = context;
    await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, ifMatch);
      assertNoFault(membershipFault(authority));
      const granted = canonicalGrants(body.permissions ?? member.granted);
      assertGrantable(context, body.type, body.permissions ?? [], { currentGrants: member.granted });
      if (body.type !== "org_admin")
        await assertNotLastAdministrator(tx, organization.id, member, this.#dependencies.clock.now());
      const isSame = body.type === member.role && granted.join(" ") === member.granted.join(" ");
      if (isSame) return;
      assertNotApplication(context.caller);
      const before = { role: member.role, granted: member.granted };
      const isSensitive = isSensitiveRoleChange(before, { role: body.type, granted });
      if (isSensitive) assertFresh(context.caller, this.#dependencies.clock.now());
      await updateMembership(tx, organization.id, personId, {
        role: body.type,
        permissions: granted,
      });
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "user.role_changed",
        target: auditPartyOf(member),
        changes: { role: [member.role, body.type], permissions: [member.granted, granted] },
      });
      await this.#queueNotice(tx, context, "memberRoleChanged", personId);
      if (!isSensitive) return;
      const to = { organizationId: organization.id, personId };
      const by = actedBy(context, personId);
      this.#dependencies.notifier.storeIdentityNotice(tx, "ownRoleChanged", to, by);
    });
    return this.get(organization.db, personId);
  }

  /** Deletes a person who belongs only to this organization. Requires a step-up. Errors: see the endpoint. */
  async delete(
    { context }: Authorized<"users.delete">,
    personId: string,
    ifMatch: string | undefined,
  ): Promise<void> {
    const { organization } = context;
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    await this.#dependencies.db.write(async (tx) => {
      await saveIdempotencyKey(tx, context.repeatable, personId);
      const { member, authority } = await lockForChange(tx, context, personId, ifMatch);
      assertNoFault(identityFault(authority, await people.belongsElsewhere(tx, organization.id, personId)));
      await assertNotLastAdministrator(tx, organization.id, member, now);
      await eraseMembership(tx, organization.id, member);
      await people.erasePerson(tx, personId);
      const entry = { ...context.auditBase(), action: "user.deleted" as const };
      // The name is erased from the logs, so the entry about the erasure must not contain it.
      const target = { type: "user" as const, id: personId };
      for (const organizationId of [organization.id, platformChainId]) {
        tx.record({ ...entry, organizationId, target });
      }
      await releaseWebhooks(tx, organization.id, personId, context.auditBase());
      await this.#dependencies.sessions.end(tx, { personId }, "person_deleted");
      await this.#queueNotice(tx, context, "memberRemoved", personId);
    });
  }

  /**
   * Returns whether the change ends the member's access. Errors: 409 USER_LIMIT_REACHED, LAST_ADMINISTRATOR, CONFLICT.
   */
  async #assertStatusChange(
    tx: WriteTransaction,
    organizationId: string,
    member: MemberForChange,
    { status, membership }: RequestedChanges,
  ): Promise<boolean> {
    // Only the invited person can accept an invitation, so an administrator cannot activate the membership.
    if (status !== undefined && member.status === "pending") throw new ProblemError("CONFLICT");
    const after = {
      status: status ?? member.status,
      validUntil: membership.valid_until === undefined ? member.validUntil : membership.valid_until,
    };
    const now = this.#dependencies.clock.now();
    const { needsSeat, endsAccess } = membershipStateChange(member, after, now);
    if (needsSeat) await takeSeat(tx, organizationId, member.membershipId);
    if (endsAccess) await assertNotLastAdministrator(tx, organizationId, member, now);
    return endsAccess;
  }

  /**
   * Changes the address. A confirmed address is kept until the new one is confirmed, and an unconfirmed one is replaced
   * at once. Notifies the person, unless they were invited and have no account yet.
   */
  async #changeEmail(
    tx: WriteTransaction,
    context: RequestContext,
    member: MemberForChange,
    email: string | null,
  ): Promise<void> {
    const { id } = context.organization;
    const { personId, email: oldEmail } = member;
    const by = { personId: context.caller.personId, organizationId: id };
    const to = { organizationId: id, personId };
    const { notifier } = this.#dependencies;
    if (email === null) {
      const emailChangeId = await removeEmail(tx, { personId, oldEmail, by });
      const ids = emailChangeId === undefined ? undefined : { emailChangeId };
      notifier.storeIdentityNotice(tx, "emailRemoved", to, ids);
      return;
    }
    await assertUnique(tx, id, { username: null, email });
    if (member.status === "pending") {
      // The first address was mistyped. The new invitation invalidates the link that was sent there.
      await people.updateIdentity(tx, personId, { pending_email: email });
      await inviteAgain(tx, context, { ...member, organizationId: id }, this.#dependencies);
      return;
    }
    await this.#dependencies.mailLimits.countForOrganization(tx, context, email);
    const emailChangeId = await requestEmail(tx, { personId, oldEmail, newEmail: email, by });
    notifier.storeIdentityNotice(tx, "emailChangeNotice", to, { emailChangeId });
  }

  /**
   * Ends a member's sessions if they have no other access. Otherwise only their access to this organization ends at
   * once.
   */
  async #endWithoutOrganization(
    tx: WriteTransaction,
    organizationId: string,
    { personId, platformRole }: MemberForChange,
  ): Promise<void> {
    await this.#dependencies.sessions.leaveOrganization(tx, personId, organizationId);
    const hasOtherAccess =
      platformRole !== null || (await people.belongsElsewhere(tx, organizationId, personId));
    if (!hasOtherAccess) await this.#dependencies.sessions.end(tx, { personId }, "membership_ended");
  }

  #queueNotice(
    tx: WriteTransaction,
    { organization, caller }: RequestContext,
    kind: "memberAdded" | "memberRemoved" | "memberRoleChanged" | "memberCredentialsChanged",
    userId: string,
  ) {
    return this.#dependencies.notices.queue(tx, {
      kind,
      organizationId: organization.id,
      actorId: caller.personId,
      userId,
    });
  }
}
