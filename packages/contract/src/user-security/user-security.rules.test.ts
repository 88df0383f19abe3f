import { describe, expect, it } from "vitest";
import { effectivePermissions } from "../permissions.ts";
import { canResetLoginFailures, membershipActionsFor, securityActionsFor } from "./user-security.rules.ts";

const operator = { role: "super_admin", permissions: ["*"] };
const member = {
  status: "active",
  lockStatus: "locked",
  blockedAt: null,
  email: "erika@example.org",
  emailVerified: true,
  role: { type: "viewer", permissions: effectivePermissions("viewer", []) },
} as const;

const capable = {
  authority: "full",
  hasSecondFactor: true,
  hasDayCode: false,
  mustChangePassword: false,
} as const;

describe("security actions on a person", () => {
  it("offers to issue a day code only if it could be used, and to end it only if it exists", () => {
    const offered = (about: object, details: object = {}) =>
      securityActionsFor(operator, { ...member, ...about }, { ...capable, ...details }).filter((action) =>
        action.endsWith("DayCode"),
      );
    expect(offered({})).toEqual(["issueDayCode"]);
    expect(offered({}, { hasDayCode: true })).toEqual(["issueDayCode", "endDayCode"]);
    expect(offered({}, { hasSecondFactor: false })).toEqual([]);
    expect(offered({}, { mustChangePassword: true })).toEqual([]);
    expect(offered({ blockedAt: "2026-11-20T09:40:00.000Z" })).toEqual([]);
    expect(offered({}, { authority: "multiple_organizations", hasDayCode: true })).toEqual(["endDayCode"]);
    expect(offered({}, { authority: "self", hasDayCode: true })).toEqual([]);
  });

  it("N12 R7u-23 offers no actions on oneself, even if the platform role outranks the organization role", () => {
    expect(membershipActionsFor(operator, member, false)).toContain("block");
    expect(membershipActionsFor(operator, member, true)).toEqual([]);
    expect(securityActionsFor(operator, member, { ...capable, authority: "self" })).toEqual(["endSession"]);
  });

  it.each([
    ["full", true, true],
    ["multiple_organizations", false, true],
    ["platform_role", false, true],
    ["higher_role", false, false],
    ["self", false, false],
  ] as const)(
    "N70 failed sign-ins (%s) can be reset by an organization: %s, by the operator: %s",
    (authority, organization, platform) => {
      const details = { authority, hasSecondFactor: false, hasDayCode: false, mustChangePassword: false };
      const actionsFor = (role: string) => {
        const principal = {
          role,
          permissions: role === "super_admin" ? ["*"] : ["users:manage", "users:write"],
        };
        return [
          canResetLoginFailures(principal, authority),
          securityActionsFor(principal, member, details).includes("unlock"),
        ];
      };
      expect(actionsFor("org_admin")).toEqual([organization, organization]);
      expect(actionsFor("super_admin")).toEqual([platform, platform]);
    },
  );

  it("see R7u-23 needs a role that manages users; a granted permission is not enough", () => {
    const editor = { role: "editor", permissions: ["users:write"] };
    expect(membershipActionsFor(editor, member, false)).toEqual([]);
  });

  it("see N59 does not offer to unlock a member with a permission that the caller does not have", () => {
    const rightsOf = (role: string, granted: readonly string[] = []) => ({
      role,
      permissions: effectivePermissions(role, granted),
    });
    const withGrants = (granted: readonly string[]) => ({
      ...member,
      role: { type: "viewer", permissions: effectivePermissions("viewer", granted) },
    });
    const offers = (caller: ReturnType<typeof rightsOf>, granted: readonly string[]) =>
      membershipActionsFor(caller, withGrants(granted), false).includes("unlock");
    const manager = rightsOf("practice_admin");
    expect(offers(manager, [])).toBe(true);
    expect(offers(manager, ["users:read"])).toBe(true);
    expect(offers(manager, ["billing:write"])).toBe(false);
    expect(offers(rightsOf("practice_admin", ["billing:write"]), ["billing:write"])).toBe(true);
    expect(offers(rightsOf("super_admin"), ["billing:write"])).toBe(true);
    expect(membershipActionsFor(manager, withGrants(["billing:write"]), false)).toContain("block");
  });

  it("see R3-11 R7u-12 offers to unlock a blocked member, but not to block them again or to mail a link without a mailbox", () => {
    const blocked = { ...member, blockedAt: "2026-11-20T09:40:00.000Z", email: null };
    expect(membershipActionsFor(operator, blocked, false)).toEqual(["unlock", "unblock", "resetConnections"]);
  });
});
