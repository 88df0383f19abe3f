// @vitest-environment jsdom
import { hasPermission, routePermissions } from "@praxisportal/contract/permissions";
import { describe, expect, it } from "vitest";
import frame from "../texts/frame.de.json" with { type: "json" };
import { canVisit, guardDecision } from "./guard-decision.ts";
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
    const served = Object.values(createAppRouter().routesById).map(({ fullPath }) => fullPath as string);
    expect(served).toEqual(expect.arrayContaining(["/login", "/dashboard", "/", "/password-reset"]));
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
    const sidebar = navigationFor({ role: "super_admin", permissions: ["*"] }, true).flatMap(
      ({ key, items }) => items.map(({ route }) => `${key}: ${route}`),
    );
    const declared = Object.entries(routeTable).flatMap(([route, { navigation }]) =>
      navigation === null ? [] : [`${navigation}: ${route}`],
    );
    expect(sidebar.toSorted()).toEqual(declared.toSorted());
  });

  it("the sidebar offers classic mode only where the organization has a legacy practice server", () => {
    const groups = navigationFor({ role: "viewer", permissions: [] }, false).map(({ key }) => key);
    expect(groups).not.toContain("legacy");
    const sidebar = navigationFor({ role: "viewer", permissions: [] }, true);
    expect(sidebar.find(({ key }) => key === "legacy")?.items.map(({ route }) => route)).toEqual([
      "legacy",
      "patients",
      "tests",
    ]);
  });

  /** Members with every permission that a route may require, and without the wildcard of an administrator. */
  const roles = ["viewer", "editor", "practice_admin", "org_admin", "admin", "super_admin", "hr", "guest"];
  const permissionsInTable = [
    "organizations:read",
    "users:read",
    "users:write",
    "billing:read",
    "ai:read",
    "usage:read",
  ];
  const everyone = roles;
  const administrators = ["admin", "super_admin"];

  /**
   * The routes of the specification: id, path, German title, roles that may open it, and the permission it requires.
   */
  const specifiedRoutes = [
    ["see R2.1-08", "/dashboard", "Übersicht", everyone, null],
    ["see R2.1-09", "/profile", "Profil", everyone, null],
    ["R2.1-10", "/profile/2fa-setup", "Zwei-Faktor-Anmeldung einrichten", everyone, null],
    ["see R2.1-12", "/organization", "Praxisprofil", everyone, "organizations:read"],
    ["see R2.1-13", "/organizations", "Praxen", ["super_admin"], null],
    ["R2.1-14", "/organization/users", "Team-Aktivität", ["org_admin", "super_admin"], null],
    ["see R2.1-15", "/users", "Mitarbeitende", everyone, "users:read"],
    ["R2.1-16", "/users/$userId/permissions", "Berechtigungen", everyone, "users:write"],
    ["R2.1-17", "/usage", "KI-Kosten", everyone, "billing:read"],
    ["R2.1-18", "/ai-usage", "KI-Verbrauch", everyone, "ai:read"],
    ["R2.1-19", "/ai-providers", "KI-Anbieter", administrators, null],
    ["R2.1-20", "/settings", "Einstellungen", everyone, null],
    ["see R2.1-21 R2.4-48", "/admin", "Verwaltung", administrators, null],
    ["see R2.1-22", "/admin/client-tokens", "Zugriffsschlüssel", ["super_admin"], null],
    ["R2.1-23", "/admin/superadmin-profile", "Plattform-Profil", ["super_admin"], null],
    ["R2.1-24", "/tenant-management", "Tarife & Limits", ["super_admin"], null],
    ["R2.1-25", "/billing", "Kosten & Rechnungen", everyone, "billing:read"],
    ["R2.1-26", "/billing-subscription", "Tarif", everyone, "billing:read"],
    ["R2.1-27", "/webhooks", "Webhooks", ["org_admin", "super_admin"], null],
    ["R2.1-28", "/tenant-usage", "Auslastung", everyone, "usage:read"],
    ["R2.1-29", "/legacy", "Praxisserver", everyone, null],
    ["R2.1-30", "/patienten", "Patienten", everyone, null],
    ["R2.1-31", "/tests", "Tests", everyone, null],
  ] as const;

  it.each(specifiedRoutes)(
    "R2.2-07 R2.2-08 R2.2-13 %s %s is titled %s and opens only for its roles and its permission",
    (_id, path, title, allowedRoles, permission) => {
      const row = Object.values(routeTable).find((route) => route.path === path);
      if (row === undefined) throw new Error(`${path} is not a route`);
      expect(frame.titles[row.title]).toBe(title);
      const decide = (role: string, permissions: readonly string[], signedIn = true) =>
        guardDecision(row.path, row.access, {
          signedIn,
          isLegacy: false,
          restriction: null,
          principal: signedIn ? { role, permissions } : null,
        });
      const opensWith = (permissions: readonly string[]) =>
        roles.filter((role) => decide(role, permissions) === "pass");
      expect(opensWith(permissionsInTable).toSorted()).toEqual(allowedRoles.toSorted());
      // Only super_admin has every permission by role.
      const otherPermissions = permissionsInTable.filter(
        (candidate) => candidate !== permission && candidate !== "users:write",
      );
      expect(opensWith(otherPermissions)).toEqual(
        permission === null ? opensWith(permissionsInTable) : ["super_admin"],
      );
      expect(opensWith(permission === null ? [] : [permission])).toEqual(allowedRoles);
      for (const role of roles)
        expect(["pass", "/dashboard"], role).toContain(decide(role, permissionsInTable));
      expect(decide("viewer", [], false)).toBe("login");
    },
  );

  const publicRoutes = [
    ["R2.1-01", "/debug-auth", "Anmeldung prüfen"],
    ["R2.1-04", "/login", "Anmelden"],
    ["see R2.1-05", "/password-reset", "Passwort vergessen"],
    ["R2.1-06", "/password-reset/$token", "Neues Passwort festlegen"],
  ] as const;

  it.each(publicRoutes)("R2.2-13 %s %s is public and titled %s", (_id, path, title) => {
    const row = Object.values(routeTable).find((route) => route.path === path);
    expect(row?.access).toEqual({ kind: "public" });
    expect(row && frame.titles[row.title]).toBe(title);
  });

  it("see R2.1-34 R2.2-13 the routes beyond the specification have their German title", () => {
    const specified = [...specifiedRoutes, ...publicRoutes].map(([, path]) => path as string);
    const others = Object.values(routeTable).filter(({ path }) => !specified.includes(path));
    expect(Object.fromEntries(others.map((row) => [row.path, frame.titles[row.title]]))).toEqual({
      "/locked": "Bildschirm gesperrt",
      "/setup": "Einrichtung",
      "/setup/$token": "Einrichtung",
      "/invitation": "Einladung",
      "/invitation/$token": "Einladung",
      "/email": "E-Mail-Adresse bestätigen",
      "/email/$token": "E-Mail-Adresse bestätigen",
      "/email-cancel": "Änderung der E-Mail-Adresse zurücknehmen",
      "/email-cancel/$token": "Änderung der E-Mail-Adresse zurücknehmen",
      "/users/$userId": "Person",
      "/organization/staff-board": "Ein- & Austritte",
      "/organization/workstations": "Arbeitsplätze",
      "/organization/evidence": "Nachweis-Mappe",
      "/reviews": "Rechte-Überprüfung",
      "/audit": "Protokoll",
      "/webhooks/$webhookId": "Webhooks",
      "/assistant": "KI-Assistent",
      "/tenant-management/billing": "Rechnungswesen",
      "/tenant-management/billing/$invoiceId": "Rechnung",
      "/tenant-management/$id": "Praxis: Tarif & Limits",
      "/change-password": "Passwort ändern",
    });
  });

  it("see R2.2-07 the routes beyond the specification open only for their roles and permissions", () => {
    const specified = [...specifiedRoutes, ...publicRoutes].map(([, path]) => path as string);
    const restricted = Object.values(routeTable).flatMap(({ path, access }) =>
      specified.includes(path) || !("roles" in access || "permission" in access) ? [] : [[path, access]],
    );
    const owners = { kind: "login", roles: ["super_admin", "org_admin"] };
    const operator = { kind: "login", roles: ["super_admin"] };
    expect(Object.fromEntries(restricted)).toEqual({
      "/users/$userId": { kind: "login", permission: "users:read" },
      "/organization/staff-board": { kind: "login", permission: "users:write" },
      "/organization/workstations": { kind: "login", roles: ["super_admin", "org_admin", "practice_admin"] },
      "/reviews": owners,
      "/organization/evidence": owners,
      "/audit": { ...owners, orPermission: "audit:read" },
      "/webhooks/$webhookId": owners,
      "/assistant": { kind: "login", permission: "ai:use" },
      "/tenant-management/billing": operator,
      "/tenant-management/billing/$invoiceId": operator,
      "/tenant-management/$id": operator,
    });
  });

  it.each([
    ["users:read", ["Mitarbeitende"]],
    ["users:write", ["Ein- & Austritte"]],
    ["organizations:read", ["Praxisprofil"]],
    ["billing:read", ["KI-Kosten", "Kosten & Rechnungen", "Tarif"]],
    ["ai:read", ["KI-Verbrauch"]],
    ["ai:use", ["KI-Assistent"]],
    ["usage:read", ["Auslastung"]],
  ] as const)("see R2.1-40 the sidebar shows with %s only the pages that it opens", (permission, titles) => {
    const shownRoutes = navigationFor({ role: "guest", permissions: [permission] }, false).flatMap(
      ({ items }) => items.map(({ route }) => frame.titles[routeTable[route].title]),
    );
    expect(shownRoutes.toSorted()).toEqual(["Übersicht", ...titles].toSorted());
  });

  it("see R1-07 R2.1-40 super_admin opens every page, and the sidebar of each platform role has exactly its pages", () => {
    const labelsFor = (role: string) =>
      navigationFor({ role, permissions: [] }, false).flatMap(({ items }) =>
        items.map(({ route }) => frame.titles[routeTable[route].title]),
      );
    const protectedRoutes = Object.values(routeTable).filter(({ access }) => access.kind === "login");
    const superAdmin = { role: "super_admin", permissions: [] };
    expect(protectedRoutes.filter(({ access }) => !canVisit(access, superAdmin))).toEqual([]);
    const offered = protectedRoutes.filter(
      ({ navigation }) => navigation !== null && navigation !== "legacy",
    );
    expect(offered).toHaveLength(23);
    expect(labelsFor("super_admin").toSorted()).toEqual(
      offered.map(({ title }) => frame.titles[title]).toSorted(),
    );
    expect(labelsFor("admin")).toEqual(["Verwaltung", "Übersicht", "KI-Anbieter"]);
  });

  it("R2.2-20 see R6-40 uses the permission module of the contract, as the server does", () => {
    const rows = Object.values(routeTable).flatMap(({ access }) =>
      access.kind === "login" && "permission" in access ? [access] : [],
    );
    const requiredPermissions = new Set(rows.map(({ permission }) => permission));
    expect(requiredPermissions).toEqual(new Set([...permissionsInTable, "ai:use"]));
    expect(new Set(routePermissions)).toEqual(new Set(permissionsInTable));
    for (const access of rows) {
      const [area = ""] = access.permission.split(":");
      const grantedRoutes = [area, "users", "audit"].flatMap((item) =>
        ["read", "view", "write", "manage", "*"].flatMap((verb) => [
          [`${item}:${verb}`],
          [`${item}.${verb}`],
        ]),
      );
      for (const permissions of [[], ["*"], ...grantedRoutes]) {
        for (const role of [...roles, "superAdmin", "orgAdmin"]) {
          const principal = { role, permissions };
          expect(canVisit(access, principal), `${role} ${permissions.join()}`).toBe(
            hasPermission(principal, access.permission),
          );
        }
      }
    }
  });
});
