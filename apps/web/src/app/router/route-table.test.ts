import { hasPermission, routePermissions } from "@praxisportal/contract/permissions";
import { describe, expect, it } from "vitest";
import frame from "../texts/frame.de.json" with { type: "json" };
import { offers } from "./guard-decision.ts";
import { fixedPaths, routeTable, rowOf } from "./route-table.ts";

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

  it("names no path twice and gives each a German title", () => {
    const rows = Object.values(routeTable);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length);
    for (const row of rows) expect(frame.titles[row.title], row.path).toMatch(/\S/);
  });

  it("finds a row by its pattern only", () => {
    expect(rowOf("/users")).toBe(routeTable.users);
    expect(rowOf("/nope")).toBeUndefined();
  });

  it("R2.2-20 asks the permission module of the contract, which the server asks as well", () => {
    const asked = routeTable.users.access.permission;
    expect(routePermissions).toContain(asked);
    for (const permissions of [[], ["users:read"], ["users.view"], ["users:manage"], ["users:*"], ["*"]]) {
      for (const role of ["viewer", "admin", "super_admin"]) {
        const principal = { role, permissions };
        expect(offers(routeTable.users.access, principal)).toBe(hasPermission(principal, asked));
      }
    }
  });
});
