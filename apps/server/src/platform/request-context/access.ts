import type { Endpoint } from "@praxisportal/contract/endpoint";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { accessRoles } from "@praxisportal/contract/roles";

/** Alternative of an access rule. */
export type AccessAlternative =
  | { kind: "public" | "session" | "self" }
  | { kind: "permission"; permission: string }
  | { kind: "token"; permission: string }
  | { kind: "roles"; roles: readonly string[] };

/**
 * Parses a rule in the notation of `docs/access.tsv`. Throws for unknown notation, so that the server does not start
 * with an endpoint whose rule it cannot read.
 */
export function parseAccess(rule: string): readonly AccessAlternative[] {
  return rule.split(" | ").map((alternative) => {
    if (alternative === "public" || alternative === "session" || alternative === "self") {
      return { kind: alternative };
    }
    const permission = /^permission:([a-z_]+:[a-z_]+)$/.exec(alternative)?.[1];
    if (permission !== undefined) return { kind: "permission", permission };
    const byToken = /^token\+permission:([a-z_]+:[a-z_]+)$/.exec(alternative)?.[1];
    if (byToken !== undefined) return { kind: "token", permission: byToken };
    const roles = /^role:(.+)$/.exec(alternative)?.[1]?.split("|");
    if (roles?.every((role) => accessRoles.some((known) => known === role))) {
      return { kind: "roles", roles: roles };
    }
    throw new Error(`access rule "${rule}" is unknown`);
  });
}

/** Principal, and whether an application acts for it with a token of the organization. */
export type AccessPrincipal = Principal & { readonly byToken?: true };

/**
 * Returns whether one of the alternatives admits the principal. For `self` the handler decides, because it knows the
 * object. Endpoints for organization tokens reject every session, even a super_admin's.
 */
export function isAdmitted(alternatives: readonly AccessAlternative[], principal: AccessPrincipal): boolean {
  return alternatives.some((alternative) => {
    switch (alternative.kind) {
      case "permission":
        return hasPermission(principal, alternative.permission);
      case "token":
        return principal.byToken === true && hasPermission(principal, alternative.permission);
      case "roles":
        return principal.role === "super_admin" || alternative.roles.includes(principal.role);
      default:
        return true;
    }
  });
}

/** Returns whether a call needs no session. */
export function isPublic(endpoint: Endpoint): boolean {
  return endpoint.access.who === "public";
}
