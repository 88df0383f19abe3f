import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectivePermissions, firstAdminGrants, hasPermission, knownPermissions } from "../permissions.ts";
import { isPlatformRole, type Role, roles } from "../roles.ts";
import {
  canonicalGrants,
  grantableRoles,
  grantFault,
  holdsGrantsOf,
  isSensitiveRoleChange,
  mayAdminister,
  memberStateOf,
  memberWordOf,
} from "./users.rules.ts";

const principal = (role: Role, granted: readonly string[] = []) => ({
  role,
  permissions: effectivePermissions(role, granted),
});

describe("memberStateOf", () => {
  it("R3-07 somebody without a status counts as active", () => {
    expect(memberStateOf({})).toBe("active");
    expect(memberStateOf({ lockStatus: "unlocked", blockedAt: null })).toBe("active");
    expect(memberStateOf({ lockStatus: "locked" })).toBe("locked");
  });

  it("R4-92 says what keeps an active member from working, blocked before locked; others are what they are", () => {
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

describe("memberWordOf", () => {
  it("R4-92 says of an active person until when, and afterwards that it is over", () => {
    const now = new Date("2026-05-01T12:00:00Z");
    const word = (validUntil: string | null, status: "active" | "pending" = "active") =>
      memberWordOf({ status, validUntil }, now);
    expect(word(null)).toBe("active");
    expect(word("2026-05-01T12:00:01Z")).toBe("activeUntil");
    expect(word("2026-05-01T12:00:00Z")).toBe("expired");
    expect(word("2026-05-01T12:00:00Z", "pending")).toBe("pending");
  });
});

describe("mayAdminister", () => {
  it("R7u-23 N12 somebody of lower rank only, and with the right to write people", () => {
    expect(mayAdminister(principal("org_admin"), "practice_admin")).toBe(true);
    expect(mayAdminister(principal("practice_admin"), "org_admin")).toBe(false);
    expect(mayAdminister(principal("practice_admin"), "practice_admin")).toBe(false);
    expect(mayAdminister(principal("editor"), "viewer")).toBe(false);
    expect(mayAdminister(principal("editor", ["users:write"]), "viewer")).toBe(true);
    expect(mayAdminister(principal("super_admin"), "org_admin")).toBe(true);
  });

  it("R6-04 a role that does not exist gives and takes nothing", () => {
    expect(mayAdminister({ role: "chief", permissions: ["users:write"] }, "viewer")).toBe(false);
    expect(mayAdminister(principal("org_admin"), "constructor")).toBe(false);
  });
});

describe("holdsGrantsOf", () => {
  it("N59 a practice_admin does not hold the grants of a finance person, the first org_admin does", () => {
    const finance = { role: "finance", granted: ["billing:write", "ai:manage"] };
    expect(holdsGrantsOf(principal("practice_admin"), finance)).toBe(false);
    expect(holdsGrantsOf(principal("org_admin"), finance)).toBe(false);
    expect(holdsGrantsOf(principal("org_admin", firstAdminGrants), finance)).toBe(true);
    expect(holdsGrantsOf(principal("super_admin"), finance)).toBe(true);
  });

  it("N59 a role without grants is covered by its rank alone", () => {
    for (const role of roles.filter((each) => !isPlatformRole(each))) {
      expect([role, holdsGrantsOf(principal("practice_admin"), { role, granted: [] })]).toEqual([role, true]);
    }
  });

  it("N59 nobody controls a permission of another member that they neither hold nor could grant with a role", () => {
    const role = fc.constantFrom(...roles.filter((each) => !isPlatformRole(each)));
    const grants = fc.subarray([...knownPermissions], { maxLength: 6 });
    fc.assert(
      fc.property(role, grants, role, grants, (actorRole, actorGrants, targetRole, targetGrants) => {
        const actor = principal(actorRole, actorGrants);
        const gained = effectivePermissions(targetRole, targetGrants).filter(
          (permission) =>
            !hasPermission(actor, permission) && !effectivePermissions(targetRole, []).includes(permission),
        );
        expect(holdsGrantsOf(actor, { role: targetRole, granted: targetGrants })).toBe(gained.length === 0);
        // What the actor may grant, the actor may also control.
        const mayGive = grantFault({ ...actor, role: "org_admin" }, "viewer", targetGrants) === undefined;
        const mayControl = holdsGrantsOf(actor, { role: targetRole, granted: targetGrants });
        expect(!mayGive || mayControl).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("isSensitiveRoleChange", () => {
  const viewer = { role: "viewer", granted: ["users:read"] };

  it("N57 names administrator roles in either direction and every added grant", () => {
    expect(isSensitiveRoleChange(null, { role: "org_admin", granted: [] })).toBe(true);
    expect(isSensitiveRoleChange(viewer, { ...viewer, role: "practice_admin" })).toBe(true);
    expect(isSensitiveRoleChange({ role: "practice_admin", granted: [] }, viewer)).toBe(true);
    expect(isSensitiveRoleChange({ role: "organizationAdmin", granted: [] }, viewer)).toBe(true);
    expect(isSensitiveRoleChange(viewer, { ...viewer, granted: ["users:read", "ai:use"] })).toBe(true);
    expect(isSensitiveRoleChange(null, { role: "viewer", granted: ["ai:use"] })).toBe(true);
  });

  it("N57 leaves other roles, withdrawn grants and another spelling of a grant alone", () => {
    expect(isSensitiveRoleChange(null, { role: "editor", granted: [] })).toBe(false);
    expect(isSensitiveRoleChange(viewer, { role: "editor", granted: [] })).toBe(false);
    expect(isSensitiveRoleChange(viewer, { role: "viewer", granted: ["users.read"] })).toBe(false);
  });
});

describe("what may be given", () => {
  it("R6-46 roles below the own one, never those of the platform", () => {
    const ofPracticeAdmin = grantableRoles(principal("practice_admin"), roles);
    expect(ofPracticeAdmin).toEqual(expect.arrayContaining(["editor", "viewer", "guest"]));
    expect(ofPracticeAdmin).not.toEqual(expect.arrayContaining(["practice_admin"]));
    for (const role of ["super_admin", "admin"] as const) {
      expect(grantableRoles(principal("super_admin"), roles)).not.toContain(role);
    }
    expect(grantableRoles(principal("viewer"), roles)).toEqual([]);
  });

  it("R6-46 N10 permissions that are held; what the member has already may stay, in any spelling", () => {
    const admin = principal("practice_admin");
    expect(grantFault(admin, "viewer", ["users:read"])).toBeUndefined();
    expect(grantFault(admin, "viewer", ["billing:read"])).toBe("ROLE_NOT_GRANTABLE");
    expect(grantFault(admin, "viewer", ["billing.read", "users:read"], ["billing:read"])).toBeUndefined();
    expect(grantFault(admin, "viewer", ["billing:*"], ["billing:read"])).toBe("ROLE_NOT_GRANTABLE");
    expect(grantFault(admin, "org_admin", [])).toBe("ROLE_NOT_GRANTABLE");
  });

  it("R6-46 names the place of a permission that does not exist", () => {
    expect(grantFault(principal("org_admin"), "viewer", ["users:read", "users:fly"])).toEqual({
      unknownPermission: 1,
    });
    expect(grantFault(principal("super_admin"), "viewer", ["*"])).toEqual({ unknownPermission: 0 });
  });

  it("R6-46 has one spelling and order for the same grants", () => {
    expect(canonicalGrants(["users.read", "organization:view", "users:read"])).toEqual([
      "organizations:view",
      "users:read",
    ]);
  });
});
