import type { BodyOf, ResultOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { transferUndoWindowMs } from "@praxisportal/contract/limits";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import type { TransferEntry } from "@praxisportal/contract/users/transfer.schema";
import type { transferUser } from "@praxisportal/contract/users/users.endpoints";
import { grantFault, canAdminister } from "@praxisportal/contract/users/users.rules";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { principalOf, type RequestContext } from "../../../platform/request-context/request-context.ts";
import type { SessionService } from "../../auth/session/session.service.ts";
import { insertMembership } from "../../../directory/provision.queries.ts";
import { releaseWebhooks } from "../../../directory/webhooks/webhook-owners.queries.ts";
import { takeSeat } from "../../../directory/seats.queries.ts";
import {
  auditPartyOf,
  assertNoFault,
  assertNotLastAdministrator,
  assertUnique,
} from "../../../directory/member-guards.ts";
import { presentTransfer } from "./transfer.presenter.ts";
import * as queries from "./transfer.queries.ts";
import { membershipFault } from "../../../directory/authority.ts";
import { type MemberForChange, lockMember, updateMembership } from "../../../directory/members.queries.ts";

/** Dependencies from other features, provided by the composition root. */
export type TransferDependencies = {
  db: IdentityDb;
  clock: Clock;
  sessions: Pick<SessionService, "end" | "leaveOrganization">;
};

type Transferred = ResultOf<typeof transferUser>;
type Move = { from: string; to: string; personId: string };

/** Transfers people between organizations, and undoes transfers. */
export class TransferService {
  readonly #dependencies: TransferDependencies;

  constructor(dependencies: TransferDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Moves a member to another organization in one transaction. This takes a seat there, adds the membership, ends the
   * old one with its sessions and tokens, and writes the histories of both. Errors: see the endpoint.
   */
  async transfer(
    { context }: Authorized<"users.transfer">,
    personId: string,
    { organizationId: to, role }: BodyOf<typeof transferUser>,
    ifMatch: string | undefined,
  ): Promise<Transferred> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const from = context.organization.id;
    if (from === to) throw new ProblemError("CONFLICT");
    const move = { from, to, personId };
    const id = uuidV7();
    await this.#dependencies.db.write(async (tx) => {
      await lockBoth(tx, context, move);
      const member = await this.#memberOf(tx, context, personId);
      if (ifMatch !== undefined && Number(ifMatch) !== member.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      assertNoFault(
        membershipFault({ actorId: context.caller.personId, principal: context.principal, target: member }),
      );
      await this.#assertManages(tx, context, to, role, []);
      assertTrialNotOver(context, to);
      // A pending member must accept the invitation first, and a deactivated one cannot be transferred.
      if (member.status !== "active") throw new ProblemError("CONFLICT");
      const at = this.#dependencies.clock.now();
      await assertNotLastAdministrator(tx, from, member, at);
      const saved = queries.savedMembershipOf(member);
      const { username } = member;
      await this.#join(tx, move, member, { ...saved, username, role, permissions: [], department: null });
      await this.#leave(tx, context, from, personId);
      const performedBy = context.caller.personId;
      const roles = { roleBefore: member.role, roleAfter: role };
      await queries.insertTransfer(tx, { id, ...move, ...roles, performedBy, at, saved });
      for (const organizationId of [from, to]) {
        tx.record({
          ...context.auditBase(),
          organizationId,
          action: "user.transferred",
          target: auditPartyOf(member),
          changes: { organization: [from, to], role: [member.role, role] },
        });
      }
    });
    return this.#result(context, move, id, role);
  }

  /** Undoes the newest transfer. Errors: see the endpoint. */
  async undo({ context }: Authorized<"users.undoTransfer">, personId: string): Promise<Transferred> {
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    const done = await this.#dependencies.db.write(async (tx) => {
      const newest = await queries.findNewestTransfer(tx, context.organization.id, personId);
      if (newest === undefined) {
        const isMember = await lockMember(tx, context.organization.id, personId);
        throw new ProblemError(isMember === undefined ? "NOT_FOUND" : "TRANSFER_NOT_UNDOABLE");
      }
      const ownOrganizationId = context.organization.id;
      const [from, to] =
        newest.direction === "out"
          ? [ownOrganizationId, newest.other_organization]
          : [newest.other_organization, ownOrganizationId];
      // Undoing is a move in the other direction.
      const move = { from: to, to: from, personId };
      await lockBoth(tx, context, move);
      const isLate = now.getTime() >= newest.performed_at.getTime() + transferUndoWindowMs;
      if (newest.undone_at !== null || isLate) throw new ProblemError("TRANSFER_NOT_UNDOABLE");
      const member = await lockMember(tx, to, personId);
      if (member === undefined || member.status === "pending")
        throw new ProblemError("TRANSFER_NOT_UNDOABLE");
      const actor = { actorId: context.caller.personId, principal: principalIn(context, to), target: member };
      assertNoFault(membershipFault(actor));
      await assertNotLastAdministrator(tx, to, member, now);
      assertTrialNotOver(context, to);
      const saved = await queries.markUndone(tx, { id: newest.id, from, to }, context.caller.personId, now);
      if (saved === undefined) throw new ProblemError("TRANSFER_NOT_UNDOABLE");
      const role = canonicalRole(saved.role) ?? "guest";
      await this.#assertManages(tx, context, from, role, saved.permissions);
      assertTrialNotOver(context, from);
      await this.#join(tx, move, member, saved);
      await this.#leave(tx, context, to, personId);
      for (const organizationId of [from, to]) {
        tx.record({
          ...context.auditBase(),
          organizationId,
          action: "user.transfer_undone",
          target: auditPartyOf(member),
          changes: { organization: [to, from], role: [member.role, role] },
        });
      }
      return { move, id: newest.id, role };
    });
    return this.#result(context, done.move, done.id, done.role);
  }

  /** Returns the transfers of a person in the history of the request's organization. Errors: 404. */
  async history(context: RequestContext, personId: string): Promise<TransferEntry[]> {
    const { organization } = context;
    const rows = await queries.readTransfers(organization.db, personId);
    const now = this.#dependencies.clock.now();
    const nameOf = (id: string) => organizationName(context, id);
    return rows.map((row, index) => presentTransfer(row, { isNewest: index === 0, now, nameOf }));
  }

  /**
   * Returns a member of the source organization. Errors: 409 NOT_SOURCE_MEMBER for a person whom the caller may know to
   * exist, because the organization transferred them or the caller is a super_admin, otherwise 404.
   */
  async #memberOf(tx: WriteTransaction, { organization, principal }: RequestContext, personId: string) {
    const member = await lockMember(tx, organization.id, personId);
    if (member !== undefined) return member;
    const knownPerson =
      principal.role === "super_admin"
        ? await queries.findPerson(tx, personId)
        : await queries.findNewestTransfer(tx, organization.id, personId);
    throw new ProblemError(knownPerson === undefined ? "NOT_FOUND" : "NOT_SOURCE_MEMBER");
  }

  /** Checks that the caller manages people in the target and may grant the role. Errors: 403. */
  async #assertManages(
    tx: WriteTransaction,
    context: RequestContext,
    organizationId: string,
    role: Role,
    grants: readonly string[],
  ): Promise<void> {
    const principal = principalIn(context, organizationId);
    // The existence of an organization is disclosed only to its members.
    const state = canAdminister(principal, "viewer") && (await queries.lockOrganization(tx, organizationId));
    if (state !== "trial" && state !== "active") throw new ProblemError("FORBIDDEN");
    if (grantFault(principal, role, grants, grants) !== undefined)
      throw new ProblemError("ROLE_NOT_GRANTABLE");
  }

  async #join(
    tx: WriteTransaction,
    { to, personId }: Move,
    member: MemberForChange,
    membership: queries.SavedMembership,
  ): Promise<void> {
    // A person who already belongs to the target organization cannot be transferred.
    if ((await lockMember(tx, to, personId)) !== undefined) throw new ProblemError("CONFLICT");
    await takeSeat(tx, to);
    const { username } = membership;
    await assertUnique(tx, to, { username, email: member.email ?? member.pendingEmail });
    if (await queries.restoreFormerMembership(tx, to, personId, membership)) return;
    await insertMembership(tx, to, {
      personId,
      username,
      role: canonicalRole(membership.role) ?? "guest",
      permissions: membership.permissions,
      department: membership.department,
      validUntil: membership.validUntil === null ? null : new Date(membership.validUntil),
      createdAt: this.#dependencies.clock.now(),
    });
  }

  /** Ends a membership, the sessions that began in it, and the person's application tokens and webhooks there. */
  async #leave(
    tx: WriteTransaction,
    context: RequestContext,
    organizationId: string,
    personId: string,
  ): Promise<void> {
    await updateMembership(tx, organizationId, personId, { status: "removed" });
    await releaseWebhooks(tx, organizationId, personId, context.auditBase());
    await this.#dependencies.sessions.leaveOrganization(tx, personId, organizationId);
    await this.#dependencies.sessions.end(tx, { personId, organizationId }, "membership_ended");
  }

  async #result(context: RequestContext, move: Move, id: string, role: Role): Promise<Transferred> {
    const transfer = (await this.history(context, move.personId)).find((entry) => entry.id === id);
    if (transfer === undefined) throw new ProblemError("NOT_FOUND");
    return { userId: move.personId, organizationId: move.to, role, transfer };
  }
}

