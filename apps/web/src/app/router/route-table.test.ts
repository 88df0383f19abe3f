// @vitest-environment jsdom
import { hasPermission, routePermissions } from "@praxisportal/contract/permissions";
import { describe, expect, it } from "vitest";
import frame from "../texts/frame.de.json" with { type: "json" };
import { canVisit } from "./guard-decision.ts";
import { fixedPaths } from "./fixed-paths.ts";
import { navigationFor } from "../shell/navigation/navigation-items.ts";
import { routeTable } from "./route-table.ts";
import { createAppRouter } from "./router.tsx";

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

  it("R0-28 every route declares its parts, title, guard, catalogues and navigation entry in its static data", () => {
    const routes = Object.values(createAppRouter().routesById);
    // Redirects and layouts have no page, and the page of an unknown URL is in no list.
    const withoutPage = new Set(["__root__", "/", "/2fa-setup", "/signed-in", "/signed-in/$"]);
    const pages = routes.filter(({ id }) => !withoutPage.has(id));
    const definitions = pages.map(({ id, fullPath, options }) => {
      const { definition } = options.staticData ?? {};
      expect(definition, id).toEqual({
        path: fullPath,
        title: expect.any(String) as string,
        access: expect.objectContaining({ kind: expect.any(String) as string }) as object,
        parts: expect.arrayContaining([expect.stringMatching(/\.tsx$/)]) as string[],
        texts: expect.any(Array) as string[],
        navigation: definition?.navigation ?? null,
      });
      return definition;
    });
    // The debug page exists only where the server enables it.
    expect(new Set(definitions)).toEqual(
      new Set(Object.values(routeTable).filter((row) => row !== routeTable.debugAuth)),
    );
  });

  it("R0-28 the sidebar offers exactly the routes with a navigation entry", () => {
    const offered = navigationFor({ role: "super_admin", permissions: ["*"] }, true).flatMap(
      ({ key, items }) => items.map(({ route }) => `${key}: ${route}`),
    );
    const declared = Object.entries(routeTable).flatMap(([route, { navigation }]) =>
      navigation === null ? [] : [`${navigation}: ${route}`],
    );
    expect(offered.toSorted()).toEqual(declared.toSorted());
  });

  it("the sidebar offers classic mode only where the organization has a legacy practice server", () => {
    const groups = navigationFor({ role: "viewer", permissions: [] }, false).map(({ key }) => key);
    expect(groups).not.toContain("legacy");
    const offered = navigationFor({ role: "viewer", permissions: [] }, true);
    expect(offered.find(({ key }) => key === "legacy")?.items.map(({ route }) => route)).toEqual([
      "legacy",
      "patients",
      "tests",
    ]);
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
