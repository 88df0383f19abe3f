import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as catalogue from "./permissions.ts";
import { effectivePermissions, hasPermission, canGrant, canGrantRole } from "./permissions.ts";
import { labelRoles, roles } from "./roles.ts";

const { knownPermissions, permissionAreas, predefinedPermissions, routePermissions } = catalogue;

const anyPermission = fc.oneof(
  fc.constantFrom(...knownPermissions),
  fc.stringMatching(/^[a-z]{1,8}[:.][a-z*]{1,8}$/),
  fc.string(),
);
const anyPermissions = fc.array(anyPermission, { maxLength: 8 });
const harmlessPermissions = anyPermissions.map((list) => list.filter((permission) => permission !== "*"));

function holding(...permissions: string[]) {
  return { role: "viewer", permissions };
}

describe("predefined sets", () => {
  /** Returns the known permissions that a role has without any grants. */
  const heldBy = (role: string) => {
    const principal = { role, permissions: effectivePermissions(role, []) };
    return knownPermissions.filter((permission) => hasPermission(principal, permission));
  };
  /** Returns the known permissions of an area, all of them or those for some actions. */
  const inArea = (area: string, actions: readonly string[] = [...catalogue.actionsOf(area), "*"]) =>
    actions.map((action) => `${area}:${action}`);
  const expectExactly = (role: string, permissions: readonly string[]) =>
    expect(heldBy(role).toSorted()).toEqual(permissions.toSorted());

  it("R6-13 gives super_admin everything", () => {
    const principal = { role: "super_admin", permissions: effectivePermissions("super_admin", []) };
    fc.assert(fc.property(anyPermission, (permission) => hasPermission(principal, permission)));
    expect(predefinedPermissions.super_admin).toEqual(["*"]);
    expect(principal.permissions).toEqual(["*"]);
    expectExactly("super_admin", knownPermissions);
  });

  it("R6-14 gives org_admin organization:* and users:*", () => {
    expect(predefinedPermissions.org_admin).toEqual(["organization:*", "users:*"]);
    expectExactly("org_admin", [...inArea("organizations"), ...inArea("users")]);
  });

  it("R6-15 gives practice_admin organization:view and users:manage", () => {
    expect(predefinedPermissions.practice_admin).toEqual(["organization:view", "users:manage"]);
    const managing = ["read", "view", "write", "create", "update", "edit", "delete", "manage"];
    expectExactly("practice_admin", [
      ...inArea("organizations", ["read", "view"]),
      ...inArea("users", managing),
    ]);
  });

  it("R6-16 gives viewer organization:view and users:view", () => {
    expect(predefinedPermissions.viewer).toEqual(["organization:view", "users:view"]);
    expectExactly("viewer", [
      ...inArea("organizations", ["read", "view"]),
      ...inArea("users", ["read", "view"]),
    ]);
  });

  it("R6-17 gives editor organization:view, users:view and data:edit", () => {
    expect(predefinedPermissions.editor).toEqual(["organization:view", "users:view", "data:edit"]);
    expectExactly("editor", [
      ...inArea("organizations", ["read", "view"]),
      ...inArea("users", ["read", "view"]),
      ...inArea("data", ["read", "view", "edit"]),
    ]);
  });

  it("R6-18 gives admin no predefined permissions, only granted ones", () => {
    expect(effectivePermissions("admin", [])).toEqual([]);
    for (const permission of knownPermissions) {
      expect(hasPermission({ role: "admin", permissions: [] }, permission)).toBe(false);
    }
    expect(effectivePermissions("admin", ["audit:read"])).toEqual(["audit:read", "audit:view"]);
  });

  it("R6-11 gives label roles no permissions", () => {
    expect(labelRoles.length).toBe(19);
    for (const role of labelRoles) expect(effectivePermissions(role, [])).toEqual([]);
  });

  it("opens the routes to each role as intended", () => {
    const openedRoutes = roles
      .map((role) => {
        const principal = { role, permissions: effectivePermissions(role, []) };
        return [role, routePermissions.filter((permission) => hasPermission(principal, permission))] as const;
      })
      .filter(([, permissions]) => permissions.length > 0);
    expect(Object.fromEntries(openedRoutes)).toEqual({
      super_admin: [...routePermissions],
      org_admin: ["organizations:read", "users:read", "users:write"],
      practice_admin: ["organizations:read", "users:read", "users:write"],
      editor: ["organizations:read", "users:read"],
      viewer: ["organizations:read", "users:read"],
    });
  });

  it("treats an unknown or differently spelled role by its canonical spelling", () => {
    expect(effectivePermissions("organizationAdmin", [])).toEqual(effectivePermissions("org_admin", []));
    expect(effectivePermissions("constructor", [])).toEqual([]);
    expect(hasPermission({ role: "superadmin", permissions: [] }, "billing:write")).toBe(true);
    expect(hasPermission({ role: "SuperAdmin", permissions: [] }, "billing:write")).toBe(false);
  });
});

