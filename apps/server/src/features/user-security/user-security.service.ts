import type { BodyOf, ResultOf } from "@praxisportal/contract/endpoint";
import type {
  blockUser,
  resetConnections,
  unlockUser,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import type { UserSecurity } from "@praxisportal/contract/user-security/user-security.schema";
import type { User } from "@praxisportal/contract/users/users.schema";
import { ProblemError } from "../../platform/http/problem.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { MemberForChange } from "../../directory/members.queries.ts";
import { type SecurityDependencies, SecurityChanges } from "./security-changes.ts";
import * as changes from "./security-changes.queries.ts";
import {
  identityAuthorityOver,
  membersWithAuthorityOver,
  requiresTwoFactor,
} from "./user-security.policy.ts";
import { presentUserSecurity } from "./user-security.presenter.ts";
import * as queries from "./user-security.queries.ts";
import { assertNotLastAdministrator, auditPartyOf } from "../../directory/member-guards.ts";
import { belongsElsewhere } from "../../directory/people.queries.ts";
import { revokeTokens } from "../../directory/credentials.queries.ts";
import { readUser } from "../../directory/read-user.ts";

/** Maximum number of named colleagues who may unlock a member. */
const namedMax = 3;

/** Reads and changes locks, blocks, sessions and connections of a member. */
export class UserSecurityService {
  readonly #dependencies: SecurityDependencies;
  readonly #work = new SecurityChanges();

  constructor(dependencies: SecurityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the security data of a member, limited to this organization. Errors: 404. */
  async get(context: RequestContext, personId: string): Promise<UserSecurity> {
    const { db } = context.organization;
    const user = await readUser(db, personId, this.#dependencies.clock.now());
    const [sessions, devices, signIns, codes, applications, [factor]] = await queries.readSecurity(
      db,
      personId,
      this.#dependencies.clock.now(),
    );
    if (factor === undefined) throw new ProblemError("NOT_FOUND");
    const security = presentUserSecurity({
      user,
      sessions,
      devices,
      signIns,
      codes,
      applications,
      factor,
      isTwoFactorRequired: requiresTwoFactor(factor.policy, factor.role),
      principal: context.principal,
      identityAuthority: identityAuthorityOver(context.principal, {
        isSelf: context.caller.personId === personId,
        role: factor.role,
        granted: factor.granted,
        isPlatformAccount: factor.is_platform_account,
        belongsElsewhere: factor.belongs_elsewhere,
      }),
      currentSessionId: context.caller.sessionId,
    });
    return { ...security, unlockableBy: await this.#namesOfAuthorized(context, security, factor) };
  }

  /** Returns the names of colleagues who may unlock a member whom the caller may not unlock. */
  async #namesOfAuthorized(
    { organization: { db } }: RequestContext,
    { id, lockStatus, allowedActions }: Pick<UserSecurity, "id" | "lockStatus" | "allowedActions">,
    target: queries.FactorRow,
  ): Promise<string[]> {
    if (lockStatus !== "locked" || allowedActions.includes("unlock")) return [];
    // Only the platform may unlock them.
    if (target.belongs_elsewhere || target.is_platform_account) return [];
    const managers = await queries.listUserManagers(db, { except: id, now: this.#dependencies.clock.now() });
    return membersWithAuthorityOver(target, managers)
      .slice(0, namedMax)
      .map(({ name }) => name);
  }

  /**
   * Ends a session of the caller, or one that a member of lower rank began in this organization. Errors: 404 for any
   * other session.
   */
  async endSession(
    { context }: Authorized<"userSecurity.endSession">,
    personId: string,
    sessionId: string,
  ): Promise<void> {
    const { organization } = context;
    const isSelf = context.caller.personId === personId;
    await this.#dependencies.db.write(async (tx) => {
      const member = isSelf ? undefined : await this.#work.lockMember(tx, context, personId);
      const filter = isSelf ? { sessionId } : { sessionId, organizationId: organization.id };
      const [session] = await changes.openSessionsIn(tx, personId, filter);
      if (session === undefined) throw new ProblemError("NOT_FOUND");
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "auth.session_ended",
        target: member === undefined ? { type: "user", id: personId } : auditPartyOf(member),
      });
      await this.#dependencies.sessions.end(tx, { sessionId: session }, "ended_by_administrator");
    });
  }

  /**
   * Deletes failed sign-ins and lifts the resulting lock on every device. The counters belong to the person, not to an
   * organization, so the caller needs authority over the identity or must be the operator. Errors: see the endpoint.
   */
  async unlock(
    { context }: Authorized<"userSecurity.unlockAccount">,
    personId: string,
    body: BodyOf<typeof unlockUser>,
  ): Promise<User> {
    await this.#dependencies.db.write(async (tx) => {
      const isOperator = context.caller.platformRole === "super_admin";
      const member = isOperator
        ? await this.#work.lockMember(tx, context, personId)
        : await this.#work.lockIdentity(tx, context, personId);
      await this.#dependencies.limits.reset(tx, personId, true);
      this.#work.audit(tx, context, member, {
        action: "user.unlocked",
        ...(body?.identityCheck === undefined ? {} : { reason: body.identityCheck }),
      });
    });
    return this.#read(context, personId);
  }

  /** Blocks a member, who loses access to this organization on the next request. Does nothing if they are blocked. */
  async block(
    { context }: Authorized<"userSecurity.block">,
    personId: string,
    body: BodyOf<typeof blockUser>,
  ): Promise<User> {
    const { organization, caller } = context;
    const reason = body?.reason ?? null;
    await this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockMember(tx, context, personId);
      // An invited person has no access yet, so their invitation must be revoked instead.
      if (member.status === "pending") throw new ProblemError("CONFLICT");
      const at = this.#dependencies.clock.now();
      await assertNotLastAdministrator(tx, organization.id, member, at);
      const block = { at, by: caller.personId, reason };
      if (!(await changes.setBlocked(tx, organization.id, personId, block))) return;
      this.#work.audit(tx, context, member, {
        action: "user.blocked",
        ...(reason === null ? {} : { reason }),
      });
      await this.#endWithoutOrganization(tx, organization.id, member);
    });
    return this.#read(context, personId);
  }

  /** Unblocks a member, who kept their seat while blocked. */
  async unblock({ context }: Authorized<"userSecurity.unblock">, personId: string): Promise<User> {
    await this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockMember(tx, context, personId);
      if (await changes.setBlocked(tx, context.organization.id, personId, null)) {
        this.#work.audit(tx, context, member, { action: "user.unblocked" });
      }
    });
    return this.#read(context, personId);
  }

  /**
   * Ends a member's connections in this organization, which are the sessions that began in it, its tokens and the day
   * code. No device of the member is trusted afterwards.
   */
  async resetConnections(
    { context }: Authorized<"userSecurity.resetConnections">,
    personId: string,
  ): Promise<ResultOf<typeof resetConnections>> {
    const { organization, caller } = context;
    const { sessions, clock } = this.#dependencies;
    return this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockMember(tx, context, personId);
      let endedSessions = 0;
      for (const sessionId of await changes.openSessionsIn(tx, personId, {
        organizationId: organization.id,
      })) {
        endedSessions += (await sessions.end(tx, { sessionId }, "connections_reset")).length;
      }
      // A lost device may have no open session left.
      await sessions.untrustDevices(tx, personId);
      await sessions.endDayCode(tx, personId);
      const revokedTokens = await revokeTokens(tx, organization.id, {
        personId,
        by: caller.personId,
        reason: "connections_reset",
        now: clock.now(),
      });
      this.#work.audit(tx, context, member, { action: "user.connections_reset" });
      return { endedSessions, revokedTokens };
    });
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
    const hasOtherAccess = platformRole !== null || (await belongsElsewhere(tx, organizationId, personId));
    if (!hasOtherAccess) await this.#dependencies.sessions.end(tx, { personId }, "membership_ended");
  }

  #read(context: RequestContext, personId: string): Promise<User> {
    return readUser(context.organization.db, personId, this.#dependencies.clock.now());
  }
}
