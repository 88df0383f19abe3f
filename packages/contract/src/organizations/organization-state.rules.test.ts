import { describe, expect, it } from "vitest";
import {
  allowsSignIn,
  canTransition,
  type OrganizationStatus,
  organizationStates,
  organizationStatuses,
  restoredStatus,
  displayStateOf,
} from "./organization-state.rules.ts";

/** Every pair of states as specified; the rules must agree. */
const table = `
             trial active suspended archived deleted
  trial      -     yes    yes       yes      yes
  active     -     -      yes       yes      yes
  suspended  -     yes    -         yes      yes
  archived   -     yes    -         -        yes
  deleted    yes   yes    yes       yes      -
`;

const [header = [], ...rows] = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const pairs = rows.flatMap(([from, ...cells]) =>
  cells.map((cell, column) => [from, header[column], cell === "yes"] as const),
);

describe("states of an organization", () => {
  it.each(pairs)("R4-94 %s to %s: %s", (from, to, allowed) => {
    expect(organizationStatuses).toContain(from);
    expect(organizationStatuses).toContain(to);
    expect(canTransition(from as OrganizationStatus, to as OrganizationStatus)).toBe(allowed);
  });

  it("R4-94 the table contains every pair", () => {
    expect(pairs).toHaveLength(organizationStatuses.length ** 2);
  });

  it("see R4-94 a deleted organization returns to its previous state", () => {
    expect(restoredStatus("archived")).toBe("archived");
    expect(restoredStatus("trial")).toBe("trial");
    expect(restoredStatus(null)).toBe("active");
  });

  it("see R4-93 an active organization with checked details is shown as verified", () => {
    const verifiedAt = "2026-11-21T08:00:00.000Z";
    expect(displayStateOf({ status: "active", verifiedAt })).toBe("verified");
    expect(displayStateOf({ status: "active", verifiedAt: null })).toBe("active");
    for (const status of ["trial", "suspended", "archived", "deleted"] as const) {
      expect(displayStateOf({ status, verifiedAt })).toBe(status);
    }
    expect(organizationStates).toEqual(
      expect.arrayContaining(["trial", "verified", "suspended", "deleted", "archived"]),
    );
  });

  it("see R4-93 archived and deleted organizations are closed", () => {
    expect(organizationStatuses.filter(allowsSignIn)).toEqual(["trial", "active", "suspended"]);
  });
});
