import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectivePermissions, firstAdminGrants, hasPermission, knownPermissions } from "../permissions.ts";
import { isPlatformRole, type Role, roles } from "../roles.ts";
import {
  canonicalGrants,
  grantableRoles,
  grantFault,
  hasAllGrantsOf,
  isSensitiveRoleChange,
  canAdminister,
  memberStateOf,
  memberBadgeOf,
} from "./users.rules.ts";

const principal = (role: Role, granted: readonly string[] = []) => ({
  role,
  permissions: effectivePermissions(role, granted),
});

describe("memberStateOf", () => {
  it("R3-07 a member without a status counts as active", () => {
    expect(memberStateOf({})).toBe("active");
    expect(memberStateOf({ lockStatus: "unlocked", blockedAt: null })).toBe("active");
    expect(memberStateOf({ lockStatus: "locked" })).toBe("locked");
  });

  it("see R4-92 returns the restriction of an active member, blocked before locked; other states are unchanged", () => {
    const blockedAt = "2026-01-01T00:00:00Z";
    const cases = [
      ["active", "unlocked", null, "active"],
      ["active", "locked", null, "locked"],
      ["active", "unlocked", blockedAt, "blocked"],
      ["active", "locked", blockedAt, "blocked"],
      ["pending", "locked", blockedAt, "pending"],
      ["deactivated", "locked", blockedAt, "deactivated"],
    ] as const;
    for (const [status, lockStatus, blocked, state] of cases) {
      expect(memberStateOf({ status, lockStatus, blockedAt: blocked })).toBe(state);
    }
  });
});

describe("memberBadgeOf", () => {
  it("see R4-92 shows the end date of an active member, and afterwards that access has ended", () => {
    const now = new Date("2026-05-01T12:00:00Z");
    const badge = (validUntil: string | null, status: "active" | "pending" = "active") =>
      memberBadgeOf({ status, validUntil }, now);
    expect(badge(null)).toBe("active");
    expect(badge("2026-05-01T12:00:01Z")).toBe("activeUntil");
    expect(badge("2026-05-01T12:00:00Z")).toBe("expired");
    expect(badge("2026-05-01T12:00:00Z", "pending")).toBe("pending");
  });
});

describe("canAdminister", () => {
  it("see R7u-23 N12 allows only members of lower rank, and requires users:write", () => {
    expect(canAdminister(principal("org_admin"), "practice_admin")).toBe(true);
    expect(canAdminister(principal("practice_admin"), "org_admin")).toBe(false);
    expect(canAdminister(principal("practice_admin"), "practice_admin")).toBe(false);
    expect(canAdminister(principal("editor"), "viewer")).toBe(false);
    expect(canAdminister(principal("editor", ["users:write"]), "viewer")).toBe(true);
    expect(canAdminister(principal("super_admin"), "org_admin")).toBe(true);
  });

  it("see R6-04 an unknown role can neither act nor be the target of an action", () => {
    expect(canAdminister({ role: "chief", permissions: ["users:write"] }, "viewer")).toBe(false);
    expect(canAdminister(principal("org_admin"), "constructor")).toBe(false);
  });
});