/** Locks both organizations in a fixed order, so that two transfers cannot deadlock. */
async function lockBoth(tx: WriteTransaction, context: RequestContext, { from, to }: Move): Promise<void> {
  for (const organizationId of [from, to].toSorted()) {
    const mayKnow = organizationId === context.organization.id || isKnown(context, organizationId);
    if (mayKnow) await queries.lockOrganization(tx, organizationId);
  }
}

function membershipIn({ caller }: RequestContext, organizationId: string) {
  return caller.memberships.find((membership) => membership.organizationId === organizationId);
}

function isKnown(context: RequestContext, organizationId: string): boolean {
  return context.caller.platformRole !== null || membershipIn(context, organizationId) !== undefined;
}

const principalIn = (context: RequestContext, organizationId: string) =>
  principalOf(context.caller, membershipIn(context, organizationId));

function organizationName(context: RequestContext, organizationId: string): string | null {
  if (organizationId === context.organization.id) return context.organization.name;
  return membershipIn(context, organizationId)?.name ?? null;
}

/** Checks the trial of an organization that may not be that of the request. Errors: 403. */
function assertTrialNotOver(context: RequestContext, organizationId: string): void {
  const isOver = membershipIn(context, organizationId)?.isTrialOver === true;
  if (isOver && context.caller.platformRole !== "super_admin") throw new ProblemError("TRIAL_ENDED");
}
