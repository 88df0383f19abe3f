import { roles } from "@praxisportal/contract/roles";
import { describe, expect, it } from "vitest";
import { administers, requiresSecondStep, needsTwoFactor, restrictionOf } from "./sign-in.policy.ts";

const noAccess = { platform_role: null, memberships: [] };
const memberWith = (
  role: string,
  twoFactorPolicy: "optional" | "required_admins" | "required_all",
  status = "active",
) => ({
  ...noAccess,
  memberships: [{ role, status, twoFactorPolicy }],
});

const rules = { demo: false, offersTwoFactor: true };

describe("the second-factor requirement", () => {
  it.each([
    ["editor where administrators need one", memberWith("editor", "required_admins"), false],
    ["viewer where all need one", memberWith("viewer", "required_all"), true],
    ["org_admin where administrators need one", memberWith("org_admin", "required_admins"), true],
    ["practice_admin where administrators need one", memberWith("practice_admin", "required_admins"), true],
    ["org_admin where it is optional", memberWith("org_admin", "optional"), false],
    ["deactivated where all need one", memberWith("viewer", "required_all", "deactivated"), false],
    ["platform account", { ...noAccess, platform_role: "admin" }, true],
  ])("see R4-02 %s", (_who, person, needed) => {
    expect(needsTwoFactor(person, false)).toBe(needed);
  });

  it("see R4-02 exempts platform accounts of a demonstration", () => {
    expect(needsTwoFactor({ ...noAccess, platform_role: "admin" }, true)).toBe(false);
  });

  it("see R4-12 counts platform and organization administrators as administrators", () => {
    for (const role of ["admin", "super_admin"])
      expect(administers({ ...noAccess, platform_role: role })).toBe(true);
    const administrators = roles.filter((role) => administers(memberWith(role, "optional")));
    expect(administrators.toSorted()).toEqual(["admin", "org_admin", "practice_admin", "super_admin"]);
    expect(administers(memberWith("org_admin", "optional", "deactivated"))).toBe(false);
  });

  it("see R4-02 puts changing a temporary password before the second factor", () => {
    const person = {
      ...memberWith("org_admin", "required_admins"),
      two_factor_enabled: false,
      has_passkey: false,
    };
    expect(restrictionOf({ ...person, must_change_password: true }, rules)).toBe("password_change");
    expect(restrictionOf({ ...person, must_change_password: false }, rules)).toBe("two_factor_setup");
    expect(restrictionOf({ ...person, must_change_password: false, two_factor_enabled: true }, rules)).toBe(
      null,
    );
    expect(restrictionOf({ ...person, must_change_password: false, has_passkey: true }, rules)).toBe(null);
  });

  it.each([
    ["app", "optional", { two_factor_enabled: true, has_passkey: false }, true],
    ["passkey where it is optional", "optional", { two_factor_enabled: false, has_passkey: true }, false],
    ["passkey where all need one", "required_all", { two_factor_enabled: false, has_passkey: true }, true],
    ["nothing where all need one", "required_all", { two_factor_enabled: false, has_passkey: false }, false],
  ] as const)(
    "R4-02 decides whether a correct password leads to a second step: %s",
    (_what, policy, factors, requested) => {
      expect(requiresSecondStep({ ...memberWith("viewer", policy), ...factors }, false)).toBe(requested);
    },
  );
});
