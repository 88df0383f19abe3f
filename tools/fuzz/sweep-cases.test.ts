import { allEndpoints } from "@praxisportal/contract/endpoints";
import { describe, expect, it } from "vitest";
import { filledBody } from "./filled-body.ts";
import { validBodyOf, sweepCases, sweepShare } from "./sweep-cases.ts";

const allCases = sweepCases(allEndpoints);

/** Calls that require one of several fields. */
const alternativeRequirements = [
  "auth.login",
  "members.add",
  // An item with a custom key needs a label.
  "staff.setTemplate",
  "twoFactor.stepUp",
  "twoFactor.verify",
  "workstation.unlockSession",
  "workstation.signInWithPin",
];

/** Access rules that no role of an organization satisfies. */
const platformOnly = ["role:super_admin", "role:super_admin|admin"];

describe("the sweep over all fields", () => {
  it("see R7x-08 starts from valid bodies, so that only the invalid field can be rejected", () => {
    for (const endpoint of allEndpoints) {
      const { body } = endpoint;
      // These calls require one of several fields. Either the field under test is added, or the call reports the
      // missing field.
      if (body === undefined || alternativeRequirements.includes(endpoint.name)) continue;
      expect([endpoint.name, body.safeParse(filledBody(validBodyOf(endpoint))).success]).toEqual([
        endpoint.name,
        true,
      ]);
    }
  });

  it("see R7x-08 the shares of all seeds together cover every case, and each share covers every endpoint", () => {
    const shares = [0, 1, 2, 3].map((seed) => sweepShare(allCases, 4, seed));
    expect(new Set(shares.flat())).toEqual(new Set(allCases));
    const calls = new Set(allCases.map(({ endpoint }) => endpoint));
    for (const share of shares) {
      expect(new Set(share.map(({ endpoint }) => endpoint))).toEqual(calls);
      expect(share.length).toBeLessThan(allCases.length / 3);
    }
  });

  it("see R7x-08 covers every endpoint with input, and every nested field", () => {
    const withInput = allEndpoints.filter(
      ({ path, body, query }) => path.includes("{") || body !== undefined || query !== undefined,
    );
    expect(new Set(allCases.map(({ endpoint }) => endpoint))).toEqual(
      new Set(withInput.map(({ name }) => name)),
    );
    const createBodies = allCases
      .filter(({ endpoint }) => endpoint === "users.create")
      .map(({ body }) => body);
    for (const field of ["personalInfo", "firstName", "department", "validUntil", "permissions", "phone"]) {
      const invalid = createBodies.filter(
        (body) => typeof body === "string" && body.includes(`"${field}":"a\\u0000b"`),
      );
      expect([field, invalid.length]).toEqual([field, 1]);
    }
  });

  it("see R7x-08 uses a principal that may make the call", () => {
    for (const { endpoint, principal } of allCases) {
      const accessRule = allEndpoints.find(({ name }) => name === endpoint)?.access.who ?? "";
      const organizationPrincipal = accessRule.startsWith("token") ? "application" : "org_admin";
      const expected =
        accessRule === "public"
          ? "anonymous"
          : platformOnly.includes(accessRule)
            ? "super_admin"
            : organizationPrincipal;
      expect([endpoint, principal]).toEqual([endpoint, expected]);
    }
  });
});
