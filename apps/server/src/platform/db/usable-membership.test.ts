import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { admits, isUsableMembership, usableMembership } from "./usable-membership.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const now = new Date("2026-03-02T08:00:00.000Z");
/** Returns a moment around `now`, or exactly `now`. */
const moment = fc.oneof(
  fc.constantFrom(-1, 0, 1).map((ms) => new Date(now.getTime() + ms)),
  fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
);
const memberships = fc.array(
  fc.record({
    status: fc.constantFrom("active", "active", "pending", "deactivated", "removed"),
    blockedAt: fc.option(moment),
    validUntil: fc.option(moment),
    organizationStatus: fc.constantFrom("trial", "active", "suspended", "archived", "deleted"),
    role: fc.constantFrom("org_admin", "practice_admin", "doctor", "viewer"),
  }),
  { minLength: 1, maxLength: 50 },
);

describe("usable memberships", () => {
  it("R0-14 are the same in SQL and in TypeScript", async () => {
    await fc.assert(
      fc.asyncProperty(memberships, async (generated) => {
        const numbered = generated.map(({ status, role, ...row }, place) => ({
          place,
          status,
          role,
          blocked_at: row.blockedAt,
          valid_until: row.validUntil,
          organization_status: row.organizationStatus,
        }));
        const { rows } = await sql<{ usable: boolean; admitted: boolean }>`
          select ${usableMembership("m", now)} as usable,
            organization_admits(m.organization_status, m.role) as admitted
          from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as m
            (status text, blocked_at timestamptz, valid_until timestamptz, organization_status text, role text, place bigint)
          order by m.place`.execute(testApp.app.platformDb.reads);
        expect(rows).toEqual(
          generated.map(({ status, blockedAt, validUntil, organizationStatus, role }) => ({
            usable: isUsableMembership({ status, blocked: blockedAt !== null, validUntil }, now),
            admitted: admits(organizationStatus, role),
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("R0-14 are found by index, because the planner inlines the definition", async () => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain (verbose) select from membership m where ${usableMembership("m", now)}`.execute(
      testApp.app.platformDb.reads,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("blocked_at IS NULL");
    expect(plan).not.toContain("usable_membership");
  });
});
