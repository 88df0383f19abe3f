import { roles } from "@praxisportal/contract/roles";
import { describe, expect, it } from "vitest";
import { mayManageAllTokens, mayManageTokens } from "./org-tokens.policy.ts";

describe("administration of tokens", () => {
  it("R6-35 N06 is open to the operator for all organizations, and to an administrator for their own", () => {
    const everything = ["*", "users:*", "organizations:*"];
    const rolesAllowedBy = (check: typeof mayManageTokens) =>
      roles.filter((role) => check({ role, permissions: everything }));
    expect(rolesAllowedBy(mayManageAllTokens)).toEqual(["super_admin", "admin"]);
    expect(rolesAllowedBy(mayManageTokens)).toEqual(["super_admin", "admin", "org_admin"]);
    expect(mayManageAllTokens({ role: "", permissions: everything })).toBe(false);
  });
});