describe("the permission check", () => {
  it("R6-19 always passes for a super admin", () => {
    fc.assert(
      fc.property(anyPermission, (requested) =>
        hasPermission({ role: "super_admin", permissions: [] }, requested),
      ),
    );
  });

  it("R6-20 passes for the permission *", () => {
    fc.assert(fc.property(anyPermission, (requested) => hasPermission(holding("*"), requested)));
  });

  it("R6-21 fails for a permission that is not listed", () => {
    expect(hasPermission(holding("users:read"), "users:write")).toBe(false);
    expect(hasPermission(holding(), "users:read")).toBe(false);
    expect(hasPermission(holding("users:manage"), "users:read")).toBe(false);
    expect(hasPermission(holding("users"), "users:read")).toBe(false);
    expect(hasPermission(holding("users:reader"), "users:read")).toBe(false);
    expect(hasPermission(holding("Users:read"), "users:read")).toBe(false);
    expect(hasPermission(holding("users:*"), "*")).toBe(false);
    expect(hasPermission(holding(), "")).toBe(false);
  });

  it("R6-22 treats the dot form and the colon form as equal", () => {
    expect(hasPermission(holding("users.read"), "users:read")).toBe(true);
    expect(hasPermission(holding("users:read"), "users.read")).toBe(true);
    expect(hasPermission(holding("users.*"), "users:write")).toBe(true);
    expect(hasPermission(holding("users-read"), "users:read")).toBe(false);
    expect(hasPermission(holding("users_read"), "users:read")).toBe(false);
  });

  it("R6-23 treats the prefixes organization and organizations as equal", () => {
    expect(hasPermission(holding("organization:read"), "organizations:read")).toBe(true);
    expect(hasPermission(holding("organizations:read"), "organization.read")).toBe(true);
    expect(hasPermission(holding("organization:*"), "organizations:delete")).toBe(true);
    expect(hasPermission(holding("user:read"), "users:read")).toBe(false);
    expect(hasPermission(holding("organisation:read"), "organizations:read")).toBe(false);
    expect(hasPermission(holding("users:organization"), "users:organizations")).toBe(false);
  });

  it("R6-24 lets area:* cover every action of that area and of no other", () => {
    const areaName = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(fc.constantFrom(...permissionAreas), areaName, areaName, (area, other, action) => {
        fc.pre(other !== area && !(area === "organizations" && other === "organization"));
        const principal = holding(`${area}:*`);
        return (
          hasPermission(principal, `${area}:${action}`) && !hasPermission(principal, `${other}:${action}`)
        );
      }),
    );
    for (const starred of ["*:read", "us*:read", "users:r*", "**", "*:*", "users:*:x"]) {
      expect(hasPermission(holding(starred), "users:read"), starred).toBe(false);
    }
    for (const outside of ["users2:read", "usersettings:read", "users"]) {
      expect(hasPermission(holding("users:*"), outside), outside).toBe(false);
    }
  });

  it("gives the same result for every equivalent spelling of the requested and the held permission", () => {
    const spellings = (permission: string): string[] => {
      const colon = catalogue.canonicalPermission(permission);
      const singular = colon.replace(/^organizations:/, "organization:");
      return [colon, singular, colon.replaceAll(":", "."), singular.replaceAll(":", ".")];
    };
    const anyKnownPermission = fc.constantFrom(...knownPermissions);
    fc.assert(
      fc.property(anyKnownPermission, anyKnownPermission, (held, requested) => {
        const results = spellings(held).flatMap((spelling) =>
          spellings(requested).map((other) => hasPermission(holding(spelling), other)),
        );
        return new Set(results).size === 1;
      }),
    );
  });
});