describe("hasAllGrantsOf", () => {
  it("N59 a practice_admin does not have the grants of a finance person, but the first org_admin does", () => {
    const finance = { role: "finance", granted: ["billing:write", "ai:manage"] };
    expect(hasAllGrantsOf(principal("practice_admin"), finance)).toBe(false);
    expect(hasAllGrantsOf(principal("org_admin"), finance)).toBe(false);
    expect(hasAllGrantsOf(principal("org_admin", firstAdminGrants), finance)).toBe(true);
    expect(hasAllGrantsOf(principal("super_admin"), finance)).toBe(true);
  });

  it("N59 a member without grants is compared by rank only", () => {
    for (const role of roles.filter((candidate) => !isPlatformRole(candidate))) {
      expect([role, hasAllGrantsOf(principal("practice_admin"), { role, granted: [] })]).toEqual([
        role,
        true,
      ]);
    }
  });

  it("N59 a permission of another member is controlled only by users who have it or could grant it with a role", () => {
    const role = fc.constantFrom(...roles.filter((candidate) => !isPlatformRole(candidate)));
    const grants = fc.subarray([...knownPermissions], { maxLength: 6 });
    fc.assert(
      fc.property(role, grants, role, grants, (actorRole, actorGrants, targetRole, targetGrants) => {
        const actor = principal(actorRole, actorGrants);
        const gainedPermissions = effectivePermissions(targetRole, targetGrants).filter(
          (permission) =>
            !hasPermission(actor, permission) && !effectivePermissions(targetRole, []).includes(permission),
        );
        expect(hasAllGrantsOf(actor, { role: targetRole, granted: targetGrants })).toBe(
          gainedPermissions.length === 0,
        );
        // A permission that the actor may grant is also under the actor's control.
        const canGrantAll = grantFault({ ...actor, role: "org_admin" }, "viewer", targetGrants) === undefined;
        const canControl = hasAllGrantsOf(actor, { role: targetRole, granted: targetGrants });
        expect(!canGrantAll || canControl).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("isSensitiveRoleChange", () => {
  const viewer = { role: "viewer", granted: ["users:read"] };

  it("N57 includes administrator roles in either direction, and every added grant", () => {
    expect(isSensitiveRoleChange(null, { role: "org_admin", granted: [] })).toBe(true);
    expect(isSensitiveRoleChange(viewer, { ...viewer, role: "practice_admin" })).toBe(true);
    expect(isSensitiveRoleChange({ role: "practice_admin", granted: [] }, viewer)).toBe(true);
    expect(isSensitiveRoleChange({ role: "organizationAdmin", granted: [] }, viewer)).toBe(true);
    expect(isSensitiveRoleChange(viewer, { ...viewer, granted: ["users:read", "ai:use"] })).toBe(true);
    expect(isSensitiveRoleChange(null, { role: "viewer", granted: ["ai:use"] })).toBe(true);
  });

  it("N57 ignores other roles, withdrawn grants and another spelling of a grant", () => {
    expect(isSensitiveRoleChange(null, { role: "editor", granted: [] })).toBe(false);
    expect(isSensitiveRoleChange(viewer, { role: "editor", granted: [] })).toBe(false);
    expect(isSensitiveRoleChange(viewer, { role: "viewer", granted: ["users.read"] })).toBe(false);
  });
});

describe("grantable roles and permissions", () => {
  it("see R6-46 allows roles below the granter's own, never platform roles", () => {
    const grantable = grantableRoles(principal("practice_admin"), roles);
    expect(grantable).toEqual(expect.arrayContaining(["editor", "viewer", "guest"]));
    expect(grantable).not.toEqual(expect.arrayContaining(["practice_admin"]));
    for (const role of ["super_admin", "admin"] as const) {
      expect(grantableRoles(principal("super_admin"), roles)).not.toContain(role);
    }
    expect(grantableRoles(principal("viewer"), roles)).toEqual([]);
  });

  it("see R6-46 N10 allows permissions that the granter has; existing permissions of the member may stay", () => {
    const admin = principal("practice_admin");
    expect(grantFault(admin, "viewer", ["users:read"])).toBeUndefined();
    expect(grantFault(admin, "viewer", ["billing:read"])).toBe("ROLE_NOT_GRANTABLE");
    expect(grantFault(admin, "viewer", ["billing.read", "users:read"], ["billing:read"])).toBeUndefined();
    expect(grantFault(admin, "viewer", ["billing:*"], ["billing:read"])).toBe("ROLE_NOT_GRANTABLE");
    expect(grantFault(admin, "org_admin", [])).toBe("ROLE_NOT_GRANTABLE");
  });

  it("see R6-46 reports the index of an unknown permission", () => {
    expect(grantFault(principal("org_admin"), "viewer", ["users:read", "users:fly"])).toEqual({
      unknownPermission: 1,
    });
    expect(grantFault(principal("super_admin"), "viewer", ["*"])).toEqual({ unknownPermission: 0 });
  });

  it("see R6-46 normalizes spelling and order of grants", () => {
    expect(canonicalGrants(["users.read", "organization:view", "users:read"])).toEqual([
      "organizations:view",
      "users:read",
    ]);
  });
});
