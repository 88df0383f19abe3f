import { describe, expect, it } from "vitest";
import {
  isOpen,
  mayBecome,
  type OrganizationStatus,
  organizationStates,
  organizationStatuses,
  returnsTo,
  shownState,
} from "./organization-state.rules.ts";

/** Every pair of states as specified; the rules must agree. */
const table = `
             trial active suspended archived deleted
  trial      -     yes    yes       yes      yes
  active     -     -      yes       yes      yes
  suspended  yes   yes    -         yes      yes
  archived   -     yes    -         -        yes
  deleted    yes   yes    yes       yes      -
`;

const [head = [], ...rows] = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const pairs = rows.flatMap(([from, ...cells]) =>
  cells.map((cell, column) => [from, head[column], cell === "yes"] as const),
);

describe("states of a practice", () => {
  it.each(pairs)("R4-94 %s to %s: %s", (from, to, allowed) => {
    expect(organizationStatuses).toContain(from);
    expect(organizationStatuses).toContain(to);
    expect(mayBecome(from as OrganizationStatus, to as OrganizationStatus)).toBe(allowed);
  });

  it("R4-94 the table names every pair", () => {
    expect(pairs).toHaveLength(organizationStatuses.length ** 2);
  });

  it("R4-94 a suspended or deleted practice goes back to where it came from", () => {
    expect(returnsTo("suspended", "trial")).toBe("trial");
    expect(returnsTo("suspended", null)).toBe("active");
    expect(returnsTo("deleted", "archived")).toBe("archived");
    // Leaving the archive never restores the state before it.
    expect(returnsTo("archived", "trial")).toBe("active");
  });

  it("R4-93 verified is what an active practice with checked details is called", () => {
    const verifiedAt = "2026-11-21T08:00:00.000Z";
    expect(shownState({ status: "active", verifiedAt })).toBe("verified");
    expect(shownState({ status: "active", verifiedAt: null })).toBe("active");
    for (const status of ["trial", "suspended", "archived", "deleted"] as const) {
      expect(shownState({ status, verifiedAt })).toBe(status);
    }
    expect(organizationStates).toEqual(
      expect.arrayContaining(["trial", "verified", "suspended", "deleted", "archived"]),
    );
  });

  it("R4-93 archived and deleted practices are closed", () => {
    expect(organizationStatuses.filter(isOpen)).toEqual(["trial", "active", "suspended"]);
  });
});
