import type { Endpoint } from "@praxisportal/contract/endpoint";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { accessRoles } from "@praxisportal/contract/roles";

/** One alternative of an access rule. */
export type AccessAlternative =
  | { kind: "public" | "session" | "self" }
  | { kind: "permission"; permission: string }
  | { kind: "roles"; roles: readonly string[] };

/**
 * Reads a rule as it stands in `docs/access.tsv`. Throws on anything it does not know: an endpoint with an
 * unreadable rule must not start.
 */
export function parseAccess(who: string): readonly AccessAlternative[] {
  return who.split(" | ").map((alternative) => {
    if (alternative === "public" || alternative === "session" || alternative === "self") {
      return { kind: alternative };
    }
    const permission = /^permission:([a-z_]+:[a-z_]+)$/.exec(alternative)?.[1];
    if (permission !== undefined) return { kind: "permission", permission };
    const named = /^role:(.+)$/.exec(alternative)?.[1]?.split("|");
    if (named?.every((role) => accessRoles.some((known) => known === role))) {
      return { kind: "roles", roles: named };
    }
    throw new Error(`access rule "${who}" is unknown`);
  });
}

/** Whether one of the alternatives lets the principal pass; `self` is decided by the handler, which knows the object. */
export function accessPasses(alternatives: readonly AccessAlternative[], principal: Principal): boolean {
  return alternatives.some((alternative) => {
    switch (alternative.kind) {
      case "permission":
        return hasPermission(principal, alternative.permission);
      case "roles":
        return principal.role === "super_admin" || alternative.roles.includes(principal.role);
      default:
        return true;
    }
  });
}

/** Whether a call may be made without a session. */
export function isPublic(endpoint: Endpoint): boolean {
  return endpoint.access.who === "public";
}
