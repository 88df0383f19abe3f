import type { Endpoint } from "@praxisportal/contract/endpoint";
import { ProblemError } from "../http/problem.ts";
import { type AccessAlternative, isAdmitted } from "./access.ts";
import type { TokenGrant } from "./caller.ts";
import type { RequestOrganization } from "./request-context.ts";

/**
 * Throws 403 if an application may not make a call for a person. This is so for calls that require a session or a role,
 * for methods beyond the scopes of its token, and for calls that the person may not make in the organization either.
 */
export function assertTokenAllows(
  endpoint: Endpoint,
  alternatives: readonly AccessAlternative[],
  token: TokenGrant,
  organization: RequestOrganization | undefined,
): void {
  if (endpoint.tokenScope !== undefined) {
    if (token.scopes.includes(endpoint.tokenScope)) return;
    throw new ProblemError("FORBIDDEN");
  }
  const forApplications = alternatives.filter(({ kind }) => kind === "permission" || kind === "token");
  const scope = endpoint.method === "GET" ? "read" : "write";
  const isOpen =
    organization !== undefined &&
    token.scopes.includes(scope) &&
    isAdmitted(forApplications, {
      role: organization.role,
      permissions: organization.permissions,
      byToken: true,
    });
  if (!isOpen) throw new ProblemError("FORBIDDEN");
}

/** Throws 403 ORGANIZATION_MISMATCH if the header names another organization than that of the token. */
export function assertTokenOrganization(token: TokenGrant, headerId: string | undefined): void {
  if (headerId !== undefined && headerId !== "" && headerId.toLowerCase() !== token.organizationId) {
    throw new ProblemError("ORGANIZATION_MISMATCH");
  }
}
