import { hasPermission, routePermissions } from "@praxisportal/contract/permissions";
import { describe, expect, it } from "vitest";
import frame from "../texts/frame.de.json" with { type: "json" };
import { canVisit } from "./guard-decision.ts";
import { fixedPaths, routeTable, findRoute } from "./route-table.ts";

describe("route table", () => {
  it("R2.1-35 R2.1-36 has the fixed paths of the specification", () => {
    expect(fixedPaths).toEqual({
      login: "/login",
      dashboard: "/dashboard",
      home: "/",
      passwordReset: "/password-reset",
      twoFactorSetup: "/2fa-setup",
    });
    expect(routeTable.login.path).toBe(fixedPaths.login);
    expect(routeTable.dashboard.path).toBe(fixedPaths.dashboard);
  });

  it("has unique paths, each with a German title", () => {
    const rows = Object.values(routeTable);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length);
    for (const row of rows) expect(frame.titles[row.title], row.path).toMatch(/\S/);
  });

  it("finds a row by its pattern only", () => {
    expect(findRoute("/users")).toBe(routeTable.users);
    expect(findRoute("/nope")).toBeUndefined();
  });

  it("R2.2-20 uses the permission module of the contract, as the server does", () => {
    const asked = routeTable.users.access.permission;
    expect(routePermissions).toContain(asked);
    for (const permissions of [[], ["users:read"], ["users.view"], ["users:manage"], ["users:*"], ["*"]]) {
      for (const role of ["viewer", "admin", "super_admin"]) {
        const principal = { role, permissions };
        expect(canVisit(routeTable.users.access, principal)).toBe(hasPermission(principal, asked));
      }
    }
  });
});
