import type { ErrorCode } from "@praxisportal/contract/errors";
import type { Role } from "@praxisportal/contract/roles";
import { grantFault } from "@praxisportal/contract/users/users.rules";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { ProblemError } from "../platform/http/problem.ts";
import type { RequestContext } from "../platform/request-context/request-context.ts";
import type { Authority } from "./authority.ts";
import {
  type MemberForChange,
  countOtherAdministrators,
  findTakenNames,
  lockMemberInOrganization,
} from "./members.queries.ts";

/**
 * Locks the organization and then a member of it for a change, always in this order so that two changes cannot
 * deadlock. Errors: 404, 412 when `If-Match` names another version.
 */
export async function lockForChange(
  tx: WriteTransaction,
  context: RequestContext,
  personId: string,
  ifMatch: string | undefined,
): Promise<{ member: MemberForChange; authority: Authority }> {
  const organizationId = context.organization.id;
  const member = await lockMemberInOrganization(tx, organizationId, personId);
  if (member === undefined) throw new ProblemError("NOT_FOUND");
  if (ifMatch !== undefined && Number(ifMatch) !== member.version) {
    throw new ProblemError("PRECONDITION_FAILED");
  }
  return {
    member,
    authority: { actorId: context.caller.personId, principal: context.principal, target: member },
  };
}

/** Throws the error that a policy returned, if any. */
export function assertNoFault(fault: ErrorCode | undefined): void {
  if (fault !== undefined) throw new ProblemError(fault);
}

/**
 * Checks that the caller may grant permissions. `path` is their position in the body, and `currentGrants` lists those
 * that the member already has. Errors: 400 for an unknown permission, 403 ROLE_NOT_GRANTABLE for one that the caller
 * does not have.
 */
export function assertGrantable(
  context: RequestContext,
  role: Role,
  permissions: readonly string[],
  { path = "permissions", currentGrants = [] }: { path?: string; currentGrants?: readonly string[] } = {},
): void {
  const fault = grantFault(context.principal, role, permissions, currentGrants);
  if (fault === undefined) return;
  if (fault === "ROLE_NOT_GRANTABLE") throw new ProblemError(fault);
  throw new ProblemError("VALIDATION_FAILED", {
    issues: [{ path: `${path}.${fault.unknownPermission}`, code: "unknownPermission", params: {} }],
  });
}

/**
 * Checks that no other member of the organization has the same username or address. The organization must be locked.
 * Errors: 409 ALREADY_EXISTS at each field that is taken.
 */
export async function assertUnique(
  tx: WriteTransaction,
  organizationId: string,
  names: { username: string | null; email: string | null },
): Promise<void> {
  const takenNames = await findTakenNames(tx, organizationId, names);
  const issues = [
    ...(takenNames.username ? [{ path: "username", code: "unique", params: {} } as const] : []),
    ...(takenNames.email ? [{ path: "email", code: "alreadyMember", params: {} } as const] : []),
  ];
  if (issues.length > 0) throw new ProblemError("ALREADY_EXISTS", { issues });
}

/** Checks that another administrator remains. The organization must be locked. Errors: 409 LAST_ADMINISTRATOR. */
export async function assertNotLastAdministrator(
  tx: WriteTransaction,
  organizationId: string,
  member: { personId: string; role: string },
  now: Date,
): Promise<void> {
  if (member.role !== "org_admin") return;
  const otherAdministrators = await countOtherAdministrators(tx, organizationId, member.personId, now);
  if (otherAdministrators === 0) throw new ProblemError("LAST_ADMINISTRATOR");
}

/** Returns a person as the party of an audit entry. */
export function auditPartyOf(member: Pick<MemberForChange, "personId" | "firstName" | "lastName">) {
  return {
    type: "user" as const,
    id: member.personId,
    display: `${member.firstName} ${member.lastName}`.trim(),
  };
}
