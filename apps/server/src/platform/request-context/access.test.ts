import { readFile } from "node:fs/promises";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { effectivePermissions, hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { describe, expect, it } from "vitest";
import { mayManageAi } from "../../features/ai/ai.policy.ts";
import { mayUseAi } from "../../features/ai/gateway/gateway.policy.ts";
import * as templates from "../../features/ai-templates/ai-templates.policy.ts";
import { mayChangeQuota, mayExport } from "../../features/billing/billing.policy.ts";
import { mayChangeProfile } from "../../features/invoices/profile/billing-profile.policy.ts";
import { mayManageMembers } from "../../features/members/members.policy.ts";
import { mayChangeMandate } from "../../features/payments/payments.policy.ts";
import { mayAssignSites } from "../../features/sites/sites.policy.ts";
import { mayManageStaff } from "../../features/staff/staff.policy.ts";
import { mayChangePlan } from "../../features/tenants/tenants.policy.ts";
import * as users from "../../features/users/users.policy.ts";
import { isAdmitted, isPublic, parseAccess } from "./access.ts";
import { principalOf } from "./request-context.ts";

const accessTable = new URL("../../../../../docs/access.tsv", import.meta.url);

/** Policies of features that require one permission. */
const policies = [
  [users.mayListPeople, "users:read"],
  [users.mayReadUsage, "usage:read"],
  [users.mayManagePeople, "users:write"],
  [mayManageMembers, "users:write"],
  [mayAssignSites, "users:write"],
  [mayManageStaff, "users:write"],
  [mayChangeQuota, "billing:write"],
  [mayExport, "billing:read"],
  [mayChangeMandate, "billing:write"],
  [mayChangeProfile, "billing:write"],
  [mayChangePlan, "billing:write"],
  [mayManageAi, "ai:manage"],
  [templates.mayManageSharedTemplates, "ai:manage"],
  [templates.mayKeepOwnTemplates, "ai:use"],
  [mayUseAi, "ai:use"],
] as const;
/** Permissions that calls require. */
const requiredPermissions = [
  "organizations:read",
  "users:read",
  "users:write",
  "billing:read",
  "ai:read",
  "ai:use",
  "usage:read",
];
const testedRoles = [
  "viewer",
  "editor",
  "practice_admin",
  "org_admin",
  "orgAdmin",
  "admin",
  "super_admin",
  "hr",
];

const passes = (rule: string, role: string, permissions: readonly string[] = []) =>
  isAdmitted(parseAccess(rule), { role, permissions });

describe("access rules", () => {
  it("R2.2-20 use the same permission module of the contract as the pages", () => {
    const rules = requiredPermissions.map((permission) => {
      const alternatives = parseAccess(`permission:${permission}`);
      return [(principal: Principal) => isAdmitted(alternatives, principal), permission] as const;
    });
    for (const [rule, permission] of [...rules, ...policies]) {
      const [area = ""] = permission.split(":");
      const grants = ["read", "view", "write", "manage", "use", "*"].flatMap((verb) => [
        [`${area}:${verb}`],
        [`${area}.${verb}`],
        [`audit:${verb}`],
      ]);
      for (const permissions of [[], ["*"], ["organization.view"], ...grants]) {
        for (const role of testedRoles) {
          const principal = { role, permissions };
          const seen = `${rule.name} ${permission} ${role} ${permissions.join()}`;
          expect(rule(principal), seen).toBe(hasPermission(principal, permission));
        }
      }
    }
  });

  it("use the notation of the access table", () => {
    expect(parseAccess("permission:users:read | role:super_admin|admin | self")).toEqual([
      { kind: "permission", permission: "users:read" },
      { kind: "roles", roles: ["super_admin", "admin"] },
      { kind: "self" },
    ]);
    expect(parseAccess("public")).toEqual([{ kind: "public" }]);
    expect(parseAccess("token+permission:ai:use")).toEqual([{ kind: "token", permission: "ai:use" }]);
  });

  it("prevent the start instead of granting access if they cannot be parsed", () => {
    for (const rule of [
      "",
      " ",
      "everybody",
      "Public",
      "role:",
      "role:boss",
      "role:admin|",
      "role:admin|boss",
      "permission:",
      "permission:users",
      "permission:*",
      "permission:users:read|users:write",
      "session | ",
      "session|self",
      "session || self",
      "session\t",
      "token",
      "token+",
      "token+session",
      "token+permission:",
      "token+permission:ai",
      "token+permission:ai:use ",
      "permission+token:ai:use",
    ]) {
      expect(() => parseAccess(rule), rule).toThrow(/unknown/);
    }
  });

  it("of every endpoint can be parsed, and public ones have no other alternatives", () => {
    expect(allEndpoints.length).toBeGreaterThan(10);
    for (const endpoint of allEndpoints) {
      const kinds = parseAccess(endpoint.access.who).map((alternative) => alternative.kind);
      expect([endpoint.name, kinds.includes("public") ? kinds.length : 1]).toEqual([endpoint.name, 1]);
      expect(isPublic(endpoint)).toBe(kinds.includes("public"));
    }
  });

  it("of every endpoint are literally in the access table", async () => {
    const table = await readFile(accessTable, "utf8");
    const rows = new Map(
      table.split("\n").map((line) => {
        const [method, path, , rule, scope] = line.split("\t");
        return [`${method} ${path}`, [rule, scope]] as const;
      }),
    );
    for (const { method, path, access } of allEndpoints) {
      expect([path, rows.get(`${method} ${path}`)]).toEqual([path, [access.who, access.scope]]);
    }
  });

  it("of every row of the table can be parsed, including calls that do not exist yet", async () => {
    const lines = (await readFile(accessTable, "utf8")).trimEnd().split("\n").slice(1);
    const rules = lines.map((line) => line.split("\t")[3] ?? "");
    expect(rules.length).toBeGreaterThan(100);
    for (const rule of rules) expect(parseAccess(rule).length, rule).toBeGreaterThan(0);
  });

  it("for organization tokens reject every session, and also require the permission", () => {
    const rule = parseAccess("token+permission:ai:use");
    const isAdmittedAs = (role: string, permissions: string[], byToken?: true) =>
      isAdmitted(rule, { role, permissions, ...(byToken ? { byToken } : {}) });
    expect([isAdmittedAs("super_admin", ["*"]), isAdmittedAs("org_admin", ["ai:use"])]).toEqual([
      false,
      false,
    ]);
    expect([isAdmittedAs("viewer", ["ai:use"], true), isAdmittedAs("viewer", ["ai:read"], true)]).toEqual([
      true,
      false,
    ]);
  });

  it("admit by permission and by role, and always admit super_admin", () => {
    expect(passes("permission:users:read", "viewer", ["users:read"])).toBe(true);
    expect(passes("permission:users:read", "viewer", ["users:view"])).toBe(false);
    expect(passes("permission:users:read", "viewer")).toBe(false);
    expect(passes("permission:users:read", "super_admin")).toBe(true);
    expect(passes("role:org_admin", "super_admin")).toBe(true);
    expect(passes("role:org_admin", "org_admin")).toBe(true);
    expect(passes("role:org_admin", "practice_admin", ["*"])).toBe(false);
    expect(passes("role:org_admin", "")).toBe(false);
    expect(passes("permission:audit:read | role:org_admin", "viewer", ["audit:read"])).toBe(true);
  });

  it("R6-18 open to admin only the calls of every session and those whose role list names it", () => {
    const opened = (role: string) =>
      allEndpoints
        .filter(({ access }) => passes(access.who, role, effectivePermissions(role, [])))
        .map(({ name }) => name);
    // A label grants no access.
    const everySessionRules = opened("hr");
    const adminRules = opened("admin");
    expect(adminRules.filter((name) => !everySessionRules.includes(name)).toSorted()).toEqual([
      "ai.getProvider",
      "ai.listModels",
      "ai.listProviders",
      "ai.testProvider",
      "ai.updateProvider",
      "orgTokens.cleanUp",
      "orgTokens.export",
      "orgTokens.listAll",
      "orgTokens.listOrganization",
      "orgTokens.organizationStatistics",
      "orgTokens.revokeOne",
      "orgTokens.revokeOrganization",
      "orgTokens.statistics",
      "tenants.overview",
    ]);
    expect(everySessionRules.filter((name) => !adminRules.includes(name))).toEqual([]);
  });

  it("compare roles exactly and admit no other spelling, prefix or empty name", () => {
    for (const role of ["Org_Admin", "org_admin ", "orgAdmin", "org", "", "admin|org_admin", "constructor"]) {
      expect([role, passes("role:org_admin", role)]).toEqual([role, false]);
    }
  });
});

describe("the principal of a request", () => {
  const caller = (platformRole: "super_admin" | "admin" | null) =>
    ({ platformRole }) as Parameters<typeof principalOf>[0];
  const member = { role: "viewer", permissions: ["users:read"] } as const;

  it("R6-44 has the role in the organization; super_admin has all permissions, and admin none", () => {
    expect(principalOf(caller(null), member)).toEqual(member);
    expect(principalOf(caller("admin"), member)).toEqual(member);
    expect(principalOf(caller("super_admin"), member).role).toBe("super_admin");
    expect(principalOf(caller("admin"), undefined)).toEqual({ role: "admin", permissions: [] });
    expect(principalOf(caller(null), undefined)).toEqual({ role: "", permissions: [] });
  });
});