describe("effective permissions", () => {
  it("R6-25 are exactly the predefined and granted permissions and their closure", () => {
    expect(effectivePermissions("editor", ["billing.write", "audit:read"])).toEqual([
      "audit:read",
      "audit:view",
      "billing:read",
      "billing:view",
      "billing:write",
      "data:edit",
      "data:read",
      "data:view",
      "organizations:read",
      "organizations:view",
      "users:read",
      "users:view",
    ]);
  });

  it("R6-26 let view and read imply each other", () => {
    expect(effectivePermissions("guest", ["billing:view"])).toEqual(["billing:read", "billing:view"]);
    expect(effectivePermissions("guest", ["billing:read"])).toEqual(["billing:read", "billing:view"]);
    for (const area of permissionAreas) {
      const both = [`${area}:read`, `${area}:view`];
      for (const permission of both) {
        const held = effectivePermissions("guest", [permission]);
        expect(held, permission).toEqual(expect.arrayContaining(both));
        for (const other of both)
          expect(hasPermission({ role: "guest", permissions: held }, other)).toBe(true);
      }
    }
  });

  it("R6-27 let write and edit imply read", () => {
    expect(effectivePermissions("guest", ["data:write"])).toContain("data:read");
    expect(effectivePermissions("guest", ["data:edit"])).toContain("data:read");
    expect(effectivePermissions("guest", ["data:write"])).not.toContain("data:edit");
    expect(effectivePermissions("guest", ["data:read"])).not.toContain("data:write");
    expect(effectivePermissions("guest", ["data:delete"])).toEqual(["data:delete"]);
  });

  it("R6-28 let manage imply read, view, write, create, update, edit and delete", () => {
    const actions = ["create", "delete", "edit", "manage", "read", "update", "view", "write"];
    expect(effectivePermissions("guest", ["audit:manage"])).toEqual(
      actions.map((action) => `audit:${action}`),
    );
    expect(effectivePermissions("guest", ["ai:manage"])).not.toContain("ai:use");
  });

  it("list the known actions of an area wildcard", () => {
    const heldPermissions = effectivePermissions("org_admin", []);
    expect(heldPermissions).toEqual(
      expect.arrayContaining(["organizations:*", "organizations:read", "users:write"]),
    );
    expect(effectivePermissions("guest", ["ai:*"])).toContain("ai:use");
  });

  it("are closed, sorted, without repetition and independent of order", () => {
    fc.assert(
      fc.property(fc.constantFrom(...roles), anyPermissions, (role, granted) => {
        const once = effectivePermissions(role, granted);
        expect(effectivePermissions(role, once)).toEqual(once);
        expect(effectivePermissions(role, granted.toReversed())).toEqual(once);
        expect([...new Set(once)].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(once);
      }),
    );
  });

  it("grow with grants and never include an area that was not granted", () => {
    fc.assert(
      fc.property(harmlessPermissions, anyPermission, (granted, further) => {
        const before = effectivePermissions("guest", granted);
        const after = effectivePermissions("guest", [...granted, further]);
        expect(after).toEqual(expect.arrayContaining(before));
        const area = (permission: string) => catalogue.canonicalPermission(permission).split(":")[0];
        expect(new Set(before.map(area))).toEqual(new Set(granted.map(area)));
      }),
    );
  });

  it("name every source of each permission", () => {
    const explained = catalogue.explainPermissions("viewer", ["users:manage", "organizations:view"]);
    const explanationOf = (permission: string) =>
      explained.find((candidate) => candidate.permission === permission);
    expect(explanationOf("users:view")).toMatchObject({
      sources: ["role", "closure"],
      via: ["users:manage"],
    });
    expect(explanationOf("users:manage")).toMatchObject({ sources: ["grant"], via: [] });
    expect(explanationOf("organizations:view")).toMatchObject({ sources: ["role", "grant"] });
    expect(explanationOf("organizations:read")).toMatchObject({
      sources: ["closure"],
      via: ["organizations:view"],
    });
  });
});

describe("catalogue", () => {
  it("R6-40 has exactly the six route permissions", () => {
    const routePermissionList = [
      "organizations:read",
      "users:read",
      "users:write",
      "billing:read",
      "ai:read",
      "usage:read",
    ];
    expect(routePermissions.toSorted()).toEqual(routePermissionList.toSorted());
  });

  it("contains everything that roles, routes and initial grants use", () => {
    const listed = [
      ...Object.values(predefinedPermissions).flat(),
      ...routePermissions,
      ...catalogue.firstAdminGrants,
    ];
    expect(
      listed.filter((permission) => permission !== "*" && !catalogue.isKnownPermission(permission)),
    ).toEqual([]);
    expect(catalogue.isKnownPermission("*")).toBe(false);
    expect(catalogue.isKnownPermission("users:fly")).toBe(false);
  });

  it("has the eleven areas of the specification", () => {
    expect(catalogue.catalogueAreas).toHaveLength(11);
    expect(permissionAreas).toEqual(expect.arrayContaining([...catalogue.catalogueAreas]));
  });

  it("has the six grants of the first administrator", () => {
    const grants = ["billing:read", "billing:write", "usage:read", "ai:read", "ai:use", "ai:manage"];
    expect([...catalogue.firstAdminGrants]).toEqual(grants);
  });
});

describe("granting", () => {
  const roleHolder = fc.tuple(fc.constantFrom(...roles), harmlessPermissions).map(([role, granted]) => ({
    role,
    permissions: effectivePermissions(role, granted),
  }));

  it("never grants more than the granter has", () => {
    fc.assert(
      fc.property(
        roleHolder,
        harmlessPermissions,
        anyPermission,
        (principal, requested, checkedPermission) => {
          fc.pre(canGrant(principal, requested));
          const receiver = { role: "guest", permissions: effectivePermissions("guest", requested) };
          return !hasPermission(receiver, checkedPermission) || hasPermission(principal, checkedPermission);
        },
      ),
    );
  });

  it("refuses a set with one permission too many, a partial wildcard, and unknown permissions", () => {
    const manager = { role: "practice_admin", permissions: effectivePermissions("practice_admin", []) };
    expect(canGrant(manager, ["users:read", "users.delete", "organization:read"])).toBe(true);
    expect(canGrant(manager, ["users:read", "billing:read"])).toBe(false);
    expect(canGrant(manager, ["users:*"])).toBe(false);
    expect(canGrant(manager, ["*"])).toBe(false);
    const superAdmin = { role: "super_admin", permissions: ["*"] };
    expect(canGrant(superAdmin, ["billing:write"])).toBe(true);
    expect(canGrant(superAdmin, ["*"])).toBe(false);
    expect(canGrant(superAdmin, ["users:fly"])).toBe(false);
  });

  it("lets only a caller of higher rank grant a role", () => {
    const holdersOf = (role: string) =>
      roles.filter((grantedRole) => canGrantRole({ role, permissions: ["*"] }, grantedRole));
    expect(holdersOf("super_admin")).toEqual([...roles]);
    expect(holdersOf("org_admin")).toEqual(["practice_admin", "editor", "viewer", ...labelRoles]);
    expect(holdersOf("practice_admin")).toEqual(["editor", "viewer", ...labelRoles]);
    expect(holdersOf("viewer")).toEqual([...labelRoles]);
    expect(holdersOf("manager")).toEqual([]);
    expect(holdersOf("unknown")).toEqual([]);
  });
});
