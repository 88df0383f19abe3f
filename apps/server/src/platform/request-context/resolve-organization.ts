import type { Endpoint } from "@praxisportal/contract/endpoint";
import { uuidSchema } from "@praxisportal/contract/identifiers";
import type { IdentityDb } from "../db/handles.ts";
import { ProblemError } from "../http/problem.ts";
import type { Caller, CallerMembership } from "./caller.ts";
import type { RequestOrganization } from "./request-context.ts";

/** Looks up a practice for a platform role, which is no member; undefined when there is none. */
export type FindOrganization = (
  organizationId: string,
) => Promise<Pick<CallerMembership, "name" | "type" | "organizationStatus"> | undefined>;

/** Calls about practices that are deleted; to all others there are none. */
const callsAboutDeleted: readonly string[] = ["organizations.restore"];

const knownToMembers = ["trial", "active", "suspended"];

/**
 * Finds the practice of a request: the path id, else `X-Organization-Id`, else the only membership. What the
 * caller is no member of answers as what does not exist. A header never widens access: it only chooses among the
 * caller's own practices, or any practice for a platform role.
 *
 * Errors: 404 unknown or foreign, 403 header and path differ or the practice is suspended, 409 none was named.
 */
export async function resolveOrganization(
  endpoint: Endpoint,
  pathId: string | undefined,
  headerId: string | undefined,
  caller: Caller,
  identityDb: IdentityDb,
  findOrganization: FindOrganization,
): Promise<RequestOrganization | undefined> {
  const fromPath = endpoint.practice === "path" ? parseId(pathId, caller) : undefined;
  const fromHeader = headerId === undefined || headerId === "" ? undefined : parseId(headerId, caller);
  if (fromPath !== undefined && fromHeader !== undefined && fromPath !== fromHeader) {
    // Only somebody who may know the practice in the path learns that the two differ.
    await open(endpoint, fromPath, caller, identityDb, findOrganization);
    throw new ProblemError("ORGANIZATION_MISMATCH");
  }
  const only = caller.memberships.length === 1 ? caller.memberships[0]?.organizationId : undefined;
  const id = fromPath ?? fromHeader ?? only;
  if (id === undefined) {
    if (endpoint.practice !== undefined) throw new ProblemError("ORGANIZATION_REQUIRED");
    return undefined;
  }
  return open(endpoint, id, caller, identityDb, findOrganization);
}

/** In a suspended practice its administrators read, to pay and to take their data with them; applications do not. */
function mayOpenSuspended(endpoint: Endpoint, { role }: CallerMembership, caller: Caller): boolean {
  if (caller.platformRole !== null) return true;
  return endpoint.method === "GET" && role === "org_admin" && caller.token === undefined;
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
    if (membership.organizationStatus === "suspended" && !mayOpenSuspended(endpoint, membership, caller)) {
      throw new ProblemError("ORGANIZATION_SUSPENDED");
    }
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
  const found = caller.platformRole === null ? undefined : await findOrganization(id);
  const isGone = found?.organizationStatus === "deleted" && !callsAboutDeleted.includes(endpoint.name);
  if (found === undefined || isGone) throw new ProblemError("NOT_FOUND");
  return {
    id,
    name: found.name,
    type: found.type,
    status: found.organizationStatus,
    role: caller.platformRole ?? "viewer",
    permissions: caller.platformRole === "super_admin" ? ["*"] : [],
    username: null,
    db: identityDb.organization(id),
  };
}

function parseId(value: string | undefined, { memberships }: Caller): string {
  // Nearly always one of her own, as it was told to her.
  if (value !== undefined && memberships.some(({ organizationId }) => organizationId === value)) return value;
  const parsed = uuidSchema.safeParse(value);
  // A malformed id names no practice; it answers like an unknown one.
  if (!parsed.success) throw new ProblemError("NOT_FOUND");
  return parsed.data;
}
