import { describe, expect, it } from "vitest";
import { guardDecision, offers, type Visitor } from "./guard-decision.ts";
import { routeTable } from "./route-table.ts";

function visitor(role: string, permissions: string[] = [], change: Partial<Visitor> = {}): Visitor {
  return { signedIn: true, restriction: null, principal: { role, permissions }, ...change };
}

const nobody: Visitor = { signedIn: false, restriction: null, principal: null };
const { users, settings, login, changePassword } = routeTable;

describe("guardDecision", () => {
  it("lets everybody open a public route", () => {
    expect(guardDecision(login.path, login.access, nobody)).toBe("pass");
  });

  it("R2.2-01 sends a visitor without session to the login", () => {
    expect(guardDecision(settings.path, settings.access, nobody)).toBe("login");
  });

  it("R2.2-08 sends somebody without the permission to the dashboard", () => {
    expect(guardDecision(users.path, users.access, visitor("hr"))).toBe("/dashboard");
    expect(guardDecision(users.path, users.access, visitor("viewer", ["users:read"]))).toBe("pass");
  });

  it("R2.2-07 sends somebody without the role to the dashboard", () => {
    const access = { kind: "login", roles: ["org_admin"] } as const;
    expect(guardDecision("/webhooks", access, visitor("practice_admin", ["*"]))).toBe("/dashboard");
    expect(guardDecision("/webhooks", access, visitor("orgAdmin"))).toBe("pass");
    expect(guardDecision("/webhooks", access, visitor("super_admin"))).toBe("pass");
    expect(guardDecision("/webhooks", access, visitor("constructor", ["*"]))).toBe("/dashboard");
  });

  it("leads to the own password first when the session asks for it", () => {
    const restricted = visitor("org_admin", ["users:*"], { restriction: "password_change" });
    expect(guardDecision(users.path, users.access, restricted)).toBe("/change-password");
    expect(guardDecision(changePassword.path, changePassword.access, restricted)).toBe("pass");
  });

  it("R2.1-10 leads from every route to the setup of the second factor while the session may do nothing else", () => {
    const restricted = visitor("super_admin", ["*"], { restriction: "two_factor_setup" });
    const closed = Object.values(routeTable).filter((row) => row.access.kind === "login");
    expect(closed.length).toBeGreaterThan(5);
    for (const row of closed) {
      const isSetup = row.path === "/profile/2fa-setup";
      expect(guardDecision(row.path, row.access, restricted), row.path).toBe(
        isSetup ? "pass" : "/profile/2fa-setup",
      );
    }
  });
});

describe("offers", () => {
  it("R2.1-40 offers no screen that the guard would refuse", () => {
    const visitors = [visitor("viewer", ["users:read"]), visitor("hr"), visitor("super_admin")];
    const offered = Object.values(routeTable).flatMap((row) =>
      visitors.filter((each) => offers(row.access, each.principal)).map((each) => ({ row, each })),
    );
    expect(offered.length).toBeGreaterThan(0);
    for (const { row, each } of offered) expect(guardDecision(row.path, row.access, each)).toBe("pass");
    expect(offers(users.access, null)).toBe(false);
    expect(offers(users.access, { role: "hr", permissions: [] })).toBe(false);
  });
});
