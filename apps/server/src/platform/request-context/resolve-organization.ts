import type { Endpoint } from "@praxisportal/contract/endpoint";
import { uuidSchema } from "@praxisportal/contract/identifiers";
import type { IdentityDb } from "../db/handles.ts";
import { ProblemError } from "../http/problem.ts";
import type { Caller, CallerMembership } from "./caller.ts";
import type { RequestOrganization } from "./request-context.ts";

/** Looks up an organization for a platform account, which is not a member. Returns undefined if it does not exist. */
export type FindOrganization = (
  organizationId: string,
) => Promise<Pick<CallerMembership, "name" | "type" | "organizationStatus"> | undefined>;

const knownToMembers = ["trial", "active", "suspended"];

/**
 * Determines the organization of a request from the path id, otherwise `X-Organization-Id`, otherwise the only
 * membership. An organization of which the caller is not a member is treated like one that does not exist. A header
 * never widens access. It only selects one of the caller's own organizations, or any organization for a platform role.
 *
 * Throws 404 for an unknown or foreign organization, 403 if header and path differ, the organization is suspended or
 * its trial is over, and 409 if an organization is required but not specified.
 */
export async function resolveOrganization(
  endpoint: Endpoint,
  pathId: string | undefined,
  headerId: string | undefined,
  caller: Caller,
  identityDb: IdentityDb,
  findOrganization: FindOrganization,
): Promise<RequestOrganization | undefined> {
  const fromPath = endpoint.organizationFrom === "path" ? parseId(pathId, caller) : undefined;
  const fromHeader = headerId === undefined || headerId === "" ? undefined : parseId(headerId, caller);
  if (fromPath !== undefined && fromHeader !== undefined && fromPath !== fromHeader) {
    // Only callers who may see the organization in the path are informed about the mismatch.
    await open(endpoint, fromPath, caller, identityDb, findOrganization);
    throw new ProblemError("ORGANIZATION_MISMATCH");
  }
  const only = caller.memberships.length === 1 ? caller.memberships[0]?.organizationId : undefined;
  const id = fromPath ?? fromHeader ?? only;
  if (id === undefined) {
    if (endpoint.organizationFrom !== undefined) throw new ProblemError("ORGANIZATION_REQUIRED");
    return undefined;
  }
  return open(endpoint, id, caller, identityDb, findOrganization);
}

/**
 * Checks the status of the organization. If it is suspended, only administrators may read, in order to pay and export
 * their data, and applications may not. After its trial, all members may only read until a plan is chosen. Errors: 403.
 */
function assertMayOpen(endpoint: Endpoint, membership: CallerMembership, caller: Caller): void {
  if (caller.platformRole === "super_admin") return;
  const { organizationStatus, isTrialOver, role } = membership;
  // A GET that accepts a ticket has side effects.
  const onlyReads = endpoint.method === "GET" && endpoint.acceptsTicket !== true;
  if (organizationStatus === "suspended") {
    const isAllowed = onlyReads || endpoint.whenReadOnly === "always";
    if (!isAllowed || role !== "org_admin" || caller.token !== undefined)
      throw new ProblemError("ORGANIZATION_SUSPENDED");
  }
  if (isTrialOver && !onlyReads && endpoint.whenReadOnly === undefined) throw new ProblemError("TRIAL_ENDED");
}

async function open(
  endpoint: Endpoint,
  id: string,
  caller: Caller,
  identityDb: IdentityDb,
  findOrganization: FindOrganization,
): Promise<RequestOrganization> {
  const membership = caller.memberships.find((candidate) => candidate.organizationId === id);
  if (membership) {
    if (!knownToMembers.includes(membership.organizationStatus)) throw new ProblemError("NOT_FOUND");
    assertMayOpen(endpoint, membership, caller);
    return {
      id,
      name: membership.name,
      type: membership.type,
      status: membership.organizationStatus,
      role: membership.role,
      permissions: membership.permissions,
      username: membership.username,
      db: identityDb.organization(id),
    };
  }
  const organization = caller.platformRole === null ? undefined : await findOrganization(id);
  const isDeleted = organization?.organizationStatus === "deleted" && endpoint.findsDeleted !== true;
  if (organization === undefined || isDeleted) throw new ProblemError("NOT_FOUND");
  return {
    id,
    name: organization.name,
    type: organization.type,
    status: organization.organizationStatus,
    role: caller.platformRole ?? "viewer",
    permissions: caller.platformRole === "super_admin" ? ["*"] : [],
    username: null,
    db: identityDb.organization(id),
  };
}

function parseId(value: string | undefined, { memberships }: Caller): string {
  // Fast path, because the id is nearly always one of the caller's own in canonical form.
  if (value !== undefined && memberships.some(({ organizationId }) => organizationId === value)) return value;
  const parsed = uuidSchema.safeParse(value);
  // A malformed id identifies no organization and is treated like an unknown one.
  if (!parsed.success) throw new ProblemError("NOT_FOUND");
  return parsed.data;
}
