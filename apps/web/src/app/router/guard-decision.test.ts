import { describe, expect, it } from "vitest";
import { guardDecision, canVisit, type NavigationContext } from "./guard-decision.ts";
import { routeTable } from "./route-table.ts";

function context(
  role: string,
  permissions: string[] = [],
  change: Partial<NavigationContext> = {},
): NavigationContext {
  return { signedIn: true, isLegacy: false, restriction: null, principal: { role, permissions }, ...change };
}

const signedOutVisitor: NavigationContext = {
  signedIn: false,
  isLegacy: false,
  restriction: null,
  principal: null,
};
const { users, settings, login, changePassword } = routeTable;

describe("guardDecision", () => {
  it("allows a public route without a session", () => {
    expect(guardDecision(login.path, login.access, signedOutVisitor)).toBe("pass");
  });

  it("R2.2-01 redirects to the login without a session", () => {
    const decisions = Object.values(routeTable).map(({ path, access }) => [
      path,
      guardDecision(path, access, signedOutVisitor),
    ]);
    const expected = Object.values(routeTable).map(({ path, access }) => [
      path,
      access.kind === "login" ? "login" : "pass",
    ]);
    expect(decisions).toEqual(expected);
    expect(decisions.filter(([, decision]) => decision === "login").length).toBeGreaterThan(30);
  });

  it("R2.2-08 redirects to the dashboard without the permission", () => {
    expect(guardDecision(users.path, users.access, context("hr"))).toBe("/dashboard");
    expect(guardDecision(users.path, users.access, context("viewer", ["users:read"]))).toBe("pass");
  });

  it("R2.2-07 see R1-17 redirects to the dashboard without the role", () => {
    const access = { kind: "login", roles: ["org_admin"] } as const;
    expect(guardDecision("/webhooks", access, context("practice_admin", ["*"]))).toBe("/dashboard");
    expect(guardDecision("/webhooks", access, context("orgAdmin"))).toBe("pass");
    expect(guardDecision("/webhooks", access, context("super_admin"))).toBe("pass");
    expect(guardDecision("/webhooks", access, context("constructor", ["*"]))).toBe("/dashboard");
  });

  it("a session of the legacy practice server opens its own routes and no others", () => {
    const legacySession = { ...signedOutVisitor, isLegacy: true };
    const protectedRoutes = Object.values(routeTable).filter((row) => row.access.kind === "login");
    const openPaths = protectedRoutes.filter(
      (row) => guardDecision(row.path, row.access, legacySession) === "pass",
    );
    expect(openPaths.map(({ path }) => path)).toEqual(["/legacy", "/patienten", "/tests"]);
    expect(guardDecision(settings.path, settings.access, legacySession)).toBe("/legacy");
    expect(guardDecision(login.path, login.access, legacySession)).toBe("pass");
  });

  it("redirects to the password change when the session requires it", () => {
    const restricted = context("org_admin", ["users:*"], { restriction: "password_change" });
    expect(guardDecision(users.path, users.access, restricted)).toBe("/change-password");
    expect(guardDecision(changePassword.path, changePassword.access, restricted)).toBe("pass");
  });

  it("see R2.1-10 redirects every route to the second-factor setup in a session that is restricted to it", () => {
    const restricted = context("super_admin", ["*"], { restriction: "two_factor_setup" });
    const protectedRoutes = Object.values(routeTable).filter((row) => row.access.kind === "login");
    expect(protectedRoutes.length).toBeGreaterThan(5);
    for (const row of protectedRoutes) {
      const isSetup = row.path === "/profile/2fa-setup";
      expect(guardDecision(row.path, row.access, restricted), row.path).toBe(
        isSetup ? "pass" : "/profile/2fa-setup",
      );
    }
  });
});

describe("canVisit", () => {
  it("R2.1-40 offers no screen that the guard would reject", () => {
    const visitors = [context("viewer", ["users:read"]), context("hr"), context("super_admin")];
    const linkedRows = Object.values(routeTable).flatMap((row) =>
      visitors
        .filter((visitor) => canVisit(row.access, visitor.principal))
        .map((visitor) => ({ row, visitor })),
    );
    expect(linkedRows.length).toBeGreaterThan(0);
    for (const { row, visitor } of linkedRows)
      expect(guardDecision(row.path, row.access, visitor)).toBe("pass");
    expect(canVisit(users.access, null)).toBe(false);
    expect(canVisit(users.access, { role: "hr", permissions: [] })).toBe(false);
  });
});
