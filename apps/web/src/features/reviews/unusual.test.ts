import { describe, expect, it } from "vitest";
import type { ReviewedMember } from "./reviews.api.ts";
import { unusualFirst, unusualOf, usedAreas } from "./unusual.ts";

const now = Date.parse("2026-11-28T12:00:00Z");
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

function member(name: string, fields: Partial<ReviewedMember> = {}): ReviewedMember {
  return {
    userId: name,
    name,
    role: "viewer",
    permissions: [],
    isExternal: false,
    endsAt: null,
    lastSignInAt: ago(1),
    lastChanges: [],
    decision: null,
    reason: null,
    isCarriedOut: null,
    ...fields,
  };
}

describe("unusual members", () => {
  const manager = { role: "practice_admin", lastChanges: [{ area: "users" as const, at: ago(90) }] };

  it("come first, with absent members before members with unused rights", () => {
    const members = [
      member("usual"),
      member("unused", { ...manager, lastChanges: [{ area: "users", at: ago(91) }] }),
      member("external", { isExternal: true }),
      member("absent", { lastSignInAt: ago(112) }),
      member("never", { lastSignInAt: null }),
      member("used", manager),
    ];
    expect(unusualFirst(members, now).map(({ name }) => name)).toEqual([
      "never",
      "absent",
      "external",
      "unused",
      "usual",
      "used",
    ]);
    expect(unusualOf(member("absent", { lastSignInAt: ago(112) }), now)).toEqual({
      kind: "absent",
      days: 112,
    });
  });

  it("have areas with levels, of which only areas with write access can be unused", () => {
    expect(usedAreas(member("manager", { ...manager, lastChanges: [] }), now)).toEqual([
      { area: "users", level: "write", lastChange: undefined, isUnused: true },
      { area: "security", level: "write", lastChange: undefined, isUnused: false },
      { area: "workstations", level: "write", lastChange: undefined, isUnused: false },
      { area: "organizations", level: "read", lastChange: undefined, isUnused: false },
    ]);
  });
});
